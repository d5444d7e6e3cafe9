/** Collects the behaviours and operations of journal entries that the journal drops. */
import type { Behaviour } from '../define/behaviour.ts'
import type { StoredJournalEntry } from '../journal/kind-table.ts'

export interface BehaviourUsage {
  readonly behaviours: Set<Behaviour>
  /** The ids of operations. */
  readonly operations: Set<string>
}

export const createBehaviourUsage = (): BehaviourUsage => ({
  behaviours: new Set(),
  operations: new Set(),
})

export function addBehaviourUsage(
  { behaviours, operations }: BehaviourUsage,
  entry: StoredJournalEntry,
): void {
  for (const behaviour of entry.behaviours?.behaviours() ?? []) behaviours.add(behaviour)
  if (entry.kind === 'request' && entry.operation !== undefined) operations.add(entry.operation)
}
