/** Formats a report card as text. */
import { checkGroups } from './check-definition.ts'
import type { CheckVerdict } from './finding.ts'
import type { CheckResult, ReportCard } from './report-card.ts'

/** One sign for each verdict. */
export const verdictSigns: Readonly<Record<CheckVerdict, string>> = {
  holds: '✓',
  fails: '✗',
  'not exercised': '○',
  'not applicable': '–',
  'could not tell': '?',
}

export function formatReportCard({
  checks,
  repaired,
}: Pick<ReportCard, 'checks' | 'repaired'>): string {
  const width = Math.max(0, ...checks.map(({ id }) => id.length))
  const groups = checkGroups.flatMap((group) => {
    const lines = checks
      .filter((check) => check.group === group)
      .map((check) => lineOf(check, width))
    return lines.length === 0 ? [] : [[group, ...lines].join('\n')]
  })
  const evidence = checks.filter(({ verdict }) => verdict === 'fails').map(evidenceOf)
  return [...groups, countsOf(checks), ...repaired.map(repairedLine), ...evidence].join('\n\n')
}

const lineOf = ({ id, verdict, reason, isKnown }: CheckResult, width: number): string => {
  const known = isKnown ? ' (in the baseline)' : ''
  const detail = verdict === 'holds' ? '' : `  ${verdict}${known}: ${reason}`
  return `  ${verdictSigns[verdict]} ${id.padEnd(detail === '' ? 0 : width)}${detail}`
}

/** The number of checks by verdict: `40 hold, 2 fail, 6 not applicable`. */
export function countsOf(checks: readonly CheckResult[]): string {
  const words: readonly [CheckVerdict, string][] = [
    ['holds', 'hold'],
    ['fails', 'fail'],
    ['not exercised', 'not exercised'],
    ['not applicable', 'not applicable'],
    ['could not tell', 'could not tell'],
  ]
  const counted = words.flatMap(([verdict, word]) => {
    const count = checks.filter((check) => check.verdict === verdict).length
    return count === 0 ? [] : [`${count} ${word}`]
  })
  return `${checks.length} checks: ${counted.join(', ')}.`
}

const repairedLine = (id: string): string =>
  `${id} holds, and the baseline lists it. Remove it from the baseline.`

function evidenceOf({ id, why, reason, evidence = '', replay }: CheckResult): string {
  const lines = [`✗ ${id}: ${reason}`, `  ${why}`]
  if (replay !== undefined) lines.push(`  ${replay}`)
  return [...lines, '', evidence.trimEnd().replaceAll(/^(?=.)/gm, '  ')].join('\n')
}
