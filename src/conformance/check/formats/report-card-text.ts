/** Formats a report card as text. */
import { checkGroups } from '../check-definition.ts'
import {
  type CheckResult,
  formatCountsByBaseline,
  hasEvidence,
  isFailing,
  onlyText,
  repairedText,
  verdictText,
} from '../check-result.ts'
import type { CheckVerdict } from '../check-verdict.ts'

/** One sign for each verdict. */
export const verdictSigns: Readonly<Record<CheckVerdict, string>> = {
  passed: '✓',
  failed: '✗',
  skipped: '–',
  inconclusive: '?',
}

export function formatReportCard(
  checks: readonly CheckResult[],
  repaired: readonly string[],
  subject: string | undefined,
): string {
  const width = Math.max(0, ...checks.map(({ id }) => id.length))
  const groups = checkGroups.flatMap((group) => {
    const lines = checks
      .filter((check) => check.group === group)
      .map((check) => lineOf(check, width))
    return lines.length === 0 ? [] : [[group, ...lines].join('\n')]
  })
  const untold = checks.filter(
    ({ verdict, evidence }) => verdict === 'inconclusive' && evidence !== undefined,
  )
  const evidence = [
    ...byDefect(untold).map((same) => evidenceOf(same, lastCalls)),
    ...byDefect(checks.filter(({ verdict }) => verdict === 'failed')).map((same) =>
      evidenceOf(same, (text) => text),
    ),
  ]
  // Note: a terminal shows the last lines.
  return [...groups, ...evidence, ...repaired.map(repairedText), countsLine(checks, subject)].join(
    '\n\n',
  )
}

function lineOf(check: CheckResult, width: number): string {
  const { id, verdict, reason, isNote } = check
  const isShown = verdict !== 'passed' || isNote
  const detail = isShown ? `  ${isNote ? 'note' : verdictText(check)}: ${reason}` : ''
  return `  ${verdictSigns[verdict]} ${id.padEnd(detail === '' ? 0 : width)}${detail}`
}

/**
 * The number of checks, and by verdict: `48 checks: 40 passed, 7 failed, 1 failed as the baseline says.` A second sentence
 * names the subject, if the stories are not about enrollments and students.
 */
export function countsLine(checks: readonly CheckResult[], subject?: string): string {
  const counts = `${checks.length} ${checks.length === 1 ? 'check' : 'checks'}: ${formatCountsByBaseline(checks)}.`
  const about =
    subject === undefined
      ? []
      : [`The stories are about ${subject}: enrollments do not concern the integration.`]
  const isUntold = !hasEvidence(checks) && !checks.some(isFailing)
  const notOk = isUntold ? ['No check passed or failed, so the card is not ok.'] : []
  return [counts, ...about, ...notOk].join(' ')
}

/** Checks with the same reason, ids and other numbers aside: one defect can fail several checks. */
function byDefect(checks: readonly CheckResult[]): (readonly CheckResult[])[] {
  const defects = new Map<string, CheckResult[]>()
  for (const check of checks) {
    const defect = check.reason.replaceAll(/\d+/g, '#')
    defects.set(defect, [...(defects.get(defect) ?? []), check])
  }
  return [...defects.values()]
}

/** The evidence of the first of several checks with the same reason. */
function evidenceOf(same: readonly CheckResult[], shown: (evidence: string) => string): string {
  const [first] = same as readonly [CheckResult]
  const { id, why, verdict, reason, evidence = '', replay } = first
  const ids = same.map((check) => check.id).join(', ')
  const lines = [`${verdictSigns[verdict]} ${ids}: ${reason}`, `  ${why}`]
  if (same.length > 1) lines.push(`  The same reason in ${same.length} checks. The run of ${id}:`)
  if (replay !== undefined) lines.push(`  The run: ${replay}`)
  lines.push(`  ${onlyText(id)}`)
  return [
    ...lines,
    '',
    shown(evidence)
      .trimEnd()
      .replaceAll(/^(?=.)/gm, '  '),
  ].join('\n')
}

const lastCallsMax = 20

/** The last calls of a transcript: a run that does not end repeats them. */
function lastCalls(evidence: string): string {
  const calls = evidence.split('\n').filter((line) => /^ *\d+ +([\d:]+ +)?request /.test(line))
  if (calls.length === 0) return evidence
  return [`The last of ${calls.length} calls:`, ...calls.slice(-lastCallsMax)].join('\n')
}
