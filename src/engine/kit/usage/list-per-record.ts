/** Finds lists that a client reads once for each record: the same list with one value of a filter after another. */
import type { CatalogOperation } from '../../model/catalog.ts'
import { setBounded } from './bounded-map.ts'
import type { CountedRequest } from './counted-request.ts'
import type { FilterBurst, UsageState } from './usage-state.ts'

/** A filter that selects one record. Other filters, such as dates and words, select a part that a client needs. */
const recordFilter = /(^|_)id$|^email$/

/** A read after a longer pause belongs to another synchronization. The wait after a 429 is shorter. */
const pauseMs = 3_600_000

/** A first page, with the query that filters it. */
interface FilteredRead {
  readonly state: UsageState
  readonly bursts: Map<string, FilterBurst>
  readonly entry: CountedRequest
  readonly operation: CatalogOperation
  /** The query without paging. */
  readonly filters: readonly (readonly [name: string, value: string])[]
}

/** Adds a read to the bursts of its filters. Returns the bursts in which it has a new value. */
export function countFilterValues(read: FilteredRead): FilterBurst[] {
  const names = read.filters.map(([name]) => name.replace(/\[\]$/, ''))
  return read.filters.flatMap(([, value], at) => {
    const name = names[at] as string
    const isOneRecord = recordFilter.test(name) && names.indexOf(name) === names.lastIndexOf(name)
    const burst = isOneRecord ? burstOf(read, name, value) : undefined
    if (!burst) return []
    burst.last = { number: read.entry.number, at: read.entry.at }
    if (burst.values.has(value)) return []
    setBounded(burst.values, value, true)
    burst.calls += 1
    return [burst]
  })
}

/** Returns the current burst of a filter. Starts another one if the read has its own reason. */
function burstOf(read: FilteredRead, name: string, value: string): FilterBurst {
  const { state, bursts, entry, operation, filters } = read
  const others = filters.filter(([each]) => each.replace(/\[\]$/, '') !== name).map(String)
  const key = [entry.path.split('?', 1)[0], name, ...others].join(' ')
  const change = state.changes.get(operation.resource.name) ?? 0
  const known = bursts.get(key)
  if (known && continues(known, { state, entry, change, value })) return known
  const burst: FilterBurst = {
    filter: name,
    cause: entry.cause,
    change,
    values: new Map(),
    evidence: { entries: [], callers: [] },
    calls: 0,
    last: { number: entry.number, at: entry.at },
  }
  setBounded(bursts, key, burst)
  return burst
}

interface NextRead {
  readonly state: UsageState
  readonly entry: CountedRequest
  readonly change: number
  readonly value: string
}

/**
 * Whether a read continues a burst. After an event, a client must read again: the table changed, or the record
 * that the filter names, or another delivery caused the read.
 */
function continues(burst: FilterBurst, { state, entry, change, value }: NextRead): boolean {
  const recordChange = state.changedIds.get(value) ?? 0
  return (
    burst.change === change &&
    burst.cause === entry.cause &&
    recordChange <= burst.last.number &&
    entry.at - burst.last.at < pauseMs
  )
}
