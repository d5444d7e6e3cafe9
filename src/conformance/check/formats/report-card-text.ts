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
  holds: '✓',
  fails: '✗',
  'not exercised': '○',
  'not applicable': '–',
  'could not tell': '?',
}

export function formatReportCard(
  checks: readonly CheckResult[],
  repaired: readonly string[],
): string {
  const width = Math.max(0, ...checks.map(({ id }) => id.length))
  const groups = checkGroups.flatMap((group) => {
    const lines = checks
      .filter((check) => check.group === group)
      .map((check) => lineOf(check, width))
    return lines.length === 0 ? [] : [[group, ...lines].join('\n')]
  })
  const evidence = checks.filter(({ verdict }) => verdict === 'fails').map(evidenceOf)
  // Note: a terminal shows the last lines.
  return [...groups, ...evidence, ...repaired.map(repairedText), countsLine(checks)].join('\n\n')
}

function lineOf(check: CheckResult, width: number): string {
  const { id, verdict, reason, isNote } = check
  const isShown = verdict !== 'holds' || isNote
  const detail = isShown ? `  ${isNote ? 'note' : verdictText(check)}: ${reason}` : ''
  return `  ${verdictSigns[verdict]} ${id.padEnd(detail === '' ? 0 : width)}${detail}`
}

/** The number of checks, and by verdict: `48 checks: 40 hold, 7 fail, 1 fails as the baseline says.` */
export function countsLine(checks: readonly CheckResult[]): string {
  const counts = `${checks.length} ${checks.length === 1 ? 'check' : 'checks'}: ${formatCountsByBaseline(checks)}.`
  if (hasEvidence(checks) || checks.some(isFailing)) return counts
  return `${counts} No check held or failed, so the card is not ok.`
}

function evidenceOf({ id, why, reason, evidence = '', replay }: CheckResult): string {
  const lines = [`✗ ${id}: ${reason}`, `  ${why}`]
  if (replay !== undefined) lines.push(`  The run: ${replay}`)
  lines.push(`  ${onlyText(id)}`)
  return [...lines, '', evidence.trimEnd().replaceAll(/^(?=.)/gm, '  ')].join('\n')
}
