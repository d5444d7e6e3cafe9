/** Formats an exploration as text. */
import { formatThousands } from '../../engine/define/number-text.ts'
import { formatChoicePoint } from '../run/choice-point.ts'
import { formatEndingDifferences } from '../oracles/difference.ts'
import { describeDeviation, type ExplorationFailure } from './failure.ts'
import { sentence } from '../run/run-end.ts'
import { definitionOf } from '../run/schedule.ts'
import type { Matrix } from './matrix.ts'
import { acceptedVerdicts, type Verdict, verdicts, verdictTable } from '../oracles/verdict.ts'
import { failureTest, type ReplayOptions } from './report/replay-test.ts'
import type { Shard } from './shard.ts'

/** The parts of an exploration that its text shows. */
export interface ExplorationFacts {
  readonly scenario: string
  readonly coverage: string
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>
  readonly matrix: Matrix
  readonly failures: readonly ExplorationFailure[]
  readonly notes: readonly string[]
  readonly replayOptions?: ReplayOptions
  readonly schedules: { readonly run: number; readonly byDepth: readonly number[] }
  readonly shard?: Shard
}

export function formatExploration(exploration: ExplorationFacts): string {
  const { scenario, coverage, matrix, failures, notes } = exploration
  const [first] = failures
  return [
    `${scenario}: ${coverage}`,
    formatVerdicts(exploration),
    ...(matrix.rows.length > 0 ? [formatMatrix(matrix)] : []),
    ...(notes.length > 0 ? [`Notes:\n${indent(notes.join('\n'))}`] : []),
    ...(first ? [formatFailure(first, exploration)] : []),
    ...(failures.length > 1 ? [formatOthers(failures.slice(1))] : []),
  ].join('\n\n')
}

function formatVerdicts(exploration: ExplorationFacts): string {
  const { verdicts, failures } = exploration
  const counts = Object.entries(verdicts).map(([verdict, count]) => `${count} ${verdict}`)
  const differences = failures.length === 1 ? '1 failure' : `${failures.length} failures`
  const text = `Verdicts, with the baseline run: ${counts.join(', ') || 'none'}. ${differences}.`
  return [text, ...emptyShardNotes(exploration)].join(' ')
}

/** Says that a shard ran no schedule; empty for other explorations. */
export function emptyShardNotes({ schedules, shard }: ExplorationFacts): readonly string[] {
  const { run, byDepth } = schedules
  return shard && run === (byDepth[0] ?? 0)
    ? [`The shard ${shard.number}/${shard.count} ran no schedule.`]
    : []
}

const legend = verdicts.map((verdict) => `${verdictTable[verdict].letter} ${verdict}`).join('  ')

/** The longest name of a choice point in a matrix as text. */
const pointLengthMax = 64

export function formatMatrix({ columns, rows }: Matrix): string {
  const shorten = (point: string): string => {
    const text = formatChoicePoint(point)
    return text.length <= pointLengthMax ? text : `${text.slice(0, pointLengthMax - 1)}…`
  }
  const width = Math.max(...rows.map(({ point }) => shorten(point).length))
  const marks = columns.map((_, i) => String((i + 1) % 10)).join('')
  const numbered = columns.map((name, i) => `${i + 1} ${name}`).join('  ')
  const lines = rows.map(({ point, cells }) => {
    const letterOf = (cell: Verdict | null): string =>
      cell === null ? ' ' : verdictTable[cell].letter
    return `${shorten(point).padEnd(width)}  ${cells.map(letterOf).join('')}`.trimEnd()
  })
  return [numbered, legend, '', `${' '.repeat(width)}  ${marks}`, ...lines].join('\n')
}

function formatFailure(failure: ExplorationFailure, exploration: ExplorationFacts): string {
  const { deviations, verdict, reason, difference, compared, transcript } = failure
  const test = failureTest(failure, exploration)
  const isJudged = verdict !== 'inconclusive'
  const baseline = isJudged ? 'The baseline run' : 'The exploration'
  const shortest = isJudged ? 'The shortest failing schedule' : 'The shortest schedule'
  const run = deviations.length === 0 ? baseline : shortest
  return [
    `${run} ${predicateOf(verdict)}${reason === undefined ? ':' : `: ${sentence(reason)}`}`,
    ...deviations.map((each) => `  ${describeDeviation(each)}\n    ${definitionOf(each).summary}`),
    ...(difference.length > 0
      ? ['', 'The ending differs:', indent(formatEndingDifferences(difference, compared))]
      : []),
    ...(transcript.trim() === '' ? [] : ['', 'What happened:', indent(transcript.trimEnd())]),
    ...(test === undefined ? [] : ['', 'A test for it:', indent(test)]),
  ].join('\n')
}

/** A verdict that no run fails with by default fails only because of `accept`. */
const predicateOf = (verdict: Verdict): string =>
  acceptedVerdicts.includes(verdict)
    ? `${verdictTable[verdict].predicate}, which \`accept\` does not list`
    : verdictTable[verdict].predicate

/** The number of failures after the first one that the text lists. */
const othersMax = 10

function formatOthers(failures: readonly ExplorationFailure[]): string {
  const lines = failures.slice(0, othersMax).map(({ replay, verdict, count }) => {
    const schedules = count === 1 ? '1 schedule' : `${formatThousands(count)} schedules`
    return `${replay} (${verdict}, ${schedules})`
  })
  const rest = failures.length - lines.length
  return `Also:\n${indent([...lines, ...(rest > 0 ? [`and ${formatThousands(rest)} more`] : [])].join('\n'))}`
}

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')
