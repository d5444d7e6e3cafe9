/** Renders reports as one HTML file without requests: failures first, then the matrix, groups and charts. */
import type { Story } from '../../engine/journal/story.ts'
import { chartCss, chartSvg } from '../chart/chart-svg.ts'
import { comparisonCss, comparisonHtml } from '../comparison/comparison-html.ts'
import { pluralize } from '../format.ts'
import { html, type Html } from '../html.ts'
import { tableHtml } from '../table-html.ts'
import { copyButton } from '../sequence/details-html.ts'
import { sequenceHtml } from '../sequence/sequence-html.ts'
import { detailsCss, sequenceCss } from '../sequence/style.ts'
import { drawerCss, drawerHtml } from './drawer.ts'
import { formatPage } from './page-frame.ts'
import { pageScript } from './page-script-text.ts'
import type {
  Badge,
  Report,
  ReportCell,
  ReportDifference,
  ReportDifferences,
  ReportFailure,
  ReportGroup,
  ReportMatrix,
  ReportRun,
  ReportTable,
} from './report.ts'

/** Renders a report. The stories of its runs are in it once. */
export function reportToHTML(report: Report): string {
  const { title, verdict, counts = [], about, failures = [], groups = [] } = report
  const { matrix, charts = [], tables = [], notes = [] } = report
  const stories: Story[] = []
  const body = html`<div class="split">
    <main class="report" tabindex="0" aria-label="Report">
      <h1>${title}</h1>
      <p>${verdict && badgeHtml(verdict)}${counts.map(badgeHtml)}</p>
      ${about.map((line) => html`<p class="quiet about">${line}</p>`)}
      ${charts.map((chart) => html`<figure class="scroll" tabindex="0" role="region" aria-label="Chart">${chartSvg(chart)}</figure>`)}
      ${failures.length > 0 && failureList(failures)}
      ${failures.map((failure, i) => failureHtml(failure, i, stories))}
      ${matrix && matrixHtml(matrix, failures)} ${groups.map(groupHtml)} ${tables.map(tableSection)}
      ${
        notes.length > 0 &&
        html`<section>
          <h2>Notes</h2>
          <ul>
            ${notes.map((note) => html`<li>${note}</li>`)}
          </ul>
        </section>`
      }
    </main>
    ${drawerHtml}
  </div>`
  const css = sequenceCss + detailsCss + drawerCss + comparisonCss + chartCss + reportCss
  return formatPage({ title, body, css, script: pageScript, data: stories })
}

const badgeHtml = ({ text, grade }: Badge): Html =>
  html`<span class="grade ${grade}">${text}</span> `

const anchorOf = (index: number): string => `failure-${index + 1}`

/** The failures by what differs. */
function failureList(failures: readonly ReportFailure[]): Html {
  const groups = new Map<string, [failure: ReportFailure, index: number][]>()
  failures.forEach((failure, i) => {
    const key = failure.group ?? failure.differences?.list[0]?.path ?? ''
    groups.set(key, [...(groups.get(key) ?? []), [failure, i]])
  })
  const items = [...groups].map(
    ([group, members]) =>
      html`<li>
        ${group !== '' && html`<p class="mono">${group}</p>`}
        <ul>
          ${members.map(
            ([{ id, verdict, count }, i]) =>
              html`<li>
                ${badgeHtml(verdict)}<a class="mono" href="#${anchorOf(i)}">${id}</a
                >${count !== undefined && html` <span class="quiet">${pluralize(count, 'run')}</span>`}
              </li>`,
          )}
        </ul>
      </li>`,
  )
  return html`<nav aria-label="Failures">
    <h2>${pluralize(failures.length, 'failure')}</h2>
    <ol class="failures">
      ${items}
    </ol>
  </nav>`
}

