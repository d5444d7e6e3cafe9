/** Judges whether something happened as often as expected, and tells a person why not. */
import { formatDifferences, findDifferences, inspectValue } from './partial-match.ts'

/** Whether an expectation holds; the message is made when somebody asks. */
export interface MatchResult {
  /** Whether it holds. */
  readonly pass: boolean
  /** Why it does not hold, or, where it holds, why its opposite does not. */
  message(): string
}

export interface Expectation<T> {
  /** What is expected of the emulator, after "to have": `received create_user`. */
  readonly subject: string
  /** What could be meant; the nearest of them is shown. */
  readonly candidates: readonly T[]
  readonly expected: object
  /** What the test said of it, where that is less. Default: `like`. */
  readonly shownExpected?: object
  /** How often exactly. Default: once or more. */
  readonly times?: number | undefined
  /** Why there can be none, where that is known. */
  readonly hint?: string
  /** A candidate in a line. */
  line(candidate: T): string
  /** What happened, for whoever looks for the mistake: the last so many entries. */
  recentEntries(entriesMax: number): readonly string[]
}

/** Those of the candidates that are as they should be. */
export const findMatches = <T>(candidates: readonly T[], expected: object): T[] =>
  candidates.filter((each) => findDifferences(each, expected).length === 0)

export function evaluateExpectation<T>(expectation: Expectation<T>): MatchResult {
  const { candidates, expected, times } = expectation
  const matches = findMatches(candidates, expected)
  const pass = times === undefined ? matches.length > 0 : matches.length === times
  return {
    pass,
    message: () =>
      pass ? unexpectedMessage(expectation, matches) : missingMessage(expectation, matches),
  }
}

function missingMessage<T>(expectation: Expectation<T>, matches: readonly T[]): string {
  const { candidates, expected, line, hint } = expectation
  const others = candidates.filter((each) => !matches.includes(each))
  const matchLines = matches.length > 0 ? ['It was so for:', ...formatMatches(matches, line)] : []
  return [
    `Expected the emulator to have ${describeExpectation(expectation)}.`,
    `${formatCount(matches.length, 'match', 'matches')} among ${candidates.length}.`,
    ...(hint === undefined ? [] : [hint]),
    ...matchLines,
    ...(matches.length < (expectation.times ?? 1) ? nearestLines(others, expected, line) : []),
    ...recentEntryLines(expectation),
  ].join('\n')
}

function unexpectedMessage<T>(expectation: Expectation<T>, matches: readonly T[]): string {
  return [
    `Expected the emulator not to have ${describeExpectation(expectation)}, but it has:`,
    ...formatMatches(matches, expectation.line),
    ...recentEntryLines(expectation),
  ].join('\n')
}

/** What a message can name one by one. */
const listedMatchesMax = 10

function formatMatches<T>(matches: readonly T[], line: (each: T) => string): string[] {
  const rest = matches.length - listedMatchesMax
  const lines = matches.slice(0, listedMatchesMax).map(line)
  return [...lines, ...(rest > 0 ? [`… and ${rest} more, ${matches.length} in all`] : [])].map(
    indent,
  )
}

function describeExpectation<T>({
  subject,
  expected,
  shownExpected = expected,
  times,
}: Expectation<T>): string {
  const condition =
    Object.keys(shownExpected).length > 0 ? ` with ${inspectValue(shownExpected)}` : ''
  return (
    subject + condition + (times === undefined ? '' : `, ${formatCount(times, 'time', 'times')}`)
  )
}

/** The candidate with the fewest differences, the latest of several, and what they are. */
function nearestLines<T>(
  others: readonly T[],
  expected: object,
  line: (each: T) => string,
): string[] {
  const ranked = others.map((each) => ({ each, differences: findDifferences(each, expected) }))
  const [nearest] = ranked.reverse().sort((a, b) => a.differences.length - b.differences.length)
  if (!nearest) return []
  return [
    'The nearest is:',
    ...[line(nearest.each), ...formatDifferences(nearest.differences)].map(indent),
  ]
}

/** Stands above what happened. */
export const recentEntriesTitle = 'What the emulator saw:'

/** Stands there where nothing happened. */
export const noEntriesText = 'The emulator saw nothing at all.'

/** What a message can hold and still be read. */
const recentEntriesMax = 30

function recentEntryLines<T>({ recentEntries }: Expectation<T>): string[] {
  const lines = recentEntries(recentEntriesMax)
  if (lines.length === 0) return [noEntriesText]
  return [recentEntriesTitle, ...lines.map(indent)]
}

const indent = (line: string): string => `  ${line}`

const formatCount = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`
