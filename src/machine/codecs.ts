/** How the values of cells are written as JSON and read back, each kind in a form of its own. */
import { EmulatorError } from './errors.ts'
import { type Compare, filledTree, type Tree } from './tree.ts'

/** Writes a value as plain JSON, and makes the same value of it again. */
export interface Form<T> {
  write(value: T): unknown
  /** Throws an EmulatorError that says what is wrong, where that can be said. */
  read(json: unknown): T
}

/** The form of values that are JSON already. */
export const plainForm: Form<unknown> = {
  write(value) {
    insistOnPlain(value)
    return value
  },
  read: (json) => json,
}

/** A tree as its pairs, in order. */
export function treeForm<K, V>(compare: Compare<K>): Form<Tree<K, V>> {
  return {
    write(tree) {
      const pairs = tree.toArray()
      insistOnPlain(pairs)
      return pairs
    },
    read(json) {
      const pairs = json as [K, V][]
      const isSorted = pairs.every(
        ([key], i) => i === 0 || compare(pairs[i - 1]?.[0] as K, key) < 0,
      )
      if (!isSorted) throw damaged('its entries are out of order')
      return filledTree(pairs, compare)
    },
  }
}

/** Nothing that JSON would change or lose: a mistake of ours, found before it is in a file. */
function insistOnPlain(value: unknown): void {
  if (typeof value === 'object' && value !== null) {
    const kind: unknown = Object.getPrototypeOf(value)
    if (kind === Object.prototype || kind === Array.prototype || kind === null) {
      for (const part of Object.values(value)) if (part !== undefined) insistOnPlain(part)
      return
    }
  } else if (['string', 'boolean'].includes(typeof value) || value === null) return
  else if (Number.isFinite(value)) return
  throw new Error(`a saved world cannot hold ${String(value)}`)
}

export const damaged = (because: string): EmulatorError =>
  new EmulatorError('bad_world', {
    could: 'load the saved world',
    because,
    advice: 'Save it again.',
  })
