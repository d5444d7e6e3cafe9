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
  /** Whether the reason of a check that holds says what could be better. */
  readonly isNote?: true
  /** The calls, events and deliveries of the run that shows it; absent for a check that holds. */
  readonly evidence?: string
  /**
   * The story and the history of that run: `one-enrollment: twice at enrollment.created id=1 #1`. The option
   * `only` with the id runs the check alone.
   */
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

/** Whether a check holds or fails. A card without evidence is not ok. */
export const hasEvidence = (checks: readonly CheckResult[]): boolean =>
  checks.some(({ verdict }) => verdict === 'holds' || verdict === 'fails')

/** The advice for a check that the baseline lists and that holds. */
export const repairedText = (id: string): string =>
  `${id} holds, and the baseline lists it. Remove it from the baseline.`

/** The reason, or the advice for a repaired check. */
export const reasonText = (check: CheckResult): string =>
  isRepaired(check) ? repairedText(check.id) : check.reason

/** The verdict, such as `fails (in the baseline)`. */
export const verdictText = ({ verdict, isKnown }: CheckResult): string =>
  isKnown ? `${verdict} (in the baseline)` : verdict

/** How to run a check alone. */
export const onlyText = (id: string): string =>
  `Run it alone: course-admin-emulator check --only ${id} …, or checkIntegration(connect, { only: ['${id}'] })`

const countedVerdicts: readonly (readonly [CheckVerdict, string])[] = [
  ['holds', 'hold'],
  ['fails', 'fail'],
  ['not exercised', 'not exercised'],
  ['not applicable', 'not applicable'],
  ['could not tell', 'could not tell'],
]

/** The number of checks by verdict; those that the baseline accepts are separate: `1 fails as the baseline says`. */
export function formatCountsByBaseline(checks: readonly CheckResult[]): string {
  const isAccepted = ({ verdict, isKnown }: CheckResult): boolean =>
    isKnown && (verdict === 'fails' || verdict === 'could not tell')
  const failed = checks.filter((each) => isAccepted(each) && each.verdict === 'fails').length
  const untold = checks.filter(isAccepted).length - failed
  return [
    ...countTexts(checks.filter((each) => !isAccepted(each))),
    ...(failed > 0 ? [`${failed} ${failed === 1 ? 'fails' : 'fail'} as the baseline says`] : []),
    ...(untold > 0 ? [`${untold} in the baseline could not tell`] : []),
  ].join(', ')
}

const countTexts = (checks: readonly CheckResult[]): string[] =>
  countedVerdicts
    .map(([verdict, word]) => {
      const count = checks.filter((check) => check.verdict === verdict).length
      return count === 0 ? '' : `${count} ${word}`
    })
    .filter((text) => text !== '')
