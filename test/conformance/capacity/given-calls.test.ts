/** A `given` that sends calls and waits: its calls and its time are not a part of the synchronization. */
import { expect, test } from 'vitest'
import type { Emulator } from '../../../src/index.ts'
import { type CapacityOptions, measureCapacity } from '../../../src/capacity.ts'
import * as syncs from './example-syncs.ts'

const small: CapacityOptions = { target: 100, largest: false }

/** Creates each user with a call. */
async function createByCall(emulator: Emulator, size: number): Promise<void> {
  const headers = { ...emulator.headers, 'content-type': 'application/json' }
  for (let user = 0; user < size; user += 1) {
    const body = JSON.stringify({
      first_name: 'Mia',
      last_name: 'Jansen',
      email: `mia-${user}@example.org`,
    })
    const { status } = await emulator.fetch('/users', { method: 'POST', headers, body })
    if (status !== 201) throw new Error(`POST /users was answered with ${status}`)
  }
}

test('given may send more calls than the rate limit allows', async () => {
  const emulator = { rateLimit: { requestsPerWindowMax: 5 } }
  const capacity = await measureCapacity(syncs.paged(20), {
    ...small,
    emulator,
    given: createByCall,
  })
  expect(capacity).toMatchObject({ calls: 7, durationMs: 300_000, fits: true, warnings: [] })
  expect(capacity.perOperation.map(({ operation }) => operation)).toEqual(['get_users'])
})

test('the advice is about the calls of the synchronization', async () => {
  async function given(emulator: Emulator, size: number): Promise<void> {
    for (const { id } of emulator.given('users', size))
      await emulator.fetch(`/users/${id}`, { headers: emulator.headers })
  }
  const { advice } = await measureCapacity(syncs.paged(100), {
    ...small,
    given,
    latency: { ms: 80 },
  })
  expect(advice).toEqual([])
})

test('given may wait on the clock, and the synchronization begins afterwards', async () => {
  async function given(emulator: Emulator, size: number): Promise<void> {
    emulator.given('users', size)
    await emulator.sleep('1h')
  }
  const { durationMs } = await measureCapacity(syncs.throttled, { ...small, given })
  expect(durationMs).toBe(1_000)
})

test.each([
  [5, '5 records'],
  [1, '1 record'],
])('a given that makes %i records at every size gives a warning', async (count, records) => {
  const given = (emulator: Emulator): void => void emulator.given('users', count)
  const { warnings } = await measureCapacity(syncs.paged(100), { ...small, given })
  expect(warnings).toEqual([
    `\`given\` made ${records} at every size. Make as many as \`size\`, its second argument.`,
  ])
})

test.each<[string, NonNullable<CapacityOptions['given']>, RegExp]>([
  [
    'hangs',
    () => new Promise(() => {}),
    /create the data of size 50: `given` does not end, and nothing on the clock .* is due/,
  ],
  [
    'throws',
    () => Promise.reject(new Error('no file')),
    /create the data of size 50: `given` threw Error: no file \(\S+\)\. Repair `given`/,
  ],
])('a given that %s fails the measurement', async (_, given, message) => {
  await expect(measureCapacity(syncs.paged(100), { ...small, given })).rejects.toThrow(message)
})
