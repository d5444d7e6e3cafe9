/** Counts the usage of journal entries that the journal drops. */
import type { StoredJournalEntry } from '../define/journal/kind-table.ts'
import { countEntry } from '../kit/usage/usage-counter.ts'
import { routeOf } from './reports/calls-and-deliveries.ts'
import type { CatalogOperation } from '../model/catalog.ts'
import type { StoredRequest } from '../serve/call.ts'
import type { Settings } from './context.ts'
import { createUsageState, type UsageState } from '../kit/usage/usage-state.ts'

/** Finds the operation of a request, also of one that was refused before its operation was found. */
export const operationIn = (
  settings: Pick<Settings, 'catalog' | 'router'>,
  request: StoredRequest,
): CatalogOperation | undefined =>
  settings.catalog.operations.get(request.operation ?? '') ?? routeOf(settings, request)?.operation

/** Adds journal entries to counters of usage. */
export function countEntries(
  state: UsageState,
  entries: readonly StoredJournalEntry[],
  settings: Pick<Settings, 'catalog' | 'router'>,
): void {
  for (const entry of entries) countEntry(state, entry, (request) => operationIn(settings, request))
}

export class DroppedUsage {
  // Note: most emulators drop no entry, and their forks stay cheap.
  #state: UsageState | undefined
  /** The number of the last dropped entry. Undefined if the journal dropped none. */
  lastNumber: number | undefined

  add(entry: StoredJournalEntry, settings: Settings): void {
    this.#state ??= createUsageState()
    this.lastNumber = entry.number
    countEntries(this.#state, [entry], settings)
  }

  /** Forgets everything: the journal was cleared. */
  clear(): void {
    this.#state = undefined
    this.lastNumber = undefined
  }

  /** Returns a copy of the counters. */
  state(): UsageState {
    return this.#state ? structuredClone(this.#state) : createUsageState()
  }
}
