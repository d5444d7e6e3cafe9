/** How the values of cells are written as JSON and read back, each kind in a form of its own. */
import { EmulatorError } from './errors.ts'
import { type Compare, treeFromSorted, type Tree } from './tree.ts'

/** Writes a value as plain JSON, and makes the same value of it again. */
export interface Codec<T> {
  encode(value: T): unknown
  /** Throws an EmulatorError that says what is wrong, where that can be said. */
  decode(json: unknown): T
}

/** The form of values that are JSON already. */
export const jsonCodec: Codec<unknown> = {
  encode(value) {
    assertJson(value)
    return value
  },
  decode: (json) => json,
}

/** A tree as its pairs, in order. */
export function treeCodec<K, V>(compare: Compare<K>): Codec<Tree<K, V>> {
  return {
    encode(tree) {
      const pairs = tree.toArray()
      assertJson(pairs)
      return pairs
    },
    decode(json) {
      const pairs = json as [K, V][]
      const isSorted = pairs.every(
        ([key], i) => i === 0 || compare(pairs[i - 1]?.[0] as K, key) < 0,
      )
      if (!isSorted) throw damagedWorldError('its entries are out of order')
      return treeFromSorted(pairs, compare)
    },
  }
}

/** Nothing that JSON would change or lose: a mistake of ours, found before it is in a file. */
function assertJson(value: unknown): void {
  if (typeof value === 'object' && value !== null) {
    const kind: unknown = Object.getPrototypeOf(value)
    if (kind === Object.prototype || kind === Array.prototype || kind === null) {
      for (const part of Object.values(value)) if (part !== undefined) assertJson(part)
      return
    }
  } else if (['string', 'boolean'].includes(typeof value) || value === null) return
  else if (Number.isFinite(value)) return
  throw new Error(`a saved world cannot hold ${String(value)}`)
}

export const damagedWorldError = (reason: string): EmulatorError =>
  new EmulatorError('bad_world', {
    action: 'load the saved world',
    reason,
    advice: 'Save it again.',
  })
