/** A run that floods the service is shown with its first and last calls, and all of its steps. */
import { expect, test } from 'vitest'
import { explore } from '../../../src/explore.ts'
import { scenario } from '../../../src/scenarios.ts'
import type { Connect } from '../../../src/scenarios.ts'

const renamedOften = scenario('renamed-often', async ({ emulator, step }) => {
  const mia = emulator.given('users')
  for (const last_name of ['Berg', 'Vos', 'Smit'])
    await step(`Mia is called ${last_name}`, () =>
      emulator.act.updateUser({ user: mia, last_name }),
    )
})

/** Reads the same user again and again. */
const flooding: (calls: number) => Connect = (calls) => (connection) => ({
  async fetch() {
    for (let i = 0; i < calls; i += 1) {
      const headers = { authorization: `Bearer ${connection.token}` }
      await connection.fetch(`${connection.baseUrl}/users?per_page=1`, { headers })
    }
  },
  state: () => ({}),
})

const shown = async (calls: number) => {
  const { failures } = await explore(renamedOften, flooding(calls), { depth: 0 })
  const [{ transcript = '', story } = {}] = failures
  return {
    transcript,
    calls: transcript.match(/ GET \/users/g)?.length,
    steps: transcript.match(/ Mia is called /g)?.length,
    recorded: story?.entries.filter(({ kind }) => kind === 'request').length,
  }
}

test('60 calls are shown', async () => {
  const { transcript, ...counts } = await shown(20)
  expect(counts).toEqual({ calls: 60, steps: 3, recorded: 60 })
  expect(transcript).not.toContain('left out')
})

test('of more calls, the first 40 and the last 20 are shown', async () => {
  const { transcript, ...counts } = await shown(500)
  expect(counts).toEqual({ calls: 60, steps: 3, recorded: 60 })
  expect(transcript.match(/… \d+ calls left out/g)).toEqual([
    '… 460 calls left out',
    '… 500 calls left out',
    '… 480 calls left out',
  ])
})
