/** Collects the behaviours and operations of journal entries that the journal drops. */
import type { Entry } from '../machine/journal.ts'

export interface BehaviourUsage {
  /** The numbers of behaviours. */
  readonly behaviours: Set<number>
  /** The ids of operations. */
  readonly operations: Set<string>
}

export const createBehaviourUsage = (): BehaviourUsage => ({
  behaviours: new Set(),
  operations: new Set(),
})

export function addBehaviourUsage({ behaviours, operations }: BehaviourUsage, entry: Entry): void {
  for (const number of (entry['used'] as number[] | undefined) ?? []) behaviours.add(number)
  if (typeof entry['operation'] === 'string') operations.add(entry['operation'])
}
