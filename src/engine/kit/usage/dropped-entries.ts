/** What reports need of the journal entries that the journal dropped: their usage, behaviours and operations. */
import type { Behaviour } from '../../define/behaviour.ts'
import type { StoredJournalEntry } from '../../journal/kind-table.ts'
import type { OperationLookup } from './counted-request.ts'
import { countEntry } from './usage-counter.ts'
import { createUsageState, type UsageState } from './usage-state.ts'
import type { UsageData } from './usage.ts'

/** The behaviours and the operations of entries. */
export class UsedBehaviours {
  readonly behaviours: Set<Behaviour>
  /** The ids of operations. */
  readonly operations: Set<string>

  constructor(known?: UsedBehaviours) {
    this.behaviours = new Set(known?.behaviours)
    this.operations = new Set(known?.operations)
  }

  add(entry: StoredJournalEntry): void {
    for (const behaviour of entry.behaviours?.behaviours() ?? []) this.behaviours.add(behaviour)
    if (entry.kind === 'request' && entry.operation !== undefined)
      this.operations.add(entry.operation)
  }
}

/** Folds entries that the journal drops, and what has none. After a clearing, the usage starts again and the behaviours stay. */
export class DroppedEntries {
  // Note: most emulators drop no entry, and their forks stay cheap.
  #used: UsedBehaviours | undefined
  #usage: UsageState | undefined
  /** The number of the last dropped entry. Undefined if the journal dropped none. */
  lastNumber: number | undefined
  /** The usage before each `reset` and each restore of a saved world. Undefined if it is not collected. */
  beforeClearing: UsageData[] | undefined

  add(entry: StoredJournalEntry, operationOf: OperationLookup): void {
    this.#usage ??= createUsageState()
    this.lastNumber = entry.number
    this.#use(entry)
    countEntry(this.#usage, entry, operationOf)
  }

  /** Forgets the usage: the journal was cleared, and `entry` was in it. */
  clear(entry: StoredJournalEntry): void {
    this.#use(entry)
    this.#usage = undefined
    this.lastNumber = undefined
  }

  /** Adds behaviours of what has no entry, such as a refused `given`. */
  addBehaviours(behaviours: Iterable<Behaviour>): void {
    this.#used ??= new UsedBehaviours()
    for (const each of behaviours) this.#used.behaviours.add(each)
  }

  #use(entry: StoredJournalEntry): void {
    this.#used ??= new UsedBehaviours()
    this.#used.add(entry)
  }

  /** Returns a copy of the used behaviours. */
  used(): UsedBehaviours {
    return new UsedBehaviours(this.#used)
  }

  /** Returns a copy of the usage. */
  usage(): UsageState {
    return this.#usage ? structuredClone(this.#usage) : createUsageState()
  }
}