function failureHtml(failure: ReportFailure, index: number, stories: Story[]): Html {
  const { id, verdict, badges = [], about, reason, deviations = [], differences } = failure
  const { replay, test, repeat } = failure
  const items = deviations.map(
    ({ text, rule }) => html`<li>${text} <span class="quiet">Rule: ${rule}.</span></li>`,
  )
  return html`<section
    class="failure"
    id="${anchorOf(index)}"
    aria-labelledby="${anchorOf(index)}-title"
  >
    <h2 id="${anchorOf(index)}-title">
      ${badgeHtml(verdict)}${badges.map(badgeHtml)}<span class="mono">${id}</span>
    </h2>
    ${about !== undefined && html`<p>${about}</p>`}
    ${reason !== undefined && html`<p class="why failed">${reason}</p>`}
    ${
      items.length > 0 &&
      html`<ul>
        ${items}
      </ul>`
    }
    ${runsHtml(failure, index, stories)}
    ${differences && differences.list.length > 0 && differencesHtml(namedAs(failure, differences), index)}
    ${
      (replay ?? test ?? repeat) !== undefined &&
      html`<h3>Replay</h3>
        <p>
          ${replay !== undefined && html`<code>${replay}</code> ${copyButton(replay, 'the replay text')}`}
          ${test !== undefined && html`<button type="button" data-copy="${test}">Copy a test</button>`}
          ${repeat}
        </p>`
    }
  </section>`
}

/** The differences with the titles of the two runs above, if both are shown. */
const namedAs = (
  { run, baseline }: ReportFailure,
  { names, list }: ReportDifferences,
): ReportDifferences =>
  run && baseline
    ? { names: { expected: baseline.title, actual: run.title }, list }
    : { names, list }

/** The run beside its baseline; the run alone, or their texts where there are no stories. */
function runsHtml(
  { run, baseline }: ReportFailure,
  index: number,
  stories: Story[],
): Html | undefined {
  if (!run) return undefined
  const label = `What happened in failure ${index + 1}`
  const content = (): Html => {
    if (run.story && baseline?.story) {
      const left = {
        title: baseline.title,
        story: baseline.story,
        index: stories.push(baseline.story) - 1,
      }
      const right = { title: run.title, story: run.story, index: stories.push(run.story) - 1 }
      return comparisonHtml(left, right)
    }
    if (run.story) return sequenceHtml(run.story, stories.push(run.story) - 1)
    return html`${[baseline, run].map((each) => each && transcriptHtml(each))}`
  }
  return html`<h3>What happened</h3>
    <div class="scroll run" tabindex="0" role="region" aria-label="${label}">${content()}</div>`
}

const transcriptHtml = ({ title, transcript }: ReportRun): Html =>
  html`<details open>
    <summary>${title}</summary>
    <pre>${transcript}</pre>
  </details>`

