/**
 * Writes down what happened, in order, each entry with the number of the entry that caused it.
 *
 * It keeps references, not copies, in a ring of named size, and says how many entries it let go, and to
 * whoever wants to know it, which.
 */

export const journalEntriesMax = 20_000

export interface Entry {
  readonly number: number
  /** The moment on the emulator's clock, in milliseconds since 1970. */
  readonly at: number
  readonly kind: string
  readonly cause: number | undefined
  [detail: string]: unknown
}

export interface Journal {
  /** Writes an entry; its cause is the entry that `within` names at that moment. */
  add(kind: string, details: Record<string, unknown>): Entry
  /** Whatever is added while `work` runs has `entry` as its cause. */
  withCause<T>(entry: Pick<Entry, 'number'> | undefined, work: () => T): T
  /** The entries still kept, oldest first. */
  entries(): readonly Entry[]
  /** The entries behind this number, oldest first, at most so many. */
  entriesAfter(number: number, limit: number): readonly Entry[]
  /** How often it was cleared: the numbers of one era say nothing about another. */
  generation(): number
  /** How many entries fell out of the ring. */
  droppedCount(): number
  /** Forgets all; the next entry has the number after this one. */
  clear(after: number): void
  /** The number of the last entry; a fork goes on counting from there. */
  lastNumber(): number
  /** Calls `listener` after each entry and each clearing. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

export function createJournal(
  now: () => number,
  entriesMax = journalEntriesMax,
  startsAfter = 0,
  onDrop: (entry: Entry) => void = () => {},
): Journal {
  let offset = startsAfter
  let ring: Entry[] = []
  let count = 0
  let generation = 0
  let cause: number | undefined
  const listeners = new Set<() => void>()

  const notify = (): void => {
    for (const listener of listeners) listener()
  }

  return {
    add(kind, details) {
      count += 1
      const entry = { number: offset + count, at: now(), kind, cause, ...details } as Entry
      const place = (count - 1) % entriesMax
      if (count > entriesMax) onDrop(ring[place] as Entry)
      ring[place] = entry
      notify()
      return entry
    },
    withCause(entry, work) {
      const outer = cause
      // Note: what a fork took over was caused in another journal.
      cause = entry && entry.number > offset ? entry.number : undefined
      try {
        return work()
      } finally {
        cause = outer
      }
    },
    entries() {
      const oldest = count % entriesMax
      return count <= entriesMax ? ring : [...ring.slice(oldest), ...ring.slice(0, oldest)]
    },
    entriesAfter(number, limit) {
      const first = Math.max(number - offset, count - entriesMax, 0)
      const length = Math.min(limit, Math.max(0, count - first))
      return Array.from({ length }, (_, i) => ring[(first + i) % entriesMax] as Entry)
    },
    generation: () => generation,
    droppedCount: () => Math.max(0, count - entriesMax),
    lastNumber: () => offset + count,
    clear(after) {
      for (const entry of ring) onDrop(entry)
      offset = after
      ring = []
      count = 0
      generation += 1
      notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
