/** The calls of a synchronization in segments: equal calls one after another, with their distance in time. */
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import { operationIn } from '../../engine/emulator/reports/usage.ts'
import { pageSizeOf, returnedRecords } from '../../engine/kit/usage/counted-request.ts'
import type { Latency } from '../../engine/serve/call.ts'
import { latencyOf } from '../../engine/serve/response-arrival.ts'

/** A call of a synchronization that the rate limit accepted. */
export interface TracedCall {
  readonly operation: string
  readonly method: string
  /** The time of the request, in milliseconds. */
  readonly startMs: number
  readonly endMs: number
  /** Whether the rate limit counts the call. It does not count a call that a fault answered. */
  readonly isLimited: boolean
  readonly rows: number
  readonly pageSize: number
}

/** Equal calls one after another. */
export interface Segment {
  /** Equal for segments with the same operations and distances. */
  readonly key: string
  /** The operations of the calls, in turn. More than one if different calls are sent at the same time. */
  readonly operations: readonly string[]
  readonly methods: readonly string[]
  readonly isLimited: boolean
  /** The time between the end of a call and the start of the next one, in milliseconds. */
  readonly gapMs: number
  /** The largest number of calls at the same time. */
  width: number
  calls: number
  rows: number
  readonly pageSizes: Set<number>
  /** Whether the last calls were fewer than `width`. */
  isClosed: boolean
}

/** Reads the accepted calls after a journal entry. */
export function readTrace(
  { journal, settings }: EmulatorContext,
  after: number,
  latency: Latency,
): TracedCall[] {
  const calls: TracedCall[] = []
  for (const entry of journal.entriesAfter(after, Infinity)) {
    if (entry.kind !== 'request') continue
    const { method, path, status, exchange, at } = entry
    const isLimited = exchange.rate !== undefined
    if (isLimited && status === 429) continue
    const operation = operationIn(settings, entry)
    calls.push({
      operation: entry.operation ?? `${method} ${path.split('?', 1)[0]}`,
      method,
      startMs: at,
      endMs: at + latencyOf(latency, method),
      isLimited,
      rows: operation ? returnedRecords(entry, operation).rows : 0,
      pageSize: pageSizeOf(path),
    })
  }
  return calls
}

/** Joins equal calls. Calls that start at the same time are one wave; without latency, each call is a wave. */
export function segmentsOf(calls: readonly TracedCall[], startMs: number): Segment[] {
  const segments: Segment[] = []
  let endMs = startMs
  for (const wave of wavesOf(calls)) {
    const next = segmentOf(wave, Math.max(0, (wave[0] as TracedCall).startMs - endMs))
    const last = segments.at(-1)
    const joins = last?.key === next.key && !last.isClosed && next.width <= last.width
    if (!joins) segments.push(next)
    else {
      last.calls += next.calls
      last.rows += next.rows
      last.isClosed = next.width < last.width
      for (const size of next.pageSizes) last.pageSizes.add(size)
    }
    for (const call of wave) endMs = Math.max(endMs, call.endMs)
  }
  return segments
}

function wavesOf(calls: readonly TracedCall[]): TracedCall[][] {
  const waves: TracedCall[][] = []
  for (const call of calls) {
    const wave = waves.at(-1)
    const first = wave?.[0]
    const isParallel = first?.startMs === call.startMs && first.endMs > first.startMs
    if (wave && isParallel) wave.push(call)
    else waves.push([call])
  }
  return waves
}

function segmentOf(wave: readonly TracedCall[], gapMs: number): Segment {
  const byOperation = new Map(wave.map((call) => [call.operation, call]))
  const kinds = byOperation.size === 1 ? [...byOperation.values()] : wave
  const isLimited = wave.every((call) => call.isLimited)
  const operations = kinds.map(({ operation }) => operation)
  return {
    key: `${operations.join(' ')}|${gapMs}|${isLimited}`,
    operations,
    methods: kinds.map(({ method }) => method),
    isLimited,
    gapMs,
    width: wave.length,
    calls: wave.length,
    rows: wave.reduce((sum, { rows }) => sum + rows, 0),
    pageSizes: new Set(wave.map(({ pageSize }) => pageSize)),
    isClosed: false,
  }
}
