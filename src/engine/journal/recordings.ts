/** Keeps the values that stories show besides entries. The oldest give way to newer ones. */

/** The largest size of all recordings of a journal, in bytes. */
const recordedBytesMax = 32_000_000
/** The memory of a recording without its value. */
const recordingBytes = 64

/**
 * What a story shows of an entry besides its details, such as the text of a response. The value is kept by
 * reference, and undefined after the journal dropped it.
 */
export interface Recording<T = unknown> {
  /** The number of the entry. */
  readonly number: number
  value: T | undefined
  /** The estimated bytes of the value. */
  readonly bytes: number
}

export function createRecordings() {
  let all: Recording[] = []
  /** The place of the oldest recording that has its value. */
  let first = 0
  let bytes = 0
  let dropped = 0

  function dropOldest(): void {
    const recording = all[first] as Recording
    recording.value = undefined
    bytes -= recording.bytes
    first += 1
    // Note: most of the list is free, so that its parts are moved rarely.
    if (first < 1_000 || first * 2 < all.length) return
    all = all.slice(first)
    first = 0
  }

  return {
    add<T>(number: number, value: T | undefined, bytesOfValue: number): Recording<T> {
      const recording = { number, value, bytes: bytesOfValue + recordingBytes }
      if (value === undefined) return recording
      all.push(recording)
      bytes += recording.bytes
      return recording
    },
    /** Drops the recordings of entries up to a number, which the journal dropped. */
    dropUpTo(number: number): void {
      while ((all[first]?.number ?? Infinity) <= number) dropOldest()
    },
    /** Drops and counts the oldest recordings until all have at most a number of bytes. */
    shrinkTo(bytesMax: number): void {
      for (const max = Math.min(recordedBytesMax, bytesMax); bytes > max && first < all.length;) {
        dropOldest()
        dropped += 1
      }
    },
    droppedCount: () => dropped,
    clear(): void {
      all = []
      first = 0
      bytes = 0
      dropped = 0
    },
  }
}
