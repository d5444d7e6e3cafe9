/** A run of a story: what it did, and how it is judged. */
import type { Story } from '../../engine/journal/story.ts'
import type { JournalEntry, JournalEntryOf } from '../../engine/journal/entry-types.ts'
import { stableJson } from '../run/choice-point.ts'
import type { EndingDifference } from '../oracles/difference.ts'
import { formatSchedule, type Schedule } from '../run/schedule.ts'
import type { Judgement } from '../oracles/judgement.ts'
import type { Verdict } from '../oracles/verdict.ts'
import type { RunOutcome } from '../run/outcome.ts'
import { sentence } from '../run/run-end.ts'
import type { ReferenceRuns } from '../oracles/reference-runs.ts'
import type { Scenario } from '../../engine/emulator/scenario.ts'
import type { FindingRun } from './check-verdict.ts'

/** A run of a story. */
export interface StoryRun {
  /** The name of the story. */
  readonly story: string
  readonly schedule: Schedule
  readonly judgement: Judgement
  readonly outcome: RunOutcome
  /** The entries of the journal, from the first step to the end. */
  readonly entries: readonly JournalEntry[]
  /** The calls of the integration, in their order. */
  readonly calls: readonly JournalEntryOf<'request'>[]
  /** The responses of the webhook endpoint, in their order. */
  readonly answers: readonly JournalEntryOf<'answer'>[]
  transcript(): string
  /** What happened in the run. */
  recorded(): Story
}

/** The run of a schedule, judged by its reference runs. */
export async function judgedRun(
  story: Scenario,
  schedule: Schedule,
  outcome: RunOutcome,
  references: ReferenceRuns,
): Promise<StoryRun> {
  return storyRun(story, schedule, outcome, await references.judge(schedule, outcome))
}

/** What begins the sentence about a run that has no ending to compare. */
const verdictPhrases: Readonly<Partial<Record<Verdict, string>>> = {
  hung: 'The run does not end',
  failed: 'The run fails',
}

/**
 * The first difference between the endings as one sentence, or why there is no ending to compare. With
 * `needsReport`, the sentence says that the integration reports no problem.
 */
export function sentenceOf({ judgement }: StoryRun, needsReport = false): string {
  const { verdict, reason, hasSameEnding, differences } = judgement
  const [first, ...others] = differences
  if (!first) {
    const phrase = verdictPhrases[verdict] ?? 'The run cannot be judged'
    return sentence(`${phrase}${reason === undefined ? '' : `: ${reason}`}`)
  }
  const when = hasSameEnding ? 'Before the final synchronization' : 'At the end'
  const more =
    others.length > 0
      ? `, and ${others.length} more ${others.length === 1 ? 'difference' : 'differences'}`
      : ''
  const unreported =
    needsReport && verdict === 'diverged' ? '; the integration reports no problem' : ''
  return `${when}, ${differenceText(first)}${more}${unreported}.`
}

function differenceText({ path, ...values }: EndingDifference): string {
  if (!('actual' in values)) return `${path} is absent instead of ${stableJson(values.expected)}`
  const expected = 'expected' in values ? stableJson(values.expected) : 'absent'
  return `${path} is ${stableJson(values.actual)} instead of ${expected}`
}

/** Whether a run has one of the verdicts. */
export const isOneOf = ({ judgement }: StoryRun, accepted: readonly Verdict[]): boolean =>
  accepted.includes(judgement.verdict)

/** The entries of the n-th step with a summary, up to the next step. */
export function entriesOfStep(
  { entries }: StoryRun,
  summary: string,
  nth = 1,
): readonly JournalEntry[] {
  const steps = entries.filter((entry) => entry.kind === 'step')
  const step = steps.filter((each) => each.summary === summary)[nth - 1]
  if (!step) return []
  const end = steps[steps.indexOf(step) + 1]?.number ?? Number.POSITIVE_INFINITY
  return entries.filter(({ number }) => number > step.number && number < end)
}

/** The ids of the choice points at the requests of a step. */
export function pointsOfStep(run: StoryRun, summary: string): ReadonlySet<string> {
  const points = run.outcome.points.filter(({ type }) => type === 'request')
  const calls = new Set<JournalEntry>(entriesOfStep(run, summary))
  return new Set(points.filter((_, i) => calls.has(run.calls[i]!)).map(({ id }) => id))
}

/** The changes of records that requests made. */
export const changedBy = (entries: readonly JournalEntry[]): JournalEntryOf<'change'>[] => {
  const requests = new Set(entries.filter(({ kind }) => kind === 'request').map((e) => e.number))
  return entries
    .filter((entry) => entry.kind === 'change')
    .filter(({ cause }) => requests.has(cause!))
}

/** The text that repeats the run: the name of the story and its schedule. */
export const replayOf = ({ story, schedule }: FindingRun): string =>
  `${story}: ${formatSchedule(schedule)}`

export function storyRun(
  { name }: Scenario,
  schedule: Schedule,
  outcome: RunOutcome,
  judgement: Judgement,
): StoryRun {
  const entries = outcome.entries()
  return {
    story: name,
    schedule,
    judgement,
    outcome,
    entries,
    calls: entries.filter((entry) => entry.kind === 'request'),
    answers: entries.filter((entry) => entry.kind === 'answer'),
    transcript: outcome.transcript,
    recorded: outcome.story,
  }
}
