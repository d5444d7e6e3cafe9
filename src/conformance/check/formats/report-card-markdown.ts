/** Formats a report card as Markdown, for the summary of a CI step. */
import { escapeMarkup } from '../../../report/html.ts'
import { type CheckResult, onlyText, reasonText, verdictText } from '../check-result.ts'
import { countsLine, verdictSigns } from './report-card-text.ts'

/** The largest number of lines of a transcript. The summary of a step has a limit of 1 MiB. */
const evidenceLinesMax = 120

export function formatReportCardMarkdown(
  checks: readonly CheckResult[],
  subject: string | undefined,
): string {
  const rows = checks.map(
    (check) =>
      `| ${verdictSigns[check.verdict]} | \`${check.id}\` | ${check.group} | ${verdictText(check)} | ${escapeCell(reasonText(check))} |`,
  )
  return [
    '# Report card',
    '',
    countsLine(checks, subject),
    '',
    '| | Check | Group | Verdict | Reason |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    ...checks.filter(({ verdict }) => verdict === 'failed').flatMap(detailsOf),
    '',
  ].join('\n')
}

function detailsOf({ id, why, replay, evidence }: CheckResult): string[] {
  const lines = evidence?.trimEnd().split('\n') ?? []
  const cut = lines.length - evidenceLinesMax
  const shown = cut > 0 ? [...lines.slice(0, evidenceLinesMax), `… ${cut} more lines`] : lines
  return [
    '',
    `<details><summary>${escapeCell(`${id}: ${why}`)}</summary>`,
    '',
    ...fenced([...(replay === undefined ? [] : [`The run: ${replay}`]), onlyText(id)]),
    ...fenced(shown),
    '</details>',
  ]
}

/** A code block whose fence is longer than each run of backticks in it. */
function fenced(lines: readonly string[]): string[] {
  const runs = lines.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length)
  const fence = '`'.repeat(Math.max(2, ...runs) + 1)
  return [`${fence}text`, ...lines, fence, '']
}

/** Escapes the signs of Markdown and HTML in one line. */
const escapeCell = (text: string): string =>
  escapeMarkup(text)
    .replaceAll(/[\\`*_[\]|~]/g, String.raw`\$&`)
    .replaceAll(/\s+/g, ' ')
