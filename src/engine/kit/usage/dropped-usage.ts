/** Counts the usage of journal entries that the journal drops. */
import type { StoredJournalEntry } from '../../journal/kind-table.ts'
import type { OperationLookup } from './counted-request.ts'
import { countEntry } from './usage-counter.ts'
import { createUsageState, type UsageState } from './usage-state.ts'
import type { UsageData } from './usage.ts'

export class DroppedUsage {
  // Note: most emulators drop no entry, and their forks stay cheap.
  #state: UsageState | undefined
  /** The number of the last dropped entry. Undefined if the journal dropped none. */
  lastNumber: number | undefined
  /** The usage before each `reset` and each restore of a saved world. Undefined if it is not collected. */
  beforeClearing: UsageData[] | undefined

  add(entry: StoredJournalEntry, operationOf: OperationLookup): void {
    this.#state ??= createUsageState()
    this.lastNumber = entry.number
    countEntry(this.#state, entry, operationOf)
  }

  /** Forgets the counters: the journal was cleared. */
  clear(): void {
    this.#state = undefined
    this.lastNumber = undefined
  }

  /** Returns a copy of the counters. */
  state(): UsageState {
    return this.#state ? structuredClone(this.#state) : createUsageState()
  }
}
