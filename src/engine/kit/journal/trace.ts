/**
 * Exports the journal in the Trace Event Format, which trace viewers open: one track for requests, one for
 * the service, one for the clock, and one for each webhook.
 */
import type { JournalEntryBase, SentenceContext, TraceTrack } from '../../journal/entry-kind.ts'

/** One event of a trace; `ts` and `dur` are microseconds on the emulator's clock. */
export interface TraceEvent {
  /** The label in the viewer. */
  readonly name: string
  /** The kind of the journal entry; empty for the name of a track. */
  readonly cat: string
  /** X: a duration. M: the name of a track. s, f: the start and the end of an arrow. */
  readonly ph: 'X' | 'M' | 's' | 'f'
  /** Always 1: there is one emulator. */
  readonly pid: 1
  /** The number of the track. */
  readonly tid: number
  /** The start, in microseconds since the start of the trace. */
  readonly ts: number
  /** The duration in microseconds. Only for `X`. */
  readonly dur?: number
  /** The id that the start and the end of an arrow share. Only for `s` and `f`. */
  readonly id?: number
  /** Binds the end of an arrow to the enclosing duration. Only for `f`. */
  readonly bp?: 'e'
  /** The journal entry, or the name of the track. */
  readonly args?: Readonly<Record<string, unknown>>
}

/** A run as one JSON value. Save it as a file and open it in a trace viewer. */
export interface Trace {
  /** The unit in which viewers show times. */
  readonly displayTimeUnit: 'ms'
  /** Describes the trace. */
  readonly otherData: {
    readonly format: 'course-admin-emulator/trace'
    readonly version: 1
    /** The time at which `ts` is 0, in ISO 8601. */
    readonly start: string
    /** The number of entries that the journal dropped. */
    readonly dropped: number
  }
  /** The events, in the order of the journal. */
  readonly traceEvents: readonly TraceEvent[]
}

const fixedTracks: readonly TraceTrack[] = ['clock', 'what happens', 'calls']
const instantUs = 1

interface TraceContext extends SentenceContext {
  readonly dropped: number
  readonly start: string
}

export function createTrace(entries: readonly JournalEntryBase[], context: TraceContext): Trace {
  const startMs = Date.parse(context.start)
  const toMicroseconds = (at: string): number => (Date.parse(at) - startMs) * 1_000
  const trackNames: string[] = [...fixedTracks]
  const trackOf = (entry: JournalEntryBase): number => {
    const name = trackName(entry, context)
    if (!trackNames.includes(name)) trackNames.push(name)
    return trackNames.indexOf(name)
  }
  const attemptEnds = findAttemptEnds(entries, context)
  const byNumber = new Map(entries.map((entry) => [entry.number, entry]))
  const events = entries.flatMap((entry): TraceEvent[] => {
    const end = attemptEnds.get(entry.number)
    const from = byNumber.get(entry.cause ?? 0)
    const common = { cat: entry.kind, pid: 1 } as const
    const place = { tid: trackOf(entry), ts: toMicroseconds(entry.at) }
    const name = `${entry.kind}: ${context.kinds.get(entry.kind).sentence(entry, context)}`
    const dur = end === undefined ? instantUs : Math.max(instantUs, toMicroseconds(end) - place.ts)
    const slice = { ...common, ...place, name, ph: 'X', dur, args: { ...entry } } as const
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

function trackName(entry: JournalEntryBase, { kinds, urlOf }: SentenceContext): string {
  const kind = kinds.get(entry.kind)
  const { webhook } = kind.subject(entry)
  return webhook === undefined ? kind.traceTrack : (urlOf(webhook) ?? `webhook ${webhook}`)
}

/** The time at which each attempt ended, by the number of its entry. */
function findAttemptEnds(
  entries: readonly JournalEntryBase[],
  { kinds }: SentenceContext,
): Map<number, string> {
  return new Map(
    entries.flatMap(({ kind, cause, at }) =>
      cause !== undefined && kinds.get(kind).endsAttempt ? [[cause, at] as const] : [],
    ),
  )
}
