/**
 * Derives every chance value from the seed and a path of names, never from the order of draws.
 *
 * So a new field, record or story changes nothing that another path yields.
 */

/** An endless row of numbers that belongs to one path. */
export interface RandomStream {
  /** A number from 0 (included) to 1 (excluded). */
  next(): number
  /** A whole number from `min` to `max`, both included. */
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

/** From a seed, or from one that is state and may be replaced. */
export function createRandom(seed: number | { readonly value: number }): Random {
  const now = (): number => (typeof seed === 'number' ? seed : seed.value)
  return { seed: now, stream: (...path) => createRandomStream(hashPath(now(), path)) }
}

/** Two 32-bit halves of a hash of the path; names and numbers with the same text are the same. */
export function hashPath(seed: number, path: RandomPath): readonly [number, number] {
  let high = 0x9e3779b9 ^ seed ^ Math.trunc(seed / 2 ** 32)
  let low = 0x85ebca6b ^ Math.imul(seed, 0xc2b2ae35)
  for (const part of path) {
    const text = `${part}\u0000`
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i)
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

export function createRandomStream([high, low]: readonly [number, number]): RandomStream {
  let a = high
  let b = low
  let c = 0x2545f491
  let counter = 1

  // The sfc32 generator: three words of state and a counter, a handful of operations per draw.
  function word(): number {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return sum >>> 0
  }
  for (let i = 0; i < 8; i += 1) word()

  const stream: RandomStream = {
    next: () => (word() * 0x200000 + (word() >>> 11)) / 0x20000000000000,
    integer: (min, max) => min + Math.floor(stream.next() * (max - min + 1)),
    pick: (values) => values[Math.floor(stream.next() * values.length)] as never,
    hex(length) {
      let text = ''
      while (text.length < length) text += word().toString(16).padStart(8, '0')
      return text.slice(0, length)
    },
    uuid() {
      const hex = stream.hex(32)
      const variant = '89ab'[Number.parseInt(hex[16] as string, 16) & 3]
      const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`]
      return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20)].join('-')
    },
  }
  return stream
}

/**
 * The place of `key` among `count` parents. When a parent is added, a key either keeps its place or
 * moves to the new one (jump consistent hashing).
 */
export function jumpHash(stream: RandomStream, count: number): number {
  return jumpHashes(stream, count)[0] ?? -1
}

/**
 * The same place, and behind it those that the key would have with fewer parents, last first. When a
 * parent is added, its place may come in front; the others stay.
 */
export function jumpHashes(stream: RandomStream, count: number): number[] {
  const places: number[] = []
  let next = 0
  while (next < count) {
    places.unshift(next)
    next = Math.floor((next + 1) / Math.max(stream.next(), Number.MIN_VALUE))
  }
  return places
}
