/** Aligns two lists: equal items in one pair, similar ones too, and other items in pairs of their own. */

/** An item of either list, or equal or similar items of both. */
export interface Pair<T> {
  readonly left?: T
  readonly right?: T
  readonly isEqual: boolean
}

/** The keys of an item: those of equal items are equal. */
export interface AlignmentKeys {
  readonly whole: string
  /** The key that similar items have too: calls of one path with different outcomes. Default: no item is similar. */
  readonly similar?: string
}

/** The largest product of the lengths that is compared item by item. Longer lists are not aligned in their middle. */
const cellsMax = 4_000_000

export function align<T>(
  left: readonly T[],
  right: readonly T[],
  keysOf: (item: T, side: 'left' | 'right') => AlignmentKeys,
): Pair<T>[] {
  const a = left.map((item) => keysOf(item, 'left'))
  const b = right.map((item) => keysOf(item, 'right'))
  const isEqual = (i: number, j: number): boolean => a[i]?.whole === b[j]?.whole
  const isSimilar = (i: number, j: number): boolean =>
    a[i]?.similar !== undefined && a[i]?.similar === b[j]?.similar
  const pairs: Pair<T>[] = []
  let [i, j] = [0, 0]
  const pushBoth = (): void => {
    pairs.push({ left: left[i] as T, right: right[j] as T, isEqual: isEqual(i, j) })
    i += 1
    j += 1
  }
  // Note: the first step that differs stands beside the step in its place, not beside a later one that is equal.
  const shortest = Math.min(a.length, b.length)
  while (i < shortest && (isEqual(i, i) || isSimilar(i, i))) pushBoth()
  const rest = commonPlaces([i, a.length], [j, b.length], isEqual)
  for (const [nextA, nextB] of [...rest, [a.length, b.length] as const]) {
    while (i < nextA && j < nextB && isSimilar(i, j)) pushBoth()
    for (; i < nextA; i += 1) pairs.push({ left: left[i] as T, isEqual: false })
    for (; j < nextB; j += 1) pairs.push({ right: right[j] as T, isEqual: false })
    if (i < a.length && j < b.length) pushBoth()
  }
  return pairs
}

type Places = readonly [a: number, b: number]

/** The places of a longest common subsequence of two ranges. */
function commonPlaces(
  [startA, lengthA]: Places,
  [startB, lengthB]: Places,
  isEqual: (i: number, j: number) => boolean,
): Places[] {
  const shortest = Math.min(lengthA - startA, lengthB - startB)
  let tail = 0
  while (tail < shortest && isEqual(lengthA - 1 - tail, lengthB - 1 - tail)) tail += 1
  const [endA, endB] = [lengthA - tail, lengthB - tail]
  const isShort = (endA - startA) * (endB - startB) <= cellsMax
  const places = isShort ? middlePlaces([startA, startB], [endA, endB], isEqual) : []
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
