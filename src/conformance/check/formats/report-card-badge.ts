/** Draws the badge of a report card: the number of checks by verdict. */
import { escapeMarkup } from '../../report/markup.ts'
import { type CheckResult, formatCounts } from '../check-result.ts'

const label = 'report card'

/** The width of a text of 11 pixels with margins, in pixels. The drawn text is stretched to it. */
const widthOf = (text: string): number => Math.round(text.length * 6) + 12

export function formatReportCardBadge(checks: readonly CheckResult[], ok: boolean): string {
  const counts = formatCounts(checks)
  const [left, right] = [widthOf(label), widthOf(counts)]
  const width = left + right
  const text = (x: number, content: string): string =>
    `<text x="${x + 6}" y="14" textLength="${widthOf(content) - 12}">${escapeMarkup(content)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="0 0 ${width} 20" role="img" font-family="Verdana,sans-serif" font-size="11" fill="#fff">`,
    `<title>${escapeMarkup(`${label}: ${counts}`)}</title>`,
    `<path fill="#444c56" d="M0 0h${left}v20H0z"/>`,
    `<path fill="${colorOf(checks, ok)}" d="M${left} 0h${right}v20H${left}z"/>`,
    text(0, label),
    text(left, counts),
    '</svg>',
    '',
  ].join('\n')
}

/** Green if the card is ok, amber if it is ok with a baseline, otherwise red. */
function colorOf(checks: readonly CheckResult[], ok: boolean): string {
  if (!ok) return '#b3261e'
  const isClean = checks.every(({ isKnown }) => !isKnown)
  return isClean ? '#116329' : '#7d4e00'
}
