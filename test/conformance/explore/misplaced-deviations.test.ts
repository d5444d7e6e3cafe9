/** Replays whose deviation does not belong to its choice point: they play nothing, so they must not pass. */
import { expect, test } from 'vitest'
import { explore } from '../../../src/explore.ts'
import { mirror, renamesOf } from './mirror.ts'

test.each([
  ['twice at GET /users/2 #1', 'a delivery', 'a call; choose one of 500, 503, 429'],
  ['500 at user.updated id=2 #1', 'a call', 'a delivery; choose one of unconfirmed, twice'],
  ['crash-before at user.updated id=2 #1', 'a call', 'a delivery; choose one of unconfirmed'],
])('the replay "%s" inconclusive', async (replay, own, actual) => {
  const { ok, failures } = await explore(renamesOf(2), mirror(), { replay })
  const [name, point] = replay.split(' at ')
  expect(ok).toBe(false)
  expect(failures).toMatchObject([{ verdict: 'inconclusive', replay }])
  expect(failures[0]?.reason).toContain(
    `"${name}" is a deviation of ${own}, but "${point}" is ${actual}`,
  )
})

test('a replay with two deviations at one choice point is refused', async () => {
  const replay = '500 at GET /users/2 #1; 503 at GET /users/2 #1'
  await expect(explore(renamesOf(2), mirror(), { replay })).rejects.toThrow(
    'Could not replay a schedule: "GET /users/2 #1" has two deviations. Give one deviation for each choice point.',
  )
})
