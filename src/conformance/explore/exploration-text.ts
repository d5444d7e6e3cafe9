/** Formats an exploration as text. */
import { formatThousands } from '../../engine/define/number-text.ts'
import { formatChoicePoint } from '../run/choice-point.ts'
import { formatEndingDifferences } from '../oracles/difference.ts'
import type { ExplorationFailure } from './failure.ts'
import { definitionOf, formatDeviation } from '../run/schedule.ts'
import type { Matrix } from './matrix.ts'
import type { Verdict } from '../oracles/judgement.ts'
import { failureTest, type ReplayOptions } from './report/replay-test.ts'
import type { Shard } from './shards/shard.ts'

/** The parts of an exploration that its text shows. */
export interface ExplorationFacts {
  readonly scenario: string
  readonly coverage: string
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>
  readonly matrix: Matrix
  readonly failures: readonly ExplorationFailure[]
  readonly notes: readonly string[]
  readonly replayOptions?: ReplayOptions
  readonly histories: { readonly run: number; readonly byDepth: readonly number[] }
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
  const text = `Verdicts, with the plain run: ${counts.join(', ') || 'none'}. ${differences}.`
  return [text, ...emptyShardNotes(exploration)].join(' ')
}

/** Says that a shard ran no history; empty for other explorations. */
export function emptyShardNotes({ histories, shard }: ExplorationFacts): readonly string[] {
  const { run, byDepth } = histories
  return shard && run === (byDepth[0] ?? 0)
    ? [`The shard ${shard.number}/${shard.count} ran no history.`]
    : []
}

/** One letter for each verdict in the matrix. */
export const letters: Readonly<Record<Verdict, string>> = {
  same: '.',
  recovered: 'r',
  reported: 'p',
  silent: 'S',
  lost: 'L',
  stale: 'O',
  missing: 'M',
  unstable: 'U',
  hung: 'H',
  failed: 'F',
  'not reproducible': '?',
  'could not tell': '-',
}

const legend =
  '. same  r recovered  p reported  S silent  L lost  O stale  M missing  U unstable  H hung  F failed  ? not reproducible  - could not tell'

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
    const letterOf = (cell: Verdict | null): string => (cell === null ? ' ' : letters[cell])
    return `${shorten(point).padEnd(width)}  ${cells.map(letterOf).join('')}`.trimEnd()
  })
  return [numbered, legend, '', `${' '.repeat(width)}  ${marks}`, ...lines].join('\n')
}

/** The verdicts as predicates of a sentence about a run. */
const predicates: Readonly<Record<Verdict, string>> = {
  same: 'has the verdict `same`, which `accept` does not list',
  recovered: 'has the verdict `recovered`, which `accept` does not list',
  reported: 'has the verdict `reported`, which `accept` does not list',
  silent: 'is silent',
  lost: 'loses an event',
  stale: 'is stale',
  missing: 'misses a value',
  unstable: 'is unstable',
  hung: 'hung',
  failed: 'failed',
  'not reproducible': 'is not reproducible',
  'could not tell': 'could not tell',
}

function formatFailure(failure: ExplorationFailure, exploration: ExplorationFacts): string {
  const { deviations, verdict, reason, difference, compared, transcript } = failure
  const test = failureTest(failure, exploration)
  const isJudged = verdict !== 'could not tell'
  const plain = isJudged ? 'The plain run' : 'The exploration'
  const shortest = isJudged ? 'The shortest failing history' : 'The shortest history'
  const run = deviations.length === 0 ? plain : shortest
  return [
    `${run} ${predicates[verdict]}${reason === undefined ? ':' : `: ${reason}.`}`,
    ...deviations.map((each) => `  ${formatDeviation(each)}\n    ${definitionOf(each).summary}`),
    ...(difference.length > 0
      ? ['', 'The ending differs:', indent(formatEndingDifferences(difference, compared))]
      : []),
    '',
    'What happened:',
    indent(transcript.trimEnd()),
    ...(test === undefined ? [] : ['', 'A test for it:', indent(test)]),
  ].join('\n')
}

/** The number of failures after the first one that the text lists. */
const othersMax = 10

function formatOthers(failures: readonly ExplorationFailure[]): string {
  const lines = failures.slice(0, othersMax).map(({ replay, verdict, count }) => {
    const histories = count === 1 ? '1 history' : `${formatThousands(count)} histories`
    return `${replay} (${verdict}, ${histories})`
  })
  const rest = failures.length - lines.length
  return `Also:\n${indent([...lines, ...(rest > 0 ? [`and ${formatThousands(rest)} more`] : [])].join('\n'))}`
}

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')
