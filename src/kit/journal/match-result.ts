/** Judges whether something happened as often as expected, and tells a person why not. */
import { differenceLines, differences, inWords } from './partial-match.ts'

/** Whether an expectation holds; the message is made when somebody asks. */
export interface Verdict {
  /** Whether it holds. */
  readonly pass: boolean
  /** Why it does not hold, or, where it holds, why its opposite does not. */
  message(): string
}

export interface Expectation<T> {
  /** What is expected of the emulator, after "to have": `received create_user`. */
  readonly deed: string
  /** What could be meant; the nearest of them is shown. */
  readonly candidates: readonly T[]
  readonly like: object
  /** What the test said of it, where that is less. Default: `like`. */
  readonly said?: object
  /** How often exactly. Default: once or more. */
  readonly times?: number | undefined
  /** Why there can be none, where that is known. */
  readonly hint?: string
  /** A candidate in a line. */
  line(candidate: T): string
  /** What happened, for whoever looks for the mistake: the last so many entries. */
  story(entriesMax: number): readonly string[]
}

/** Those of the candidates that are as they should be. */
export const alike = <T>(candidates: readonly T[], like: object): T[] =>
  candidates.filter((each) => differences(each, like).length === 0)

export function judge<T>(expectation: Expectation<T>): Verdict {
  const { candidates, like, times } = expectation
  const found = alike(candidates, like)
  const pass = times === undefined ? found.length > 0 : found.length === times
  return { pass, message: () => (pass ? denied(expectation, found) : missed(expectation, found)) }
}

function missed<T>(expectation: Expectation<T>, found: readonly T[]): string {
  const { candidates, like, line, hint } = expectation
  const others = candidates.filter((each) => !found.includes(each))
  const shown = found.length > 0 ? ['It was so for:', ...few(found, line)] : []
  return [
    `Expected the emulator to have ${wantedOf(expectation)}.`,
    `${countOf(found.length, 'match', 'matches')} among ${candidates.length}.`,
    ...(hint === undefined ? [] : [hint]),
    ...shown,
    ...(found.length < (expectation.times ?? 1) ? nearestLines(others, like, line) : []),
    ...storyOf(expectation),
  ].join('\n')
}

function denied<T>(expectation: Expectation<T>, found: readonly T[]): string {
  return [
    `Expected the emulator not to have ${wantedOf(expectation)}, but it has:`,
    ...few(found, expectation.line),
    ...storyOf(expectation),
  ].join('\n')
}

/** What a message can name one by one. */
const namedMax = 10

function few<T>(found: readonly T[], line: (each: T) => string): string[] {
  const rest = found.length - namedMax
  const lines = found.slice(0, namedMax).map(line)
  return [...lines, ...(rest > 0 ? [`… and ${rest} more, ${found.length} in all`] : [])].map(
    indented,
  )
}

function wantedOf<T>({ deed, like, said = like, times }: Expectation<T>): string {
  const manner = Object.keys(said).length > 0 ? ` with ${inWords(said)}` : ''
  return deed + manner + (times === undefined ? '' : `, ${countOf(times, 'time', 'times')}`)
}

/** The candidate with the fewest differences, the latest of several, and what they are. */
function nearestLines<T>(others: readonly T[], like: object, line: (each: T) => string): string[] {
  const ranked = others.map((each) => ({ each, found: differences(each, like) }))
  const [nearest] = ranked.reverse().sort((a, b) => a.found.length - b.found.length)
  if (!nearest) return []
  return [
    'The nearest is:',
    ...[line(nearest.each), ...differenceLines(nearest.found)].map(indented),
  ]
}

/** Stands above what happened. */
export const storyTitle = 'What the emulator saw:'

/** Stands there where nothing happened. */
export const emptyStory = 'The emulator saw nothing at all.'

/** What a message can hold and still be read. */
const storyEntriesMax = 30

function storyOf<T>({ story }: Expectation<T>): string[] {
  const lines = story(storyEntriesMax)
  if (lines.length === 0) return [emptyStory]
  return [storyTitle, ...lines.map(indented)]
}

const indented = (line: string): string => `  ${line}`

const countOf = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`
