import { expect, test } from 'vitest'
import {
  createRandom,
  type RandomPath,
  jumpHash,
  type RandomStream,
} from '../../../src/engine/store/random.ts'

const draws = (stream: RandomStream, count = 8): number[] =>
  Array.from({ length: count }, () => stream.next())
const random = createRandom(7)
const many = 4_000

test('the same seed and path give the same values, regardless of earlier draws', () => {
  const first = draws(random.stream('users', 1, 'email'))
  draws(random.stream('users', 2, 'email'), 100)
  expect(draws(random.stream('users', 1, 'email'))).toEqual(first)
  expect(draws(createRandom(7).stream('users', 1, 'email'))).toEqual(first)
})

test('another seed or another path gives other values', () => {
  const paths: RandomPath[] = [
    ['users', 1, 'email'],
    ['users', 2, 'email'],
    ['users', 1, 'name'],
    ['email', 1, 'users'],
    ['users', 11, 'email'],
    ['users1', 'email'],
    ['users', '1email'],
    ['users', 1],
    [],
  ]
  const seeds = [7, 8, 0, -7, 2 ** 31]
  const texts = seeds.flatMap((seed) =>
    paths.map((path) => String(draws(createRandom(seed).stream(...path)))),
  )
  expect(new Set(texts).size).toBe(seeds.length * paths.length)
})

test('seeds that differ only in their high digits are different seeds', () => {
  const [near, far] = [1, 1 + 2 ** 32].map((seed) => draws(createRandom(seed).stream('users', 1)))
  expect(far).not.toEqual(near)
})

test('numbers are between 0 and 1 and evenly distributed', () => {
  const tenths = Array.from({ length: 10 }, () => 0)
  for (let key = 0; key < many; key += 1) {
    const [first = 1] = draws(random.stream('users', key, 'luck'), 1)
    tenths[Math.floor(first * 10)] = (tenths[Math.floor(first * 10)] ?? 0) + 1
  }
  expect(tenths).toHaveLength(10)
  for (const count of tenths) expect(Math.abs(count - many / 10)).toBeLessThan(many / 40)
})

test('integers reach both bounds and do not exceed them', () => {
  const stream = random.stream('dice')
  const thrown = new Set(Array.from({ length: 200 }, () => stream.integer(1, 6)))
  expect([...thrown].sort()).toEqual([1, 2, 3, 4, 5, 6])
  expect(stream.integer(4, 4)).toBe(4)
})

test('each of several values is picked', () => {
  const stream = random.stream('colors')
  const picked = new Set(Array.from({ length: 100 }, () => stream.pick(['red', 'green', 'blue'])))
  expect([...picked].sort()).toEqual(['blue', 'green', 'red'])
})

test('a hex string has the requested length', () => {
  for (const length of [0, 1, 7, 8, 9, 24]) {
    const text = random.stream('token', length).hex(length)
    expect(text).toMatch(/^[0-9a-f]*$/)
    expect(text).toHaveLength(length)
  }
})

test('a UUID has the form of version 4 and is unique', () => {
  const uuids = Array.from({ length: many }, (_, key) => random.stream('uuid', key).uuid())
  for (const uuid of uuids) {
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
  expect(new Set(uuids).size).toBe(many)
})

const rank = (key: number, count: number): number => jumpHash(random.stream('parent', key), count)

test('keys are evenly distributed among parents', () => {
  const counts = Array.from({ length: 8 }, () => 0)
  for (let key = 0; key < many; key += 1) counts[rank(key, 8)] = (counts[rank(key, 8)] ?? 0) + 1
  expect(counts).toHaveLength(8)
  for (const count of counts) expect(Math.abs(count - many / 8)).toBeLessThan(many / 32)
})

test('when a parent is added, keys stay or move to the new parent, and few move', () => {
  for (const count of [1, 2, 5, 30]) {
    let moved = 0
    for (let key = 0; key < many; key += 1) {
      const [before, after] = [rank(key, count), rank(key, count + 1)]
      if (after === before) continue
      moved += 1
      expect(after).toBe(count)
    }
    expect(moved / many).toBeGreaterThan(0.7 / (count + 1))
    expect(moved / many).toBeLessThan(1.3 / (count + 1))
  }
})

test('a single parent gets every key, and without a parent a key has no parent', () => {
  expect(rank(1, 1)).toBe(0)
  expect(rank(1, 0)).toBe(-1)
})

test('a hexadecimal text has eight digits of each drawn word, with leading zeros', () => {
  for (let id = 0; id < 200; id += 1) {
    const [long, short] = [random.stream('hex', id), random.stream('hex', id)]
    expect(long.hex(24)).toBe(short.hex(8) + short.hex(8) + short.hex(8))
  }
})
