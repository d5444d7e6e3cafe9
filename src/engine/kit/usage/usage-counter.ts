/** Adds journal entries to the counters of usage. */
import type { StoredJournalEntry } from '../../journal/kind-table.ts'
import type { ChangeEntry } from '../../journal/kinds/change.ts'
import type { CatalogOperation } from '../../model/catalog.ts'
import { addBounded, setBounded } from './bounded-map.ts'
import {
  type CountedRequest,
  type OperationLookup,
  pageSizeOf,
  requestBytesOf,
  responseBytesOf,
  returnedRecords,
} from './counted-request.ts'
import { countReads } from './read-patterns.ts'
import { createOperationCount, type OperationCount, type UsageState } from './usage-state.ts'
import { isObject } from '../../errors/argument-checks.ts'
import type { Shape } from '../../define/fields.ts'
import type { DeprecatedUsage } from './usage.ts'

const noQuery = new URLSearchParams()

export function countEntry(
  state: UsageState,
  entry: StoredJournalEntry,
  operationOf: OperationLookup,
): void {
  countTime(state, entry)
  if (entry.kind === 'request') countRequest(state, entry, operationOf(entry))
  else if (entry.kind === 'change') countChange(state, entry)
  else if (entry.kind === 'attempt') setBounded(state.attempts, entry.number, new Set<string>())
}

function countChange(
  state: UsageState,
  { table, id, number }: Pick<ChangeEntry, 'table' | 'id' | 'number'>,
): void {
  state.changes.set(table, number)
  setBounded(state.changedIds, String(id), number)
  const outdated = state.outdated.get(table)
  if (outdated) addBounded(outdated, id)
}

/**
 * Adds the time since the entry before. A move of the clock may contain entries, which count their part of it.
 * A restored state may have any time, so the step to it is not a part of the duration.
 */
function countTime(state: UsageState, entry: StoredJournalEntry): void {
  state.startMs ??= entry.kind === 'clock' ? entry.from : entry.at
  const from = state.lastMs || state.startMs
  if (entry.kind !== 'restore') state.durationMs += Math.max(0, entry.at - from)
  state.lastMs = entry.at
}

function countRequest(
  state: UsageState,
  entry: CountedRequest,
  operation: CatalogOperation | undefined,
): void {
  state.calls += 1
  countRateLimit(state, entry)
  const { identity, usedScopes } = entry.exchange
  if (identity) state.scopesHeld.add(identity.scopes)
  for (const scope of usedScopes ?? []) state.scopesUsed.add(scope)
  if (!operation) {
    state.unmatched += 1
    return
  }
  const count = operationCount(state, operation.id)
  countCall(count, entry, operation)
  const start = entry.path.indexOf('?')
  const query = start < 0 ? noQuery : new URLSearchParams(entry.path.slice(start))
  countDeprecated(state, entry, operation, query)
  if (entry.status === 200) countReads({ state, count, entry, operation, query })
}

function operationCount({ operations }: UsageState, id: string): OperationCount {
  let count = operations.get(id)
  if (!count) operations.set(id, (count = createOperationCount()))
  return count
}

function countCall(
  count: OperationCount,
  request: CountedRequest,
  operation: CatalogOperation,
): void {
  const { status, path } = request
  const { content } = operation.presenter
  const key = status ?? 'none'
  count.calls += 1
  count.statuses[key] = (count.statuses[key] ?? 0) + 1
  count.requestBytes += requestBytesOf(request)
  if (typeof status !== 'number') return
  count.responseBytes += responseBytesOf(request)
  if (status >= 300) return
  count.rows += returnedRecords(request, operation).rows
  if (content.kind !== 'page' && !(content.kind === 'items' && content.paged)) return
  const size = pageSizeOf(path)
  count.pages += 1
  count.pageSizes[size] = (count.pageSizes[size] ?? 0) + 1
}

function countRateLimit(state: UsageState, request: CountedRequest): void {
  const { at, status } = request
  if (status === 429) state.refused += 1
  for (const refusedAt of endedWaits(state.waiting, request)) {
    state.waitedMs += Math.max(0, at - refusedAt)
  }
  const { windowUse = 0, windowStart } = request.exchange.rate ?? {}
  if (windowUse > state.highest.calls) state.highest = { calls: windowUse, windowStart }
}

/**
 * Adds the first 429 of a client to `waiting`. Returns the times of the waits that an accepted request ends.
 * A fault refuses a call before its client is known, so any accepted call ends that wait.
 */
export function endedWaits(
  waiting: Map<string, number>,
  { at, status, exchange }: CountedRequest,
): number[] {
  const { client = '' } = exchange.rate ?? {}
  if (status === 429) {
    if (!waiting.has(client)) waiting.set(client, at)
    return []
  }
  return [...new Set(['', client])].flatMap((key) => {
    const refusedAt = waiting.get(key)
    waiting.delete(key)
    return refusedAt ?? []
  })
}

function countDeprecated(
  state: UsageState,
  { body }: CountedRequest,
  operation: CatalogOperation,
  query: URLSearchParams,
): void {
  const add = (kind: DeprecatedUsage['kind'], name: string): void =>
    addUse(state, { kind, name, operation: operation.id as DeprecatedUsage['operation'] })
  if (operation.deprecated) add('operation', operation.id)
  for (const name of deprecatedNames(operation.query)) {
    if (query.has(name) || query.has(`${name}[]`)) {
      add(name === 'page' ? 'paging' : 'parameter', name)
    }
  }
  const fields = deprecatedNames(operation.body ?? {})
  if (body === undefined || fields.length === 0) return
  const sent = parseObject(body)
  for (const name of fields) if (name in sent) add('field', name)
}

function addUse(state: UsageState, use: Omit<DeprecatedUsage, 'calls'>): void {
  const key = `${use.operation} ${use.kind} ${use.name}`
  const known = state.deprecated.get(key)
  if (known) known.calls += 1
  else state.deprecated.set(key, { ...use, calls: 1 })
}

const namesOfShape = new WeakMap<Shape, readonly string[]>()

function deprecatedNames(shape: Shape): readonly string[] {
  let names = namesOfShape.get(shape)
  if (!names) {
    names = Object.keys(shape).filter((name) => shape[name]?.spec.deprecated)
    namesOfShape.set(shape, names)
  }
  return names
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
