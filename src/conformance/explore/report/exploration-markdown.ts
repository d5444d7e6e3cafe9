/** Formats an exploration as Markdown, for the summary of a CI job. */
import { formatEndingDifferences } from '../difference.ts'
import { type ExplorationFacts, formatMatrix, formatVerdicts } from '../exploration-text.ts'
import type { ExplorationFailure } from '../failure.ts'
import { definitionOf } from '../history.ts'

export function formatExplorationMarkdown(exploration: ExplorationFacts): string {
  const { scenario, coverage, matrix, failures } = exploration
  return [
    `## Exploration of ${scenario}`,
    `${failures.length === 0 ? 'Converged' : 'Did not converge'}: ${coverage}.`,
    formatVerdicts(exploration),
    ...(failures.length > 0 ? [failureTable(failures)] : []),
    ...failures.slice(0, 1).map(formatFailure),
    ...(matrix.rows.length > 0 ? [details('Matrix', formatMatrix(matrix))] : []),
    '',
  ].join('\n\n')
}

function failureTable(failures: readonly ExplorationFailure[]): string {
  const rows = failures.map(
    ({ replay, verdict, count }) => `| ${codeSpan(replay)} | ${verdict} | ${count} |`,
  )
  return ['| Replay | Verdict | Histories |', '| --- | --- | ---: |', ...rows].join('\n')
}

function formatFailure({ deviations, reason, difference, transcript }: ExplorationFailure): string {
  return [
    '### The shortest failing history',
    ...(reason === undefined ? [] : [block(reason)]),
    ...(deviations.length > 0
      ? [deviations.map((each) => `- ${definitionOf(each).summary}`).join('\n')]
      : []),
    ...(difference.length > 0 ? [block(formatEndingDifferences(difference))] : []),
    details('Transcript', transcript.trimEnd()),
  ].join('\n\n')
}

const details = (summary: string, text: string): string =>
  `<details><summary>${summary}</summary>\n\n${block(text)}\n\n</details>`

/** A block of code. Its fence is longer than each row of backticks in the text. */
function block(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}text\n${text}\n${fence}`
}

/** Code in a cell of a table. */
function codeSpan(text: string): string {
  const mark = '`'.repeat(longestRun(text) + 1)
  return `${mark} ${text.replaceAll('|', '\\|')} ${mark}`
}

const longestRun = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
