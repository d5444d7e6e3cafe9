/**
 * Derives every random value from the seed and a path of names, not from the order of draws.
 *
 * A new field, record or scenario therefore does not change the values of another path.
 */

/** An endless sequence of random numbers for one path. */
export interface RandomStream {
  /** Returns a number from 0 (included) to 1 (excluded). */
  next(): number
  /** Returns a whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number
  pick<T>(values: readonly T[]): T
  hex(length: number): string
  uuid(): string
}

export type RandomPath = readonly (string | number)[]

export interface Random {
  seed(): number
  stream(...path: RandomPath): RandomStream
}

/** Creates a source of random streams from a seed, or from a cell that holds the seed. */
export function createRandom(seed: number | { readonly value: number }): Random {
  const currentSeed = (): number => (typeof seed === 'number' ? seed : seed.value)
  return {
    seed: currentSeed,
    stream: (...path) => createRandomStream(hashPath(currentSeed(), path)),
  }
}

/** Returns the two 32-bit halves of a hash of the path. A number and its text hash the same. */
export function hashPath(seed: number, path: RandomPath): readonly [number, number] {
  let high = 0x9e3779b9 ^ seed ^ Math.trunc(seed / 2 ** 32)
  let low = 0x85ebca6b ^ Math.imul(seed, 0xc2b2ae35)
  for (const part of path) {
    const text = String(part)
    // Note: the code after the last one is 0, which separates the parts.
    for (let i = 0; i <= text.length; i += 1) {
      const code = i < text.length ? text.charCodeAt(i) : 0
      high = Math.imul(high ^ code, 0x01000193)
      low = Math.imul(low ^ code, 0x5bd1e995) ^ (low >>> 15)
    }
  }
  return [mix(high ^ (low >>> 3)), mix(low ^ (high >>> 5))]
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

// Note: each generated value has a stream, and an instance costs less than an object with its functions.
/** The sfc32 generator: three words of state and a counter. */
class Sfc32Stream implements RandomStream {
  #a: number
  #b: number
  #c = 0x2545f491
  #counter = 1

  constructor(high: number, low: number) {
    this.#a = high
    this.#b = low
    for (let i = 0; i < 8; i += 1) this.#word()
  }

  #word(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  next(): number {
    return (this.#word() * 0x200000 + (this.#word() >>> 11)) / 0x20000000000000
  }
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }
  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)] as T
  }
  hex(length: number): string {
    let text = ''
    while (text.length < length) text += this.#word().toString(16).padStart(8, '0')
    return text.slice(0, length)
  }
  uuid(): string {
    const hex = this.hex(32)
    const variant = '89ab'[Number.parseInt(hex[16] as string, 16) & 3]
    const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`]
    return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20)].join('-')
  }
}

const createRandomStream = ([high, low]: readonly [number, number]): RandomStream =>
  new Sfc32Stream(high, low)

/**
 * Picks a position from 0 to `count - 1`, or -1 if `count` is 0. If the count grows by one, the
 * position stays the same or becomes the new one (jump consistent hashing).
 */
export function jumpHash(stream: RandomStream, count: number): number {
  return jumpHashes(stream, count)[0] ?? -1
}

/**
 * Returns the position of `jumpHash`, followed by the positions for smaller counts, largest count
 * first. If the count grows by one, the new position may be added in front; the others stay.
 */
export function jumpHashes(stream: RandomStream, count: number): number[] {
  const positions: number[] = []
  let next = 0
  while (next < count) {
    positions.push(next)
    next = Math.floor((next + 1) / Math.max(stream.next(), Number.MIN_VALUE))
  }
  return positions.reverse()
}
