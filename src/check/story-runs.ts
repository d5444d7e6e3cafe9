/** Runs the stories of checks on the engine of explorations. */
import type { JournalEntry, JournalEntryOf } from '../define/journal/entry-types.ts'
import type { ChoicePoint } from '../explore/choice-point.ts'
import { findDeviation } from '../explore/deviations.ts'
import { formatEndingDifferences } from '../explore/difference.ts'
import { formatHistory, type History } from '../explore/history.ts'
import { runHistory } from '../explore/history-run.ts'
import { judge, type Judgement, judgePlainRun, type Verdict } from '../explore/judgement.ts'
import type { RunOutcome } from '../explore/outcome.ts'
import { prepareScenario } from '../explore/prepared-scenario.ts'
import { ReferenceRuns } from '../explore/reference-runs.ts'
import type { Connect, Integration } from '../scenarios/integration.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { type StoryVariant, variedConnect } from './story-variant.ts'
import {
  CheckEnd,
  couldNotTell,
  type FindingRun,
  notApplicable,
  notExercised,
} from './check-verdict.ts'

/** A run of a story. */
export interface StoryRun {
  /** The name of the story. */
  readonly story: string
  readonly history: History
  readonly judgement: Judgement
  readonly outcome: RunOutcome
  /** The entries of the journal, from the first step to the end. */
  readonly entries: readonly JournalEntry[]
  /** The calls of the integration, in their order. */
  readonly calls: readonly JournalEntryOf<'request'>[]
  /** The responses of the webhook endpoint, in their order. */
  readonly answers: readonly JournalEntryOf<'answer'>[]
  transcript(): string
}

/** Which deviations are tried, and where. */
export interface DeviationChoice {
  /** The names of the deviations: `twice`, `crash-after`. */
  readonly names: readonly string[]
  /** The choice points. Default: each point that a deviation applies to. */
  readonly at?: (point: ChoicePoint) => boolean
  /** The largest number of histories. Default: 12, spread evenly over the choice points. */
  readonly runs?: number
}

export interface StoryRunsOptions {
  readonly connect: Connect | Integration
  readonly seed: number
  /** Whether the integration can be restarted. */
  readonly restarts: boolean
}

/** The number of histories of a check. */
const runsDefault = 12

export class StoryRuns {
  readonly #options: StoryRunsOptions
  readonly #references = new Map<Scenario, Promise<ReferenceRuns>>()

  constructor(options: StoryRunsOptions) {
    this.#options = options
  }

  /**
   * Runs the story without a deviation.
   *
   * @throws CheckEnd if the integration makes no call, or the run ends without an ending to compare
   */
  async plain(story: Scenario): Promise<StoryRun> {
    const references = await this.#referencesOf(story)
    const { outcome, mask } = await references.plain()
    const run = storyRun(story, [], outcome, judgePlainRun({ outcome, mask }))
    const { verdict, reason = '' } = run.judgement
    if (outcome.callCount === 0) {
      throw new CheckEnd(notExercised('The integration makes no call in this story.', run))
    }
    if (verdict === 'could not tell' || verdict === 'failed' || verdict === 'hung') {
      throw new CheckEnd(couldNotTell(`The story itself is ${verdict}: ${reason}.`, run))
    }
    return run
  }

  /** Returns runs of the integration with a variant. */
  varied(variant: StoryVariant): StoryRuns {
    const { connect } = this.#options
    return new StoryRuns({ ...this.#options, connect: variedConnect(connect, variant) })
  }

  /** Runs the story with a variant, and judges it by the plain run of the story or of another one. */
  async vary(
    story: Scenario,
    variant: StoryVariant,
    reference: Scenario = story,
  ): Promise<StoryRun> {
    const { connect, seed } = this.#options
    const { history = [] } = variant
    if (variant.restart || history.some(isCrash)) this.#assertRestarts()
    await this.plain(reference)
    const references = await this.#referencesOf(reference)
    const prepared = await prepareScenario(story, variedConnect(connect, variant), { seed })
    return judgedRun(story, history, await runHistory(prepared, history), references)
  }

  /** Runs the story once for each deviation at each choice point that is selected. */
  async *deviate(
    story: Scenario,
    { names, at = () => true, runs = runsDefault }: DeviationChoice,
  ): AsyncIterable<StoryRun> {
    if (names.some((name) => isCrash({ name }))) this.#assertRestarts()
    const plain = await this.plain(story)
    const references = await this.#referencesOf(story)
    const types = new Map(names.map((name) => [name, findDeviation(name)?.at]))
    const histories = plain.outcome.points
      .filter((point) => at(point))
      .flatMap(({ type, id }) =>
        names.filter((name) => types.get(name) === type).map((name) => [{ name, point: id }]),
      )
    if (histories.length === 0) {
      throw new CheckEnd(
        notExercised('No call or delivery of this story can show the defect.', plain),
      )
    }
    let isReached = false
    for (const history of spread(histories, runs)) {
      const outcome = await runHistory(references.prepared, history)
      if (!outcome.isApplicable) continue
      isReached = true
      yield judgedRun(story, history, outcome, references)
    }
    if (!isReached) {
      throw new CheckEnd(notExercised('No repetition of this story makes the same calls.', plain))
    }
  }

  #assertRestarts(): void {
    if (this.#options.restarts) return
    const advice = 'Add the command that starts it, such as --start "npm start".'
    throw new CheckEnd(notApplicable(`The integration cannot be restarted. ${advice}`))
  }

  #referencesOf(story: Scenario): Promise<ReferenceRuns> {
    const { connect, seed } = this.#options
    const found = this.#references.get(story)
    if (found) return found
    const made = prepareScenario(story, connect, { seed }).then(
      (prepared) => new ReferenceRuns(prepared),
    )
    this.#references.set(story, made)
    return made
  }
}

/** The run of a history, judged by its reference runs. */
async function judgedRun(
  story: Scenario,
  history: History,
  outcome: RunOutcome,
  references: ReferenceRuns,
): Promise<StoryRun> {
  const judgement = await judge(outcome, references.of(history, outcome))
  return storyRun(story, history, outcome, judgement)
}

const isCrash = ({ name }: { readonly name: string }): boolean =>
  findDeviation(name)?.kind === 'crashes'

/** The difference between the endings as one sentence, or the reason of the verdict. */
export function sentenceOf({ judgement }: StoryRun): string {
  const { verdict, reason, differences } = judgement
  if (reason !== undefined) return `The run is ${verdict}: ${reason}.`
  const [first, ...others] = differences
  if (!first) return `The run is ${verdict}.`
  const more = others.length > 0 ? `, and ${others.length} more` : ''
  return `The run is ${verdict}: ${formatEndingDifferences([first])}${more}.`
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

/** The text that repeats the run: the name of the story and its history. */
export const replayOf = ({ story, history }: FindingRun): string =>
  `${story}: ${formatHistory(history)}`

function storyRun(
  { name }: Scenario,
  history: History,
  outcome: RunOutcome,
  judgement: Judgement,
): StoryRun {
  const entries = outcome.entries()
  return {
    story: name,
    history,
    judgement,
    outcome,
    entries,
    calls: entries.filter((entry) => entry.kind === 'request'),
    answers: entries.filter((entry) => entry.kind === 'answer'),
    transcript: outcome.transcript,
  }
}

/** Returns at most `count` items at equal distances. */
function spread<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)] as T)
}
