/** Formats a report card as a JUnit file. */
import { formatJunit } from '../../report/junit.ts'
import { type CheckResult, isFailing, onlyText, reasonText, verdictText } from '../check-result.ts'
import { defined } from '../../../engine/errors/defined.ts'

/**
 * A check that makes the card fail is a failure. A check that the baseline lists, and one that did not judge the
 * integration, is skipped.
 */
export const formatReportCardJunit = (
  checks: readonly CheckResult[],
  durationMs?: number,
): string =>
  formatJunit(
    'report card',
    checks.map((check) => {
      const { id, group, verdict, why, evidence, replay, durationMs: ownMs } = check
      const message = `${verdictText(check)}: ${reasonText(check)}`
      const isSkipped = !isFailing(check) && verdict !== 'passed'
      return {
        name: `${group}: ${id}`,
        ...(isFailing(check) && {
          failure: {
            message,
            text: [message, why, replay, onlyText(id)].filter(Boolean).join('\n'),
          },
        }),
        ...(isSkipped && { skipped: message }),
        ...defined({ output: evidence, durationMs: ownMs }),
      }
    }),
    durationMs,
  )
