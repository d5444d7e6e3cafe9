/** Maps that remember only the newest keys. */

/** The maximum number of remembered keys, such as paths, and ids of a resource. */
const rememberedMax = 10_000

/** Sets a value as the newest, and forgets the oldest above the maximum. */
export function setBounded<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > rememberedMax) map.delete(map.keys().next().value as K)
}
