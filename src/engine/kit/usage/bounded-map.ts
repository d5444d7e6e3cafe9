/** Maps and sets that remember only the newest keys. */

/** The maximum number of remembered keys, such as paths, and ids of a resource. */
const rememberedMax = 10_000

/** Sets a value as the newest, and forgets the oldest above the maximum. */
export function setBounded<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.delete(key)
  map.set(key, value)
  forgetOldest(map)
}

/** Adds a value as the newest, and forgets the oldest above the maximum. */
export function addBounded<K>(set: Set<K>, value: K): void {
  set.delete(value)
  set.add(value)
  forgetOldest(set)
}

function forgetOldest<K>(keys: Set<K> | Map<K, unknown>): void {
  if (keys.size > rememberedMax) keys.delete(keys.keys().next().value as K)
}
