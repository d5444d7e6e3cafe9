/** Defines the order of ids and index keys: numbers before strings, null last. */

export type Id = number | string
export type Scalar = number | string | boolean | null
export type Key = readonly Scalar[]

const ranks: Record<string, number> = { boolean: 0, number: 1, string: 2, object: 3 }

export function compareScalars(a: Scalar, b: Scalar): number {
  if (a === b) return 0
  if (typeof a !== typeof b || a === null || b === null) {
    return (ranks[typeof a] ?? 0) - (ranks[typeof b] ?? 0)
  }
  return a < b ? -1 : 1
}

/** Returns whether a key begins with another key. */
export function hasPrefix(key: Key, prefix: Key): boolean {
  for (let i = 0; i < prefix.length; i += 1) if (key[i] !== prefix[i]) return false
  return true
}

/** Compares keys part by part. A key sorts before the longer keys that begin with it. */
export function compareKeys(a: Key, b: Key): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i += 1) {
    const order = compareScalars(a[i] as Scalar, b[i] as Scalar)
    if (order !== 0) return order
  }
  return a.length - b.length
}
