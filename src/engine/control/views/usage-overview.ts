/** Usage with its course over time: calls of the most frequent operations, rate windows and waits. */
import type { EmulatorContext } from '../../emulator/context.ts'
import { operationIn } from '../../emulator/reports/usage.ts'
import { isRequest } from '../../emulator/reports/request-entries.ts'
import { endedWaits } from '../../kit/usage/usage-counter.ts'
import type { UsageData } from '../../kit/usage/usage.ts'
import type { StoredRequest } from '../../serve/call.ts'

/** A step of time. */
interface UsageBucket {
  /** Its start, in milliseconds since 1970. */
  readonly atMs: number
  /** The calls of each operation of the chart. */
  readonly calls: readonly number[]
  /** The calls in the fullest rate window at that time. */
  readonly windowUse: number
}

/** A time in which a client waited after a 429, in milliseconds since 1970. */
interface UsageWait {
  readonly fromMs: number
  readonly toMs: number
}

export interface UsageSeries {
  readonly fromMs: number
  readonly toMs: number
  readonly bucketMs: number
  /** The operations with most calls, and `other` for the rest. */
  readonly operations: readonly string[]
  readonly buckets: readonly UsageBucket[]
  readonly waits: readonly UsageWait[]
}

export interface UsageOverview {
  readonly usage: UsageData
  readonly chart: UsageSeries
  /** The number of journal entries that the usage counts and the chart does not contain. */
  readonly dropped: number
}

const bucketsMax = 60
const operationsMax = 4
const waitsMax = 200
const otherName = 'other'
const secondMs = 1_000
/** The lengths of a step, in seconds. */
const steps = [1, 5, 15, 60, 300, 900, 3_600, 10_800, 43_200, 86_400]

export function viewUsage(context: EmulatorContext, usage: UsageData): UsageOverview {
  const { journal, settings } = context
  const requests = journal.entries().filter(isRequest)
  const names = usage.operations.map(({ operation }) => operation as string)
  const hasOther = names.length > operationsMax || usage.unmatched > 0
  const operations = [...names.slice(0, operationsMax), ...(hasOther ? [otherName] : [])]
  const fromMs = requests[0]?.at ?? context.now()
  const toMs = Math.max(context.now(), requests.at(-1)?.at ?? 0, fromMs + secondMs)
  const bucketMs = stepFor(toMs - fromMs)
  const buckets = new Map<number, { calls: number[]; windowUse: number }>()
  for (const request of requests) {
    const atMs = Math.floor(request.at / bucketMs) * bucketMs
    const bucket = buckets.get(atMs) ?? { calls: operations.map(() => 0), windowUse: 0 }
    const index = operations.indexOf(operationIn(settings, request)?.id ?? otherName)
    const place = index < 0 ? operations.length - 1 : index
    bucket.calls[place] = (bucket.calls[place] ?? 0) + 1
    bucket.windowUse = Math.max(bucket.windowUse, request.exchange.rate?.windowUse ?? 0)
    buckets.set(atMs, bucket)
  }
  return {
    usage,
    chart: {
      fromMs: Math.floor(fromMs / bucketMs) * bucketMs,
      toMs: (Math.floor(toMs / bucketMs) + 1) * bucketMs,
      bucketMs,
      operations,
      buckets: [...buckets].map(([atMs, bucket]) => ({ atMs, ...bucket })),
      waits: waitsIn(requests),
    },
    dropped: journal.droppedCount(),
  }
}

function stepFor(durationMs: number): number {
  const seconds = steps.find((step) => durationMs / (step * secondMs) <= bucketsMax)
  if (seconds !== undefined) return seconds * secondMs
  const day = 86_400 * secondMs
  return Math.ceil(durationMs / bucketsMax / day) * day
}

/** The waits after a 429, merged where they overlap or touch. */
function waitsIn(requests: readonly StoredRequest[]): UsageWait[] {
  const waiting = new Map<string, number>()
  const waits: UsageWait[] = []
  const found = requests
    .flatMap((request) =>
      endedWaits(waiting, request).map((fromMs) => ({ fromMs, toMs: request.at })),
    )
    .filter(({ fromMs, toMs }) => toMs > fromMs)
    .toSorted((a, b) => a.fromMs - b.fromMs)
  for (const wait of found) {
    const last = waits.at(-1)
    if (last && wait.fromMs <= last.toMs) {
      waits[waits.length - 1] = { ...last, toMs: Math.max(last.toMs, wait.toMs) }
    } else {
      waits.push(wait)
    }
  }
  return waits.slice(-waitsMax)
}
