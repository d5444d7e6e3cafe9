/** Finds reads that a client could save: reads by id, small pages, repeated reads, polls and complete walks. */
import type { Id } from '../../store/keys.ts'
import { perPageMax } from '../../define/list-query.ts'
import type { CatalogOperation } from '../../model/catalog.ts'
import { callSiteIn } from '../../journal/call-site.ts'
import {
  type CountedRequest,
  pageSizeOf,
  responseBytesOf,
  returnedRecords,
} from './counted-request.ts'
import { addBounded, setBounded } from './bounded-map.ts'
import type {
  OperationCount,
  PatternEvidence,
  ReadPatterns,
  UsageState,
  Walk,
  FilterBurst,
} from './usage-state.ts'
import type { AdviceId } from './usage.ts'

/** A read that was answered with 200. */
interface CountedRead {
  readonly state: UsageState
  readonly count: OperationCount
  readonly entry: CountedRequest
  readonly operation: CatalogOperation
  readonly query: URLSearchParams
}

/** A read of the same path after a longer time is a poll; after a shorter time it is a repeated read. */
const pollAfterMs = 10_000
const evidenceMax = 5
const pagingNames = ['cursor', 'page', 'per_page']

export function countReads(read: CountedRead): void {
  if (read.operation.method !== 'GET') return
  const { kind } = read.operation.presenter.content
  const { patterns } = read.count
  const isWalk = kind === 'page' && countWalk(read)
  if (kind === 'record') countReadById(read)
  const again = compareWithLatest(read)
  if (again === undefined || isWalk) return
  patterns[again === 'polling' ? 'polls' : 'repeats'] += 1
  addEvidence(patterns, again, read.entry)
}

function countReadById({ state, count: { patterns }, entry, operation }: CountedRead): void {
  if (!operation.path.endsWith('{id}')) return
  const text = entry.path.split('?', 1)[0]?.split('/').at(-1) as string
  const needsRead =
    takeOutdated(state, operation, text) || isFirstOfAttempt(state, entry, operation)
  if (needsRead || state.reads.has(entry.path)) return
  const pages = state.listed.get(operation.resource.name)
  const listedBy = pages?.get(text) ?? pages?.get(Number(text))
  patterns.byId += 1
  if (listedBy !== undefined) {
    patterns.listed += 1
    patterns.listedBy = listedBy
  }
  addEvidence(patterns, 'n-plus-one', entry)
}

/** Returns whether a record changed since the client read records of its resource. Its read makes it current. */
function takeOutdated(
  { outdated }: UsageState,
  { resource }: CatalogOperation,
  id: string,
): boolean {
  const ids = outdated.get(resource.name)
  if (!ids) outdated.set(resource.name, new Set())
  return ids !== undefined && (ids.delete(id) || ids.delete(Number(id)))
}

/** Whether a delivery caused the read and no earlier one of the operation: a client reads the record of an event. */
function isFirstOfAttempt(
  { attempts }: UsageState,
  { cause = 0 }: CountedRequest,
  { id }: CatalogOperation,
): boolean {
  const operations = attempts.get(cause)
  if (!operations || operations.has(id)) return false
  operations.add(id)
  return true
}

/** Counts a page. Returns whether the page is a part of a walk over several pages. */
function countWalk(read: CountedRead): boolean {
  const { state, count, entry, operation, query } = read
  const { patterns } = count
  const { ids, rows, hasNext } = returnedRecords(entry, operation)
  if (ids) rememberIds(state, operation, ids)
  const isFirst = !query.has('cursor') && (query.get('page') ?? '1') === '1'
  const filters = [...query].filter(([name]) => !pagingNames.includes(name))
  if (isFirst) countBursts(read, filters)
  const key = walkKey(entry.path, filters)
  const walk = patterns.walks.get(key) ?? newWalk()
  const hadSeveralPages = walk.pages > 1
  setBounded(patterns.walks, key, walk)
  if (!isFirst && isOutsideWalk(walk, query)) return true
  walk.position = positionOf(query)
  walk.isOver = !hasNext
  walk.pages = isFirst ? 1 : walk.pages + 1
  walk.rows = isFirst ? rows : walk.rows + rows
  if (walk.pages > 1 && pageSizeOf(entry.path) < perPageMax) {
    // Note: the first page is a part of a walk only if the client reads the second one.
    patterns.smallPages += walk.pages === 2 ? 2 : 1
    patterns.smallPageRows += walk.pages === 2 ? walk.rows : rows
    addEvidence(patterns, 'small-pages', entry)
  }
  if (!hasNext && walk.pages > 1) {
    walk.completed += 1
    walk.calls += walk.pages
    addEvidence(patterns, 'complete-walks', entry)
  }
  return !isFirst || hadSeveralPages
}

