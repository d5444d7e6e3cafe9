/**
 * Tells what happened and why, so that a person can read it: one line for each entry of the journal,
 * what it led to indented below it. What was led to from afar names its cause: `<- 5`.
 */
import type { JournalEntryLike } from './journal-filter.ts'
import { entrySentence, type SentenceContext } from './sentences.ts'

export interface TranscriptContext extends SentenceContext {
  /** How many entries the journal let go, and how many it keeps. */
  readonly dropped: number
  readonly entriesMax: number
  /** How many kept entries are left out before the first one. */
  readonly omitted?: number
}

/** Room for the kind of an entry, indented twice. */
const kindWidth = 14

export function formatTranscript(
  entries: readonly JournalEntryLike[],
  context: TranscriptContext,
): string {
  const lines: string[] = []
  const { dropped, omitted = 0 } = context
  if (dropped > 0) lines.push(droppedLine(context))
  if (omitted > 0) lines.push(`… ${omitted} earlier`)
  /** The line above and what it hangs from: causes under which an entry can stand. */
  let ancestors: number[] = []
  let previous: JournalEntryLike | undefined
  const width = String(entries.at(-1)?.number ?? 0).length
  const timeWidth = entries.some(({ at }) => !at.endsWith(wholeSecond)) ? 12 : 8
  for (const entry of entries) {
    if (previous?.at.slice(0, 10) !== entry.at.slice(0, 10)) lines.push(dayLine(entry))
    if (entry.kind === 'step') lines.push('')
    const depth = entry.cause === undefined ? 0 : ancestors.indexOf(entry.cause) + 1
    ancestors = [...ancestors.slice(0, depth), entry.number]
    const number = String(entry.number).padStart(width)
    const time = previous?.at === entry.at && entry.kind !== 'step' ? '' : timeOf(entry)
    const kind = '  '.repeat(depth) + entry.kind
    const causeSuffix = entry.cause !== undefined && depth === 0 ? `  <- ${entry.cause}` : ''
    lines.push(
      `${number}  ${time.padEnd(timeWidth)}  ${kind.padEnd(kindWidth)}  ${entrySentence(entry, context)}${causeSuffix}`,
    )
    previous = entry
  }
  return lines.join('\n')
}

function droppedLine({ dropped, entriesMax }: TranscriptContext): string {
  const kept = `it keeps ${entriesMax}: see journalEntriesMax`
  return `The journal let ${dropped} earlier ${dropped === 1 ? 'entry' : 'entries'} go (${kept}).`
}

const wholeSecond = '.000Z'

const dayLine = ({ at }: JournalEntryLike): string =>
  `-- ${new Date(at).toUTCString().slice(0, 3)} ${at.slice(0, 10)}`

/** The time of day; its milliseconds only where there are some. */
const timeOf = ({ at }: JournalEntryLike): string =>
  at.slice(11, at.endsWith(wholeSecond) ? 19 : 23)
