/** Evaluates expectations, and explains why an expectation fails. */
import { printable } from '../../errors/printable.ts'
import { formatDifferences, findDifferences, inspectValue } from './partial-match.ts'

/** The result of an expectation. The message is created on demand. */
export interface MatchResult {
  /** True if the expectation holds. */
  readonly pass: boolean
  /** True if due work can still change the result: neither the expectation nor its negation holds. */
  readonly isUndecided?: boolean
  /**
   * Explains why the expectation fails or, if it holds, why its negation fails. With `isNot`, it explains why the negation
   * of an undecided expectation fails.
   */
  message(isNot?: boolean): string
}

export interface Expectation<T> {
  /** The expectation as it follows "to have": `received create_user`. */
  readonly subject: string
  /** The values to match. A failure message shows the closest one. */
  readonly candidates: readonly T[]
  readonly expected: object
  /** The part of `expected` that the test passed, for messages. Default: `expected`. */
  readonly shownExpected?: object
  /** The exact number of matches. Default: one or more. */
  readonly times?: number | undefined
  /** Why due work can still add matches. Default: it cannot. */
  readonly undecided?: string
  /** A known reason why nothing can match. */
  readonly hint?: string | undefined
  /** Formats a candidate as one line. */
  line(candidate: T): string
  /** The lines of the latest journal entries, at most `entriesMax`. */
  recentEntries(entriesMax: number): readonly string[]
}

/** Returns the candidates that match. */
export const findMatches = <T>(candidates: readonly T[], expected: object): T[] =>
  candidates.filter((each) => findDifferences(each, expected).length === 0)

export function evaluateExpectation<T>(expectation: Expectation<T>): MatchResult {
  const { candidates, expected, times } = expectation
  const matches = findMatches(candidates, expected)
  const holds = times === undefined ? matches.length > 0 : matches.length === times
  // Note: another match changes neither a first one nor too many.
  const isOpen = matches.length < (times === undefined ? 1 : times + 1)
  const isUndecided = expectation.undecided !== undefined && isOpen
  const pass = holds && !isUndecided
  return {
    pass,
    ...(isUndecided && { isUndecided }),
    message: (isNot = false) =>
      printable(
        pass
          ? unexpectedMessage(expectation, matches)
          : missingMessage(expectation, matches, isNot),
      ),
  }
}

function missingMessage<T>(
  expectation: Expectation<T>,
  matches: readonly T[],
  isNot: boolean,
): string {
  const { candidates, expected, line, undecided } = expectation
  // Note: a negation fails only because it is undecided.
  const hint = (isNot ? undecided : undefined) ?? expectation.hint ?? undecided
  const others = candidates.filter((each) => !matches.includes(each))
  const matchLines = matches.length > 0 ? ['The matches are:', ...formatMatches(matches, line)] : []
  return [
    `Expected the emulator ${isNot ? 'not ' : ''}to have ${describeExpectation(expectation)}.`,
    `${matches.length} of ${formatCount(candidates.length, 'candidate', 'candidates')} matched.`,
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

/** The maximum number of matches that a message lists. */
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

/** Formats the candidate with the fewest differences; of several, the latest. */
function nearestLines<T>(
  others: readonly T[],
  expected: object,
  line: (each: T) => string,
): string[] {
  const ranked = others.map((each) => ({ each, differences: findDifferences(each, expected) }))
  const [nearest] = ranked.reverse().sort((a, b) => a.differences.length - b.differences.length)
  if (!nearest) return []
  return [
    'The closest is:',
    ...[line(nearest.each), ...formatDifferences(nearest.differences)].map(indent),
  ]
}

/** The title of the journal in messages. */
export const recentEntriesTitle = 'Recent journal entries:'

/** Replaces the journal if it is empty. */
export const noEntriesText = 'The journal is empty.'

/** The maximum number of journal entries in a message. */
const recentEntriesMax = 30

function recentEntryLines<T>({ recentEntries }: Expectation<T>): string[] {
  const lines = recentEntries(recentEntriesMax)
  if (lines.length === 0) return [noEntriesText]
  return [recentEntriesTitle, ...lines.map(indent)]
}

const indent = (line: string): string => `  ${line}`

const formatCount = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`
