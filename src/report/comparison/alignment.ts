/** Aligns two lists: equal items in one pair, other items in pairs of their own. */

/** An item of either list, or equal items of both. */
export interface Pair<T> {
  readonly left?: T
  readonly right?: T
}

/** The largest product of the lengths that is compared item by item. Longer lists are not aligned in their middle. */
const cellsMax = 4_000_000

/** @param keyOf items with one key are equal */
export function align<T>(
  left: readonly T[],
  right: readonly T[],
  keyOf: (item: T, side: 'left' | 'right') => string,
): Pair<T>[] {
  const a = left.map((item) => keyOf(item, 'left'))
  const b = right.map((item) => keyOf(item, 'right'))
  const pairs: Pair<T>[] = []
  let [i, j] = [0, 0]
  for (const [nextA, nextB] of [...commonPlaces(a, b), [a.length, b.length] as const]) {
    for (; i < nextA; i += 1) pairs.push({ left: left[i] as T })
    for (; j < nextB; j += 1) pairs.push({ right: right[j] as T })
    if (i < a.length && j < b.length) pairs.push({ left: left[i] as T, right: right[j] as T })
    i += 1
    j += 1
  }
  return pairs
}

type Places = readonly [a: number, b: number]

/** The places of a longest common subsequence. */
function commonPlaces(a: readonly string[], b: readonly string[]): Places[] {
  const isEqual = (i: number, j: number): boolean => a[i] === b[j]
  const shortest = Math.min(a.length, b.length)
  let start = 0
  while (start < shortest && isEqual(start, start)) start += 1
  let tail = 0
  while (tail < shortest - start && isEqual(a.length - 1 - tail, b.length - 1 - tail)) tail += 1
  const [endA, endB] = [a.length - tail, b.length - tail]
  const places: Places[] = Array.from({ length: start }, (_, i) => [i, i])
  if ((endA - start) * (endB - start) <= cellsMax)
    places.push(...middlePlaces([start, start], [endA, endB], isEqual))
  return [...places, ...Array.from({ length: tail }, (_, i): Places => [endA + i, endB + i])]
}

function middlePlaces(
  from: Places,
  to: Places,
  isEqual: (i: number, j: number) => boolean,
): Places[] {
  const width = to[1] - from[1] + 1
  const lengths = new Uint16Array((to[0] - from[0] + 1) * width)
  const at = (i: number, j: number): number => (i - from[0]) * width + j - from[1]
  const lengthAt = (i: number, j: number): number => lengths[at(i, j)] ?? 0
  for (let i = to[0] - 1; i >= from[0]; i -= 1) {
    for (let j = to[1] - 1; j >= from[1]; j -= 1) {
      lengths[at(i, j)] = isEqual(i, j)
        ? lengthAt(i + 1, j + 1) + 1
        : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
    }
  }
  const places: Places[] = []
  let [i, j] = from
  while (i < to[0] && j < to[1]) {
    if (isEqual(i, j)) {
      places.push([i, j])
      i += 1
      j += 1
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i += 1
    else j += 1
  }
  return places
}