const newWalk = (): Walk => ({
  pages: 0,
  rows: 0,
  position: '',
  isOver: false,
  completed: 0,
  calls: 0,
})

const positionOf = (query: URLSearchParams): string =>
  JSON.stringify([query.get('cursor'), query.get('page')])

/** Whether a page that is not a first one is read again, or after the end of the walk. */
const isOutsideWalk = ({ position, isOver }: Walk, query: URLSearchParams): boolean =>
  isOver || position === positionOf(query)

/** The path with its filters and without its paging. */
const walkKey = (path: string, filters: [string, string][]): string =>
  `${path.split('?', 1)[0]}?${new URLSearchParams(filters).toString()}`

/** Counts a filtered list that a client reads for each record. The longest burst becomes the advice. */
function countBursts(
  { state, count: { patterns }, entry, operation }: CountedRead,
  filters: [string, string][],
): void {
  const { bursts } = patterns
  for (const burst of countFilterValues({ state, bursts, entry, operation, filters })) {
    addTo(burst.evidence, entry)
    if (burst.calls <= (patterns.longestBurst?.calls ?? 0)) continue
    patterns.longestBurst = burst
    patterns.evidence['list-per-record'] = burst.evidence
  }
}

function rememberIds(
  { listed, outdated }: UsageState,
  { id, resource }: CatalogOperation,
  ids: readonly Id[],
): void {
  const changed = outdated.get(resource.name)
  if (!changed) outdated.set(resource.name, new Set())
  let known = listed.get(resource.name)
  if (!known) listed.set(resource.name, (known = new Map()))
  for (const each of ids) {
    setBounded(known, each, id)
    changed?.delete(each)
  }
}

/** Compares a read with the last read of the same path, if the table did not change between. */
function compareWithLatest({
  state: { reads, changes },
  entry,
  operation: { resource },
}: CountedRead): 'repeated-reads' | 'polling' | undefined {
  const { at, path, exchange } = entry
  const client = exchange.rate?.client
  const bytes = responseBytesOf(entry)
  const latest = reads.get(path)
  const change = changes.get(resource.name) ?? 0
  setBounded(reads, path, { client, at, change, bytes })
  if (!latest || latest.client !== client) return undefined
  if (at - latest.at >= pollAfterMs) return 'polling'
  return latest.change === change && latest.bytes === bytes && at >= latest.at
    ? 'repeated-reads'
    : undefined
}

function addEvidence({ evidence }: ReadPatterns, rule: AdviceId, entry: CountedRequest): void {
  addTo((evidence[rule] ??= { entries: [], callSites: [] }), entry)
}

function addTo(
  { entries, callSites }: PatternEvidence,
  { number, exchange: { callSite } }: CountedRequest,
): void {
  if (entries.length < evidenceMax) entries.push(number)
  if (!callSite || callSites.length >= evidenceMax) return
  const place = callSiteIn(callSite.stack ?? '')
  if (place !== undefined && !callSites.includes(place)) callSites.push(place)
}

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
function countFilterValues(read: FilteredRead): FilterBurst[] {
  const names = read.filters.map(([name]) => name.replace(/\[\]$/, ''))
  return read.filters.flatMap(([, value], at) => {
    const name = names[at] as string
    const isOneRecord = recordFilter.test(name) && names.indexOf(name) === names.lastIndexOf(name)
    const burst = isOneRecord ? burstOf(read, name, value) : undefined
    if (!burst) return []
    burst.last = { number: read.entry.number, at: read.entry.at }
    if (burst.values.has(value)) return []
    addBounded(burst.values, value)
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
    values: new Set(),
    evidence: { entries: [], callSites: [] },
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
