/** Synchronizations that do not read what they should: refused calls, and a 429 that is not repeated. */
import { expect, test } from 'vitest'
import { type CapacityOptions, measureCapacity } from '../../../src/capacity.ts'
import type { Connect } from '../../../src/conformance/scenario/integration.ts'
import * as syncs from './example-syncs.ts'

const small: CapacityOptions = { sizes: [20, 40, 60], target: 600 }

/** Sends one call without a token. */
const withoutToken: Connect = ({ baseUrl, fetch }) => ({
  resync: () => fetch(`${baseUrl}/users?per_page=100`),
})

/** Reads one path. */
const reads =
  (path: string): Connect =>
  (connection) => ({ resync: () => syncs.reader(connection)(path) })

test.each<[string, Connect, RegExp]>([
  [
    'without a token',
    withoutToken,
    /at size 20: no call was accepted: GET \/users\?per_page=100 was answered with 403/,
  ],
  ['to a misspelt path', reads('/userz'), /GET \/userz was answered with 404/],
])('calls %s are not measured', async (_, connect, message) => {
  await expect(measureCapacity(connect, small)).rejects.toThrow(message)
})

test('an operation that is refused gives a warning with its calls', async () => {
  const connect: Connect = (connection) => ({
    async resync() {
      const read = syncs.reader(connection)
      await read('/users?per_page=100')
      for (let call = 0; call < 3; call += 1) await read('/planned_courses?per_page=0')
      await read('/userz')
    },
  })
  const { warnings } = await measureCapacity(connect, { ...small, confirm: false })
  expect(warnings).toEqual([
    'get_planned_courses was answered with 400 (3 of 3 calls).',
    '1 call matched no operation.',
  ])
})

/** Reads pages of one user by the Link header, and ends at an answer that is not a page. */
const endingAtRefusal: Connect = ({ baseUrl, token, fetch }) => ({
  async resync() {
    let next: string | undefined = `${baseUrl}/users?per_page=1`
    while (next !== undefined) {
      const response: Response = await fetch(next, {
        headers: { authorization: `Bearer ${token}` },
      })
      if (!response.ok) return
      next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    }
  },
})

/** Reads each user by id. After a 429 it waits, and goes on with the next user. */
const skipping: Connect = ({ emulator, baseUrl, token, fetch, sleep }) => ({
  async resync() {
    for (const { id } of emulator.rows('users')) {
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${baseUrl}/users/${id}`, { headers })
      if (response.status === 429)
        await sleep({ ms: Number(response.headers.get('retry-after')) * 1_000 })
    }
  },
})

test('a full run that ends after a 429 fails the measurement', async () => {
  await expect(measureCapacity(endingAtRefusal, small)).rejects.toThrow(
    /at size 600: it ended after a 429 that it did not repeat: GET \/users\?.*Retry-After/,
  )
})

test('a small run that ends after a 429 fails the measurement', async () => {
  const emulator = { rateLimit: { requestsPerWindowMax: 30 } }
  await expect(measureCapacity(endingAtRefusal, { ...small, emulator })).rejects.toThrow(
    /at size 40: it ended after a 429/,
  )
})

test('a synchronization that stops at a 429 is measured below the limit', async () => {
  const capacity = await measureCapacity(endingAtRefusal, { ...small, target: 400 })
  expect(capacity).toMatchObject({ confirmed: true, fits: true, warnings: [] })
})

test('a prediction with 429 warns if the run with a low limit failed', async () => {
  const { warnings } = await measureCapacity(endingAtRefusal, { ...small, confirm: false })
  expect(warnings).toEqual([
    'The run with a low rate limit failed. The prediction assumes a repetition of each 429 after Retry-After.',
  ])
})

test('calls that are not repeated after a 429 give a warning', async () => {
  const { warnings } = await measureCapacity(skipping, small)
  expect(warnings).toEqual(['Not repeated after a 429: 1 call.'])
})
