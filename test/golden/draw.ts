/** Random choices from a seed. Independent of the product, so that a seed always means the same session. */

export interface Draw {
  /** A whole number from 0 up to but not including `count`. */
  below(count: number): number
  chance(probability: number): boolean
  /** One of the values; throws when there is none. */
  pick<T>(values: readonly T[]): T
}

/** The mulberry32 generator. */
export function createDraw(seed: number): Draw {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000
  }
  const below = (count: number): number => Math.floor(next() * count)
  return {
    below,
    chance: (probability) => next() < probability,
    pick(values) {
      if (values.length === 0) throw new Error('There is no value to pick.')
      return values[below(values.length)] as never
    },
  }
}
