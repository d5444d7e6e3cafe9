/** Formats an exploration as one HTML file: the matrix as a heat map, and the failing schedules. */
import { escapeMarkup } from '../../report/markup.ts'
import {
  formatBadge,
  formatCopyButton,
  formatReportPage,
  formatScrollBox,
} from '../../report/report-page.ts'
import { formatChoicePoint, stableJson } from '../../run/choice-point.ts'
import { emptyShardNotes, type ExplorationFacts } from '../exploration-text.ts'
import type { ExplorationFailure } from '../failure.ts'
import { definitionOf, formatDeviation } from '../../run/schedule.ts'
import { type Verdict, verdictTable } from '../../oracles/verdict.ts'
import type { Matrix } from '../matrix.ts'
import { alignTranscripts, type AlignedRow, type TranscriptLine } from './aligned-transcripts.ts'
import { failureTest } from './replay-test.ts'

export function formatExplorationHtml(exploration: ExplorationFacts): string {
  const { scenario, coverage, verdicts, matrix, failures, notes } = exploration
  const counts = Object.entries(verdicts).map(([verdict, count]) =>
    formatBadge(`${count} ${verdict}`, verdictTable[verdict as Verdict].severity),
  )
  const parts = [
    ...[coverage, ...emptyShardNotes(exploration)].map(
      (text) => `<p class="quiet">${escapeMarkup(text)}</p>`,
    ),
    `<p>${formatBadge(failures.length === 0 ? 'converged' : 'did not converge', failures.length === 0 ? 'ok' : 'bad')}${counts.join('')}</p>`,
    ...notes.map((text) => `<p class="quiet">${escapeMarkup(text)}</p>`),
    ...(failures.length > 0 ? [failureList(failures)] : []),
    ...(matrix.rows.length > 0 ? [heatMap(matrix, failures)] : []),
    ...failures.map((failure, i) => failureSection(failure, i, exploration)),
  ]
  return formatReportPage({ title: `Exploration of ${scenario}`, body: parts.join('\n'), style })
}

function failureList(failures: readonly ExplorationFailure[]): string {
  const items = failures.map(
    ({ replay, verdict, count }, i) =>
      `<li>${formatBadge(verdict, verdictTable[verdict].severity)}<a class="mono" href="#failure-${i + 1}">${escapeMarkup(replay)}</a> <span class="quiet">${count} ${count === 1 ? 'schedule' : 'schedules'}</span></li>`,
  )
  return `<nav aria-label="Failures"><h2>Failures</h2><ol>${items.join('')}</ol></nav>`
}

function heatMap({ columns, rows }: Matrix, failures: readonly ExplorationFailure[]): string {
  const links = new Map(failures.map(({ replay }, i) => [replay, `#failure-${i + 1}`]))
  const cell = (point: string, name: string, verdict: Verdict | null): string => {
    if (verdict === null) return '<td></td>'
    const replay = formatDeviation({ name, point })
    const title = `${verdict}: ${replay}`
    const text = `<abbr title="${escapeMarkup(title)}">${verdictTable[verdict].letter}</abbr>`
    const link = links.get(replay)
    const content = link ? `<a href="${link}">${text}</a>` : text
    return `<td class="${verdictTable[verdict].severity}">${content}</td>`
  }
  const head = columns.map((name) => `<th scope="col"><span>${escapeMarkup(name)}</span></th>`)
  const lines = rows.map(
    ({ point, cells }) =>
      `<tr><th scope="row" class="mono">${escapeMarkup(formatChoicePoint(point))}</th>${cells.map((verdict, i) => cell(point, columns[i] ?? '', verdict)).join('')}</tr>`,
  )
  const legend = Object.entries(verdictTable).map(
    ([verdict, { letter, severity }]) =>
      `<li><span class="key ${severity}">${letter}</span> ${verdict}</li>`,
  )
  return `<section aria-label="Matrix"><h2>Matrix</h2>
<ul class="legend">${legend.join('')}</ul>
${formatScrollBox('Matrix of choice points and deviations', `<table class="heat"><thead><tr><th scope="col">Choice point</th>${head.join('')}</tr></thead><tbody>${lines.join('\n')}</tbody></table>`)}</section>`
}

