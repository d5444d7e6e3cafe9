/**
 * Records what happens, in order. Each entry has the number of the entry that caused it.
 *
 * The journal is a ring buffer: it keeps references to the latest entries, as many as its limits permit, and
 * counts the entries that it dropped. Recordings share the limit of bytes: the oldest ones give way to newer
 * ones, and all of them to entries.
 */
import { estimateEntryBytes } from './entry-size.ts'
import { createRecordings, type Recording } from './recordings.ts'

export const journalEntriesMax = 20_000
export const journalBytesMax = 32_000_000
/** The limits of a journal, and its first number. */
interface JournalOptions<E extends EntryHeader> {
  readonly entriesMax?: number
  /** The latest entry is kept, whatever its size. */
  readonly bytesMax?: number
  readonly startsAfter?: number
  /** Called with each entry that the journal no longer keeps, with `true` if it was cleared. */
  readonly onDrop?: (entry: E, isCleared: boolean) => void
}

/** What every stored entry has. */
export interface EntryHeader {
  readonly number: number
  /** The time on the emulator's clock, in milliseconds since 1970. */
  readonly at: number
  readonly kind: string
  readonly cause: number | undefined
}

/** The name of a kind, with the type of its stored entries. */
export interface KindOf<S extends EntryHeader> {
  readonly name: string
  /** Never set: it carries the type. */
  readonly stored?: S
}

/** The fields of an entry that its writer passes. */
export type DetailsOf<S extends EntryHeader> = Omit<S, keyof EntryHeader>

type DetailChanges<S extends EntryHeader> = {
  readonly [K in keyof DetailsOf<S>]?: DetailsOf<S>[K] | undefined
}

export interface Journal<E extends EntryHeader = EntryHeader> {
  /**
   * Adds an entry. Its cause is the entry with the number `causedBy` if this journal has it, or else the
   * entry of the innermost `withCause` that is running.
   */
  add<S extends EntryHeader>(kind: KindOf<S>, details: DetailsOf<S>, causedBy?: number): S
  /** Changes details of an entry, such as the status of a request. */
  update<S extends EntryHeader>(entry: S, changes: DetailChanges<S>): void
  /** Keeps a value with an entry, until the journal drops it. */
  record<T>(entry: Pick<EntryHeader, 'number'>, value: T, bytes: number): Recording<T>
  /** Whether recordings keep their values. Default: true. */
  isRecording: boolean
  /** Runs `work`. Entries that it adds have `entry` as their cause. */
  withCause<T>(entry: Pick<EntryHeader, 'number'> | undefined, work: () => T): T
  /** The entries that the journal keeps, oldest first. */
  entries(): readonly E[]
  /** The entry with a number; undefined if the journal does not keep it. */
  find(number: number): E | undefined
  /** The entries with a higher number, oldest first, at most `limit`. */
  entriesAfter(number: number, limit: number): readonly E[]
  /** Returns whether a number belongs to an entry of this journal since it was cleared, kept or dropped. */
  isOwnNumber(number: number): boolean
  /** Identifies the numbers of this journal until it is cleared. */
  identity(): object
  /**
   * Continues with a state of another journal, whose last entry has the number `last`. Its causes refer to
   * entries that this journal does not have. Later entries get higher numbers, so that no cause is false.
   */
  continueFrom(last: number): void
  /** The number of entries that the journal dropped. */
  droppedCount(): number
  /** The number of recordings that the journal dropped before their entries. */
  droppedRecordings(): number
  /** Removes all entries. The next entry has the number after `after`. */
  clear(after: number): void
  /** The number of the last entry. A fork continues from it. */
  lastNumber(): number
  /** Calls `listener` after each new or changed entry and each clearing. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

export function createJournal<E extends EntryHeader = EntryHeader>(
  now: () => number,
  {
    entriesMax = journalEntriesMax,
    bytesMax = journalBytesMax,
    startsAfter = 0,
    onDrop = () => {},
  }: JournalOptions<E> = {},
): Journal<E> {
  let last = startsAfter
  /** An entry with this number or a lower one belongs to another journal or was cleared. */
  let causesAfter = startsAfter
  let identity: object = {}
  let ring: E[] = []
  /** The estimated bytes of the entries, in the places of the entries. */
  let sizes: number[] = []
  let bytes = 0
  let count = 0
  let dropped = 0
  const recordings = createRecordings()
  let cause: number | undefined
  const listeners = new Set<() => void>()

