/** The result of a check in a report card. */
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
  /** The calls, events and deliveries of the run that shows it; absent for a check that holds. */
  readonly evidence?: string
  /** The story and the history of that run: `one-enrollment: twice at enrollment.created id=1 #1`. */
  readonly replay?: string
  /** Whether the baseline lists the check. */
  readonly isKnown: boolean
}

/** Whether the check holds although the baseline lists it. */
export const isRepaired = ({ isKnown, verdict }: CheckResult): boolean =>
  isKnown && verdict === 'holds'

/** Whether the check makes the report card fail. */
export const isFailing = (check: CheckResult): boolean =>
  isRepaired(check) ||
  (!check.isKnown && (check.verdict === 'fails' || check.verdict === 'could not tell'))

/** The advice for a check that the baseline lists and that holds. */
export const repairedText = (id: string): string =>
  `${id} holds, and the baseline lists it. Remove it from the baseline.`

/** The reason, or the advice for a repaired check. */
export const reasonText = (check: CheckResult): string =>
  isRepaired(check) ? repairedText(check.id) : check.reason

/** The verdict, such as `fails (in the baseline)`. */
export const verdictText = ({ verdict, isKnown }: CheckResult): string =>
  isKnown ? `${verdict} (in the baseline)` : verdict

const countedVerdicts: readonly (readonly [CheckVerdict, string])[] = [
  ['holds', 'hold'],
  ['fails', 'fail'],
  ['not exercised', 'not exercised'],
  ['not applicable', 'not applicable'],
  ['could not tell', 'could not tell'],
]

/** The number of checks by verdict: `40 hold, 2 fail, 6 not applicable`. */
export const formatCounts = (checks: readonly CheckResult[]): string =>
  countedVerdicts
    .map(([verdict, word]) => {
      const count = checks.filter((check) => check.verdict === verdict).length
      return count === 0 ? '' : `${count} ${word}`
    })
    .filter((text) => text !== '')
    .join(', ')