function failureSection(
  failure: ExplorationFailure,
  index: number,
  exploration: ExplorationFacts,
): string {
  const { deviations, replay, verdict, reason, isAmplified, transcript, reference } = failure
  const test = failureTest(failure, exploration)
  const id = `failure-${index + 1}`
  const items = deviations.map(
    (each) =>
      `<li>${deviations.length > 1 ? `<code>${escapeMarkup(formatDeviation(each))}</code><br>` : ''}${escapeMarkup(definitionOf(each).summary)} <span class="quiet">Rule: ${escapeMarkup(definitionOf(each).rule)}.</span></li>`,
  )
  const rows =
    reference === undefined
      ? alignTranscripts('', transcript)
      : alignTranscripts(reference, transcript)
  return `<section class="card" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${formatBadge(verdict, verdictTable[verdict].severity)}${isAmplified ? formatBadge('amplified', 'note') : ''}<span class="mono">${escapeMarkup(replay)}</span></h2>
${reason === undefined ? '' : `<pre>${escapeMarkup(reason)}</pre>`}
${items.length > 0 ? `<ul>${items.join('')}</ul>` : ''}
${differenceTable(failure, index)}
<h3>What happened</h3>
${formatScrollBox(`Timeline of failure ${index + 1}`, timeline(rows, reference !== undefined))}
<h3>Replay</h3>
<p><code>${escapeMarkup(replay)}</code> ${formatCopyButton(replay, 'Copy the replay text')} ${test === undefined ? '' : formatCopyButton(test, 'Copy a test')}</p>
</section>`
}

function differenceTable({ compared, difference }: ExplorationFailure, index: number): string {
  if (difference.length === 0) return ''
  const value = (each: object, name: 'expected' | 'actual'): string =>
    name in each
      ? `<code>${escapeMarkup(stableJson((each as Record<string, unknown>)[name]))}</code>`
      : '<span class="quiet">no value</span>'
  const rows = difference.map(
    (each) =>
      `<tr><th scope="row" class="mono">${escapeMarkup(each.path)}</th><td>${value(each, 'expected')}</td><td>${value(each, 'actual')}</td></tr>`,
  )
  const titles = ['Path', compared.expected, compared.actual]
  const head = titles.map((title) => `<th scope="col">${escapeMarkup(title)}</th>`).join('')
  return `<h3>Difference</h3>
${formatScrollBox(`Difference of failure ${index + 1}`, `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`)}`
}

/** The lines of both runs, or of one run without a reference. A sign marks the lines of one run alone. */
function timeline(rows: readonly AlignedRow[], hasReference: boolean): string {
  const cells = (line: TranscriptLine | undefined, sign: string): string => {
    if (!line) return '<td></td><td></td>'
    const mark = line.text.includes('deviation: ') ? ' class="deviation"' : ''
    const text = `${sign}${escapeMarkup(line.text)}`
    return `<td class="quiet">${line.time}</td><td${mark}>${text}</td>`
  }
  const lines = rows.map(({ reference, actual }) => {
    const isEqual = !hasReference || (reference && actual)
    if (isEqual) return `<tr>${hasReference ? cells(reference, '') : ''}${cells(actual, '')}</tr>`
    return `<tr class="${reference ? 'removed' : 'added'}">${cells(reference, '− ')}${cells(actual, '+ ')}</tr>`
  })
  const titles = hasReference ? ['Reference run', 'This schedule'] : ['This schedule']
  const head = titles.map((title) => `<th scope="col">Time</th><th scope="col">${title}</th>`)
  return `<table class="timeline${hasReference ? ' both' : ''} mono"><thead><tr>${head.join('')}</tr></thead><tbody>${lines.join('\n')}</tbody></table>`
}

const style = `
.heat th[scope=row]{position:sticky;left:0;background:var(--raised);white-space:nowrap}
.heat thead th:not(:first-child){padding:8px 4px;vertical-align:bottom}.heat thead span{writing-mode:vertical-rl;transform:rotate(180deg)}
.heat thead th:first-child{left:0;z-index:1;vertical-align:bottom}
.heat td{width:28px;min-width:28px;padding:3px;border:1px solid var(--line);text-align:center;font-weight:600}
.heat td:has(a){padding:0}.heat a{display:block;min-height:24px;padding:3px;color:inherit}.heat abbr{text-decoration:inherit}
.legend{display:flex;flex-wrap:wrap;gap:6px 18px;padding:0;list-style:none}.key{display:inline-block;width:22px;border:1px solid var(--line);text-align:center;font-weight:600}
.timeline{width:100%;min-width:480px}.timeline.both{min-width:900px}.timeline td{white-space:pre-wrap;overflow-wrap:anywhere;padding-block:1px}.timeline td:nth-child(2),.timeline td:nth-child(4){width:45%}.timeline td:nth-child(odd){white-space:nowrap}
.added td:nth-child(4){background:var(--note);color:var(--on-note)}.removed td:nth-child(2){background:var(--ok);color:var(--on-ok)}
.timeline td.deviation{background:var(--bad)!important;color:var(--on-bad)!important;font-weight:600}
@media (max-width:700px){.heat th[scope=row]{min-width:130px;max-width:130px;white-space:normal;overflow-wrap:anywhere}}
@media print{.timeline,.timeline.both{min-width:0}}
`
