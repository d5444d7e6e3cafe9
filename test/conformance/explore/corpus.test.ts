/** An exploration starts from what an earlier one found. */
import { expect, test } from 'vitest'
import { explore, mergeExplorations } from '../../../src/explore.ts'
import { directory } from './correct/directory.ts'
import { connectFor, incorrectIntegrations } from './incorrect-integrations.ts'

const named = incorrectIntegrations.find(({ name }) => name === 'trustsThePayload')!
const acts = ['cancel_enrollment', 'update enrollments']

test('a failure of an earlier exploration is found in the first run, and its correction passes', async () => {
  const trusting = connectFor(named.create, named)
  const { corpus, failures } = await explore(trusting, { acts, until: 'first' })
  expect(corpus).toContain(failures[0]?.replay)

  const options = { acts, corpus, runs: 5, until: 'first' } as const
  const again = await explore(trusting, options)
  expect(again.failures[0]?.replay).toBe(failures[0]?.replay)
  expect(again.schedules.run).toBeLessThan(6)

  const corrected = await explore(connectFor(named.correct, named), options)
  expect(corrected.failures).toEqual([])
  expect(corrected.corpus).toContain(failures[0]?.replay)
})

test('long sequences are kept, run again first and are continued', async () => {
  const options = { acts: ['update user1 last_name', 'merge_users'], runs: 60 } as const
  const deviations = { deviations: ['steps'] } as const
  const first = await explore(directory(), { ...options, ...deviations })
  const long = first.corpus.filter((text) => text.split(', ').length >= 3)
  expect(long.length).toBeGreaterThan(2)
  const longer = { ...options, ...deviations, steps: 4, runs: 250, corpus: first.corpus }
  const second = await explore(directory(), longer)
  expect(second.corpus).toEqual(expect.arrayContaining([...first.corpus]))
  const isContinued = (text: string): boolean => long.some((known) => text.startsWith(`${known}, `))
  expect(second.corpus.some(isContinued)).toBe(true)
}, 60_000)

test('a schedule that does not apply any more is left out', async () => {
  const corpus = [
    'update user1 shoe_size',
    'update user1 last_name | 500 at GET /nowhere #1',
    'update user1 last_name | shaken at GET /users/2 #1',
  ]
  const options = { acts: ['update user1 last_name'], runs: 20, steps: 2, corpus }
  const exploration = await explore(directory(), options)
  expect(exploration.ok).toBe(true)
  expect(exploration.corpus).toEqual([corpus[1]])
})

test('shards divide the corpus', async () => {
  const corpus = ['update user1 last_name, remove user1', 'merge_users user1 user2, remove user1']
  const options = { acts: ['*user*'], runs: 30, corpus }
  const shards = await Promise.all(
    ['1/2', '2/2'].map((shard) => explore(directory(), { ...options, shard })),
  )
  const merged = mergeExplorations(shards.map((each) => each.toJSON()))
  expect(merged.corpus).toEqual(expect.arrayContaining(corpus))
})

test('a corpus beside a scenario is refused', async () => {
  await expect(
    explore(named.scenario, directory(), { corpus: ['update user1 last_name'] }),
  ).rejects.toThrow('"corpus" is given with a scenario')
})
