/** Shards of an exploration, merged. */
import { expect, test } from 'vitest'
import { explore, mergeExplorations } from '../../src/explore.ts'
import type { Connect } from '../../src/scenarios.ts'
import { mirror, renamesOf } from './mirror.ts'

/** Counts deliveries, so that a repeated one is a failure. */
const counting: Connect = ({ baseUrl, token, fetch }) => {
  let count = 0
  return {
    async fetch() {
      await fetch(`${baseUrl}/users/2`, { headers: { authorization: `Bearer ${token}` } })
      count += 1
      return new Response(null, { status: 204 })
    },
    state: () => ({ count }),
  }
}

test.each([
  { connect: mirror({}), options: { depth: 2, runs: 50 } },
  { connect: counting, options: { depth: 1, runs: 40 } },
  { connect: counting, options: { depth: 2, runs: 90, seed: 5 } },
])(
  'the merged shards equal the whole exploration: $options',
  { timeout: 120_000 },
  async ({ connect, options }) => {
    const whole = await explore(renamesOf(2), connect, options)
    const shards = []
    for (const shard of ['1/3', '2/3', '3/3']) {
      const result = await explore(renamesOf(2), connect, { ...options, shard })
      shards.push(JSON.parse(JSON.stringify(result)) as ReturnType<typeof result.toJSON>)
    }
    const merged = mergeExplorations(shards.toReversed())
    expect(JSON.stringify(merged)).toBe(JSON.stringify(whole))
    expect(merged.text).toBe(whole.text)
    expect(whole.histories.run).toBeGreaterThan(30)
    const runs = shards.map(({ histories }) => histories.run)
    expect(Math.max(...runs)).toBeLessThanOrEqual(Math.ceil(whole.histories.run / 3) + 2)
  },
)

test('a missing shard and shards of different explorations are refused', async () => {
  const options = { depth: 0 }
  const first = (await explore(renamesOf(1), mirror(), { ...options, shard: '1/2' })).toJSON()
  const second = (await explore(renamesOf(2), mirror(), { ...options, shard: '2/2' })).toJSON()
  const message = 'Could not merge explorations: the results are not the shards of one exploration.'
  expect(() => mergeExplorations([first])).toThrow(message)
  expect(() => mergeExplorations([first, second])).toThrow(message)
  expect(() => mergeExplorations([])).toThrow(message)
})

test.each(['0/4', '5/4', '1', 2])('the shard %j is refused', async (shard) => {
  const result = explore(renamesOf(1), mirror(), { shard } as never)
  await expect(result).rejects.toThrow(`"shard" is ${JSON.stringify(shard)}`)
})