  const notify = (): void => {
    for (const listener of listeners) listener()
  }

  const isOwnNumber = (number: number): boolean => number > causesAfter && number <= last

  /** Returns the position of the first kept entry with a higher number. Numbers may have gaps. */
  function firstAfter(number: number): number {
    let first = dropped
    for (let end = count; first < end;) {
      const middle = Math.floor((first + end) / 2)
      if ((ring[middle % entriesMax] as E).number > number) end = middle
      else first = middle + 1
    }
    return first
  }

  function dropOldest(): void {
    const index = dropped % entriesMax
    const entry = ring[index] as E
    onDrop(entry, false)
    recordings.dropUpTo(entry.number)
    // Note: the place may stay empty until the ring comes round.
    delete ring[index]
    bytes -= sizes[index] as number
    dropped += 1
  }

  /** Adds the bytes of details to the entry at a place. */
  function grow(index: number, details: object): void {
    const size = estimateEntryBytes(details)
    sizes[index] = (sizes[index] as number) + size
    bytes += size
    shrink()
  }

  function shrink(): void {
    recordings.shrinkTo(bytesMax - bytes)
    while (bytes > bytesMax && count - dropped > 1) dropOldest()
  }

  function change(entry: EntryHeader, changes: object): void {
    Object.assign(entry, changes)
    const index = firstAfter(entry.number - 1) % entriesMax
    if (ring[index] === entry) grow(index, changes)
    notify()
  }

  /** The kept entries, oldest first. */
  function keptEntries(): readonly E[] {
    if (dropped === 0) return ring
    const oldest = dropped % entriesMax
    const end = count % entriesMax
    return oldest < end ? ring.slice(oldest, end) : [...ring.slice(oldest), ...ring.slice(0, end)]
  }

  return {
    add<S extends EntryHeader>({ name }: KindOf<S>, details: DetailsOf<S>, causedBy?: number): S {
      const isKnown = causedBy !== undefined && isOwnNumber(causedBy)
      const entry: EntryHeader = {
        number: (last += 1),
        at: now(),
        kind: name,
        cause: isKnown ? causedBy : cause,
        ...details,
      }
      if (count - dropped === entriesMax) dropOldest()
      const index = count % entriesMax
      ring[index] = entry as E
      sizes[index] = 0
      count += 1
      grow(index, details)
      notify()
      return entry as S
    },
    record({ number }, value, bytesOfValue) {
      const recording = recordings.add(number, this.isRecording ? value : undefined, bytesOfValue)
      shrink()
      return recording
    },
    isRecording: true,
    update: change,
    withCause(entry, work) {
      const outer = cause
      cause = entry && isOwnNumber(entry.number) ? entry.number : undefined
      try {
        return work()
      } finally {
        cause = outer
      }
    },
    entries: keptEntries,
    find(number) {
      const entry = ring[firstAfter(number - 1) % entriesMax]
      return entry?.number === number ? entry : undefined
    },
    entriesAfter(number, limit) {
      const first = firstAfter(number)
      const length = Math.min(limit, count - first)
      return Array.from({ length }, (_, i) => ring[(first + i) % entriesMax] as E)
    },
    isOwnNumber,
    identity: () => identity,
    continueFrom(lastOfState) {
      last = Math.max(last, lastOfState)
      causesAfter = last
    },
    droppedCount: () => dropped,
    droppedRecordings: recordings.droppedCount,
    lastNumber: () => last,
    clear(after) {
      for (const entry of keptEntries()) onDrop(entry, true)
      last = after
      causesAfter = after
      identity = {}
      ring = []
      sizes = []
      recordings.clear()
      bytes = 0
      count = 0
      dropped = 0
      notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