function differencesHtml({ names, list }: ReportDifferences, index: number): Html {
  const value = (text: string | undefined, by: number | undefined): Html =>
    text === undefined
      ? html`<td class="quiet">no value</td>`
      : html`<td>
          <code>${text}</code
          >${by !== undefined && html` <span class="quiet">written by #${by}</span>`}
        </td>`
  const rows = list.map(
    ({ path, expected, actual, expectedBy, actualBy }: ReportDifference) =>
      html`<tr>
        <th scope="row" class="mono">${path}</th>
        ${value(expected, expectedBy)}${value(actual, actualBy)}
      </tr>`,
  )
  return html`<h3>What differs at the end</h3>
    ${tableHtml({
      label: `Differences of failure ${index + 1}`,
      columns: ['Path', names.expected, names.actual],
      rows,
    })}`
}

function matrixHtml(
  { columns, rows, legend }: ReportMatrix,
  failures: readonly ReportFailure[],
): Html {
  const places = new Map(failures.map(({ id }, i) => [id, anchorOf(i)]))
  const cell = (each: ReportCell | null): Html => {
    if (!each) return html`<td></td>`
    const { letter, text, grade, failure = '' } = each
    const content = html`<abbr title="${text}">${letter}</abbr>`
    const place = places.get(failure)
    return html`<td class="${grade}">
      ${place === undefined ? content : html`<a href="#${place}">${content}</a>`}
    </td>`
  }
  const head = columns.map((name) => html`<th scope="col"><span>${name}</span></th>`)
  const lines = rows.map(
    ({ title, cells }) =>
      html`<tr>
        <th scope="row" class="mono">${title}</th>
        ${cells.map(cell)}
      </tr>`,
  )
  const keys = legend.map(
    ({ letter, text, grade }) => html`<li><span class="key ${grade}">${letter}</span> ${text}</li>`,
  )
  return html`<section>
    <h2>Matrix</h2>
    <ul class="legend">
      ${keys}
    </ul>
    <div
      class="scroll tall"
      tabindex="0"
      role="region"
      aria-label="Matrix of choice points and deviations"
    >
      <table class="heat">
        <thead>
          <tr>
            <th scope="col">Choice point</th>
            ${head}
          </tr>
        </thead>
        <tbody>
          ${lines}
        </tbody>
      </table>
    </div>
  </section>`
}

const groupHtml = ({ title, advice, items }: ReportGroup): Html =>
  html`<section>
    <h2>${title} <span class="quiet">${items.length}</span></h2>
    ${advice !== undefined && html`<p>${advice}</p>`}
    <ul class="items">
      ${items.map(({ id, verdict, text }) => html`<li>${badgeHtml(verdict)}<code>${id}</code> <span class="quiet">${text}</span></li>`)}
    </ul>
  </section>`

const tableSection = ({ title, columns, rows }: ReportTable): Html =>
  html`<section>
    <h2>${title}</h2>
    ${tableHtml({
      label: title,
      columns,
      rows: rows.map(
        ([first = '', ...rest]) =>
          html`<tr>
            <th scope="row">${first}</th>
            ${rest.map((text) => html`<td>${text}</td>`)}
          </tr>`,
      ),
    })}
  </section>`

const reportCss = `
.split{display:flex;height:100%}
.report{position:relative;flex:1;min-width:0;padding:26px 28px 80px;overflow:auto;outline-offset:-2px}
.report>*{max-width:1400px}.about{margin:2px 0}
h2{margin:30px 0 8px}
.grade{display:inline-block;padding:0 9px;border-radius:10px;font:600 12px/20px ui-sans-serif,system-ui,sans-serif;white-space:nowrap}
.ok.grade,td.ok,.key.ok{background:var(--soft-ok);color:var(--text-ok)}.note.grade,td.note,.key.note{background:var(--soft-refused);color:var(--text-refused)}.bad.grade,td.bad,.key.bad{background:var(--soft-failed);color:var(--text-failed)}.none.grade{border:1px solid var(--line-strong)}
.failures{padding-left:20px}.failures p{margin:6px 0 0}.failures ul,.items{margin:2px 0 8px;padding:0;list-style:none}.items li{padding:3px 0}
.failure{margin:22px 0;padding:14px 20px 18px;border:1px solid var(--line);border-radius:8px;background:var(--raised)}.failure h2,.drawer-head h2{margin-top:0}
.run{max-height:70vh;border:1px solid var(--line);border-radius:6px;background:var(--paper)}
.tall{max-height:78vh;border:1px solid var(--line);border-radius:6px;background:var(--raised)}
.heat{border-collapse:collapse}.heat th{padding:4px 10px;text-align:left;font-weight:400}.heat thead th{position:sticky;top:0;z-index:1;background:var(--raised);font-weight:600}
.heat th[scope=row]{position:sticky;left:0;background:var(--raised);white-space:nowrap}
.heat thead th:not(:first-child){padding:8px 4px;vertical-align:bottom}.heat thead span{writing-mode:vertical-rl;transform:rotate(180deg)}.heat thead th:first-child{left:0;z-index:2;vertical-align:bottom}
.heat td{width:28px;min-width:28px;padding:3px;border:1px solid var(--line);text-align:center;font-weight:600}.heat td:has(a){padding:0}.heat a{display:block;min-height:24px;padding:3px;color:inherit}.heat abbr{text-decoration:inherit}
.legend{display:flex;flex-wrap:wrap;gap:6px 18px;padding:0;list-style:none}.key{display:inline-block;width:22px;border:1px solid var(--line);text-align:center;font-weight:600}
figure{margin:14px 0}summary{cursor:pointer}
@media (max-width:900px){.report{padding:16px 14px 60px}.failure{padding:12px 10px}.heat th[scope=row]{min-width:130px;max-width:130px;white-space:normal;overflow-wrap:anywhere}}
@media print{.report,.run,.tall{max-height:none;overflow:visible}button,#status{display:none}}
`
