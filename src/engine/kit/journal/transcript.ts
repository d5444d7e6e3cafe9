/**
 * Formats the journal as text: one line for each entry, with its effects indented below it. An entry whose
 * cause is not directly above it names the cause: `<- 5`. Requests are not indented: they name the delivery
 * that led to them, unless the step of their section did. The first request of a test names the test.
 */
import { printable } from '../../errors/printable.ts'
import type { JournalEntryBase, SentenceContext } from '../../journal/entry-kind.ts'
import { entryKindOf } from '../../journal/kind-table.ts'

export interface TranscriptContext extends SentenceContext {
  /** The number of entries that the journal dropped. */
  readonly dropped: number
  /** How much the journal keeps, and the option that says so. */
  readonly limit: string
  /** The number of kept entries before the first one shown. Default: 0. */
  readonly omitted?: number
}

/** The width of the column for the kind, with two levels of indentation. */
const kindWidth = 14

export function formatTranscript(
  entries: readonly JournalEntryBase[],
  context: TranscriptContext,
): string {
  const { dropped, omitted = 0 } = context
  const lines: string[] = []
  if (dropped > 0) lines.push(droppedLine(context))
  if (omitted > 0) lines.push(`… ${omitted} earlier; \`emulator.transcript()\` prints all`)
  /** The numbers of the previous entry and its causes, outermost first. */
  let ancestors: number[] = []
  let previous: JournalEntryBase | undefined
  /** The number of the entry that started the current section. */
  let section: number | undefined
  /** The test that led to the previous request. */
  let previousTest: string | undefined
  const width = String(entries.at(-1)?.number ?? 0).length
  const timeWidth = entries.some(({ at }) => !at.endsWith(wholeSecond)) ? 12 : 8
  for (const entry of entries) {
    const kind = entryKindOf(entry)
    const { startsSection } = kind
    if (previous?.at.slice(0, 10) !== entry.at.slice(0, 10)) lines.push(dayLine(entry))
    if (startsSection) lines.push('')
    const isOuter = entry.cause === undefined || kind.startsChain
    const depth = isOuter ? 0 : ancestors.indexOf(entry.cause) + 1
    ancestors = [...ancestors.slice(0, depth), entry.number]
    const number = String(entry.number).padStart(width)
    const time = previous?.at === entry.at && !startsSection ? '' : timeOf(entry)
    const name = ('  '.repeat(depth) + kind.name).padEnd(kindWidth)
    const isCauseVisible = entry.cause === undefined || depth > 0 || entry.cause === section
    const { test = previousTest } = kind.subject(entry)
    const testSuffix = test === previousTest ? '' : `  <- test "${test}"`
    const causeSuffix = isCauseVisible ? testSuffix : `  <- ${entry.cause}`
    previousTest = test
    if (startsSection) section = entry.number
    const sentence = kind.sentence(entry, context) + causeSuffix
    lines.push(`${number}  ${time.padEnd(timeWidth)}  ${name}  ${sentence}`)
    previous = entry
  }
  return printable(lines.join('\n'))
}

function droppedLine({ dropped, limit }: TranscriptContext): string {
  const noun = dropped === 1 ? 'entry' : 'entries'
  return `The journal dropped ${dropped} earlier ${noun} (it keeps ${limit}).`
}

const wholeSecond = '.000Z'

const dayLine = ({ at }: JournalEntryBase): string =>
  `-- ${new Date(at).toUTCString().slice(0, 3)} ${at.slice(0, 10)}`

/** The time of day, with milliseconds if they are not zero. */
const timeOf = ({ at }: JournalEntryBase): string =>
  at.slice(11, at.endsWith(wholeSecond) ? 19 : 23)
