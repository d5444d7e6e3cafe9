/** Converts cell values to JSON and back. */
import { isPlainObject } from '../errors/argument-checks.ts'
import { EmulatorError } from '../errors/errors.ts'
import { type Compare, treeFromSorted, type Tree } from './tree.ts'

/** Converts a value to plain JSON and back. */
export interface Codec<T> {
  encode(value: T): unknown
  /** Decodes a value. Throws an EmulatorError for damaged JSON that it can detect. */
  decode(json: unknown): T
}

/** The codec for values that are plain JSON. */
export const jsonCodec: Codec<unknown> = {
  encode(value) {
    assertJson(value)
    return value
  },
  decode: (json) => json,
}

/** Checks the keys and the values of a tree in a saved world. */
interface TreeChecks {
  /** The entries in an error message, such as `due tasks`. */
  readonly noun: string
  readonly isKey: (key: unknown) => boolean
  readonly isValue: (value: unknown) => boolean
}

/** The codec for trees: a list of key-value pairs in key order. */
export function treeCodec<K, V>(
  compare: Compare<K>,
  { noun, isKey, isValue }: TreeChecks,
): Codec<Tree<K, V>> {
  return {
    encode(tree) {
      const pairs = tree.toArray()
      assertJson(pairs)
      return pairs
    },
    decode(json) {
      const isPair = (pair: unknown): boolean =>
        Array.isArray(pair) && pair.length === 2 && isKey(pair[0]) && isValue(pair[1])
      if (!Array.isArray(json) || !json.every(isPair)) {
        throw damagedWorldError(`its ${noun} are not valid`)
      }
      const pairs = json as [K, V][]
      const isSorted = pairs.every(
        ([key], i) => i === 0 || compare(pairs[i - 1]?.[0] as K, key) < 0,
      )
      if (!isSorted) throw damagedWorldError(`its ${noun} are out of order`)
      return treeFromSorted(pairs, compare)
    },
  }
}

/** Throws for a value that JSON would change or lose. Such a value is an error in the emulator. */
function assertJson(value: unknown): void {
  if (isPlainObject(value) || Array.isArray(value)) {
    for (const part of Object.values(value)) if (part !== undefined) assertJson(part)
    return
  }
  if (['string', 'boolean'].includes(typeof value) || value === null) return
  if (Number.isFinite(value)) return
  throw new Error(`a saved world cannot hold ${String(value)}`)
}

/** The action in the error messages about a saved world. */
export const loadAction = 'load the saved world'

export const damagedWorldError = (reason: string, advice = 'Save it again.'): EmulatorError =>
  new EmulatorError('bad_world', { action: loadAction, reason, advice })
