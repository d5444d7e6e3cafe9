/** Formats a report card as one HTML file. */
import { escapeMarkup } from '../../report/markup.ts'
import {
  formatBadge,
  formatReportPage,
  formatScrollBox,
  type ReportSeverity,
} from '../../report/report-page.ts'
import { checkGroups } from '../check-definition.ts'
import { type CheckResult, isFailing, onlyText, reasonText, verdictText } from '../check-result.ts'
import { countsLine } from './report-card-text.ts'

export const formatReportCardPage = (checks: readonly CheckResult[]): string =>
  formatReportPage({
    title: 'Report card',
    style: `summary{min-height:24px}summary .badge{min-width:122px;text-align:center}summary code{margin-right:6px}.card .scroll{max-height:60vh}details{padding:6px 0;border-top:1px solid var(--line)}details p{margin:6px 0}.card pre{width:max-content;padding:8px 12px;white-space:pre}.card h2::first-letter{text-transform:uppercase}@media print{.card pre{width:auto;white-space:pre-wrap}}`,
    body: [
      `<p>${escapeMarkup(countsLine(checks))}</p>`,
      ...checkGroups.flatMap((group) => {
        const own = checks.filter((check) => check.group === group)
        return own.length === 0 ? [] : [sectionOf(group, own)]
      }),
    ].join('\n'),
  })

const sectionOf = (group: string, checks: readonly CheckResult[]): string =>
  `<section class="card"><h2>${escapeMarkup(group)}</h2>\n${checks.map(detailsOf).join('\n')}\n</section>`

function detailsOf(check: CheckResult): string {
  const { id, why, replay, evidence } = check
  const badge = formatBadge(verdictText(check), severityOf(check))
  const parts = [
    `<summary>${badge}<code>${escapeMarkup(id)}</code> <span class="quiet">${escapeMarkup(why)}</span></summary>`,
    `<p>${escapeMarkup(reasonText(check))}</p>`,
  ]
  if (replay !== undefined) parts.push(`<p>The run: <code>${escapeMarkup(replay)}</code></p>`)
  if (check.verdict === 'failed') parts.push(`<p>${escapeMarkup(onlyText(id))}</p>`)
  if (evidence !== undefined)
    parts.push(formatScrollBox(`Transcript of ${id}`, `<pre>${escapeMarkup(evidence)}</pre>`))
  return `<details${isFailing(check) ? ' open' : ''}>${parts.join('\n')}</details>`
}

function severityOf(check: CheckResult): ReportSeverity {
  if (isFailing(check)) return 'bad'
  if (check.verdict === 'passed') return 'ok'
  return check.verdict === 'skipped' ? 'none' : 'note'
}
