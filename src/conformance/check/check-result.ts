/** The result of a check in a report card. */
import type { Story } from '../../engine/journal/story.ts'
import type { CheckGroup } from './check-definition.ts'
import type { CheckVerdict } from './check-verdict.ts'

/** A check with its verdict. */
export interface CheckResult {
  /** The id: `redelivered-id`. */
  readonly id: string
  /** The group of the check. */
  readonly group: CheckGroup
  /** Why the check matters. */
  readonly why: string
  /** What the check decided. */
  readonly verdict: CheckVerdict
  /** What the check saw, or what to add so that it can run. */
  readonly reason: string
  /** Whether the reason of a check that passed says what could be better. */
  readonly isNote?: true
  /** The calls, events and deliveries of the run that shows it; absent for a check that passed. */
  readonly evidence?: string
  /** The same as data, for its page. */
  readonly story?: Story
  /**
   * The story and the schedule of that run: `one-enrollment: twice at enrollment.created id=1 #1`. The option
   * `only` with the id runs the check alone.
   */
  readonly replay?: string
  /** Whether the baseline lists the check. */
  readonly isKnown: boolean
  /** The real time of the check in milliseconds. Only the JSON of the command has it. */
  readonly durationMs?: number
}

/** Whether the check passed although the baseline lists it. */
export const isRepaired = ({ isKnown, verdict }: CheckResult): boolean =>
  isKnown && verdict === 'passed'

/** Whether the check makes the report card fail. */
export const isFailing = (check: CheckResult): boolean =>
  isRepaired(check) ||
  (!check.isKnown && (check.verdict === 'failed' || check.verdict === 'inconclusive'))

/** Whether a check passed or failed. A card without evidence is not ok. */
export const hasEvidence = (checks: readonly CheckResult[]): boolean =>
  checks.some(({ verdict }) => verdict === 'passed' || verdict === 'failed')

/** The advice for a check that the baseline lists and that passed. */
export const repairedText = (id: string): string =>
  `${id} passed, and the baseline lists it. Remove it from the baseline.`

/** The reason, or the advice for a repaired check. */
export const reasonText = (check: CheckResult): string =>
  isRepaired(check) ? repairedText(check.id) : check.reason

/** The verdict, such as `failed (in the baseline)`. */
export const verdictText = ({ verdict, isKnown }: CheckResult): string =>
  isKnown ? `${verdict} (in the baseline)` : verdict

/** How to run a check alone. */
export const onlyText = (id: string): string =>
  `Run it alone: course-admin-emulator check --only ${id} …, or checkIntegration(connect, { only: ['${id}'] })`

/** The number of checks by verdict; those that the baseline accepts are separate: `1 failed as the baseline says`. */
export function formatCountsByBaseline(checks: readonly CheckResult[]): string {
  const isAccepted = ({ verdict, isKnown }: CheckResult): boolean =>
    isKnown && (verdict === 'failed' || verdict === 'inconclusive')
  return [
    ...countTexts(checks.filter((each) => !isAccepted(each))),
    ...countTexts(checks.filter(isAccepted)).map((text) => `${text} as the baseline says`),
  ].join(', ')
}

const countedVerdicts: readonly CheckVerdict[] = ['passed', 'failed', 'skipped', 'inconclusive']

const countTexts = (checks: readonly CheckResult[]): string[] =>
  countedVerdicts
    .map((verdict) => ({
      verdict,
      count: checks.filter((each) => each.verdict === verdict).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => `${count} ${verdict}`)
