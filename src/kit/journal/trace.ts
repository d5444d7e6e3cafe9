/**
 * Writes the journal as a trace in the Trace Event Format, which viewers of traces open: a lane for
 * calls, one for what the service does, one for the clock, and one for each webhook.
 */
import type { JournalEntryLike } from './journal-filter.ts'
import { entrySentence, type SentenceContext } from './sentences.ts'

/** One event of a trace; `ts` and `dur` are microseconds on the emulator's clock. */
export interface TraceEvent {
  /** What it tells, for people. */
  readonly name: string
  /** The kind of its journal entry, or nothing. */
  readonly cat: string
  /** X: something with a duration. M: the name of a lane. s, f: the two ends of an arrow. */
  readonly ph: 'X' | 'M' | 's' | 'f'
  /** Always 1: there is one emulator. */
  readonly pid: 1
  /** The number of its lane. */
  readonly tid: number
  /** When it began, in microseconds since the start. */
  readonly ts: number
  /** How long it took, in microseconds. Only of `X`. */
  readonly dur?: number
  /** Which two ends belong together. Only of `s` and `f`. */
  readonly id?: number
  /** The arrow ends at what encloses it. Only of `f`. */
  readonly bp?: 'e'
  /** The journal entry itself; of a lane its name. */
  readonly args?: Readonly<Record<string, unknown>>
}

/** A run as one JSON value: save it as a file and open it in a viewer of traces. */
export interface Trace {
  /** How viewers are to show times. */
  readonly displayTimeUnit: 'ms'
  /** What this is a trace of. */
  readonly otherData: {
    readonly format: 'course-admin-emulator/trace'
    readonly version: 1
    /** The moment at which `ts` is 0. */
    readonly start: string
    /** How many earlier entries the journal let go. */
    readonly dropped: number
  }
  /** The trace itself, in the order in which it happened. */
  readonly traceEvents: readonly TraceEvent[]
}

const fixedTracks = ['clock', 'what happens', 'calls'] as const
const instantUs = 1

export interface TraceContext extends SentenceContext {
  readonly dropped: number
  readonly start: string
}

export function createTrace(entries: readonly JournalEntryLike[], context: TraceContext): Trace {
  const startMs = Date.parse(context.start)
  const toMicroseconds = (at: string): number => (Date.parse(at) - startMs) * 1_000
  const trackNames: string[] = [...fixedTracks]
  const trackOf = (entry: JournalEntryLike): number => {
    const name = trackName(entry, context)
    if (!trackNames.includes(name)) trackNames.push(name)
    return trackNames.indexOf(name)
  }
  const attemptEnds = findAttemptEnds(entries)
  const byNumber = new Map(entries.map((entry) => [entry.number, entry]))
  const events = entries.flatMap((entry): TraceEvent[] => {
    const end = attemptEnds.get(entry.number)
    const from = byNumber.get(entry.cause ?? 0)
    const common = { cat: entry.kind, pid: 1 } as const
    const place = { tid: trackOf(entry), ts: toMicroseconds(entry.at) }
    const name = `${entry.kind}: ${entrySentence(entry, context)}`
    const dur = end === undefined ? instantUs : Math.max(instantUs, toMicroseconds(end) - place.ts)
    const slice = { ...common, ...place, name, ph: 'X', dur, args: entry } as const
    if (!from) return [slice]
    const arrow = { ...common, name: 'led to', id: entry.number } as const
    return [
      slice,
      { ...arrow, ph: 's', tid: trackOf(from), ts: toMicroseconds(from.at) },
      { ...arrow, ...place, ph: 'f', bp: 'e' },
    ]
  })
  const names = trackNames.map(
    (name, tid) =>
      ({ name: 'thread_name', cat: '', ph: 'M', pid: 1, tid, ts: 0, args: { name } }) as const,
  )
  const { dropped, start } = context
  return {
    displayTimeUnit: 'ms',
    otherData: { format: 'course-admin-emulator/trace', version: 1, start, dropped },
    traceEvents: [...names, ...events],
  }
}

function trackName({ kind, webhook }: JournalEntryLike, { urlOf }: SentenceContext): string {
  if (webhook !== undefined) return urlOf(String(webhook)) ?? `webhook ${String(webhook)}`
  return kind === 'clock' ? fixedTracks[0] : kind === 'request' ? fixedTracks[2] : fixedTracks[1]
}

/** When each attempt ended, by the number of its entry. */
function findAttemptEnds(entries: readonly JournalEntryLike[]): Map<number, string> {
  const responses = entries.filter(
    ({ kind, cause }) => kind.endsWith('answer') && cause !== undefined,
  )
  return new Map(responses.map(({ cause, at }) => [cause as number, at]))
}
