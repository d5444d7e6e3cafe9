/** Synchronizations that fail, that do not end, and that do not read what they should. */
import { describe, expect, test } from 'vitest'
import { type CapacityOptions, measureCapacity } from '../../../src/capacity.ts'
import type { Connect } from '../../../src/conformance/scenario/integration.ts'
import * as syncs from './example-syncs.ts'

const small: CapacityOptions = { target: 600, largest: false }

/** Reads one path. */
const reads =
  (path: string): Connect =>
  (connection) => ({ resync: () => syncs.reader(connection)(path) })

/** Repeats a refused call at once. */
const flooding: Connect = ({ emulator, baseUrl, token, fetch }) => ({
  async resync() {
    for (const { id } of emulator.rows('users')) {
      const headers = { authorization: `Bearer ${token}` }
      while ((await fetch(`${baseUrl}/users/${id}`, { headers })).status === 429);
    }
  },
})

/** Waits and calls again, without an end. */
const endless: Connect = (connection) => ({
  async resync() {
    for (;;) await syncs.reader(connection)('/labels')
  },
})

describe('a run that fails names its size', () => {
  test.each<[string, Connect, RegExp, number?]>([
    ['an integration without resync', () => ({}), /has no `resync`.*option `sync`/],
    ['a sync without calls', () => ({ resync() {} }), /sends no call to the emulator/],
    [
      'a sync that throws',
      () => ({ resync: () => Promise.reject(new Error('no tenant')) }),
      /at size 1: it threw Error: no tenant \(\S+failed-syncs\.test\.ts:\d+\)\. Repair the synchronization\.$/,
    ],
    [
      'a connect that throws',
      () => Promise.reject(new Error('no database')),
      /at size 1: it threw Error: no database \(\S+\)\. Repair the synchronization\.$/,
    ],
    [
      'a sync that throws for the body of a 429',
      ({ baseUrl, token, fetch }) => ({
        async resync() {
          const headers = { authorization: `Bearer ${token}` }
          const read = async (): Promise<{ id: number }[]> =>
            (await fetch(`${baseUrl}/users`, { headers })).json()
          for (let i = 0; i < 2; i += 1) (await read()).map(({ id }) => id)
        },
      }),
      /threw TypeError: .* is not a function \(\S+\)\. After a 429 .* Retry-After and repeat\.$/,
    ],
    [
      'a sync that never settles',
      () => ({ resync: () => new Promise(() => {}) }),
      /at size 1: it does not end, and nothing on the clock of the emulator is due\. Use the `fetch`/,
    ],
    [
      'a sync that repeats a 429 at once',
      flooding,
      /at size 2: it sent 10,006 calls without waiting, and the limit is 1\. .* Retry-After/,
    ],
    [
      'a sync that calls without an end',
      endless,
      /at size 1: it sent 10,201 calls and did not end/,
      2_000,
    ],
    [
      'calls without a token',
      ({ baseUrl, fetch }) => ({ resync: () => fetch(`${baseUrl}/users?per_page=100`) }),
      /at size 1: no call was accepted: GET \/users\?per_page=100 was answered with 403/,
    ],
    [
      'the global fetch',
      ({ baseUrl }) => ({ resync: () => fetch(`${baseUrl}/users`) }),
      /at size 1: it uses the global `fetch`\. Pass it `fetch` of the connection\./,
    ],
    [
      'the global fetch, and an error that it hides',
      ({ baseUrl }) => ({ resync: () => fetch(`${baseUrl}/users`).catch(() => undefined) }),
      /at size 1: it uses the global `fetch`/,
    ],
    [
      'calls that are not awaited',
      (connection) => ({
        async resync() {
          const read = syncs.reader(connection)
          await read('/users')
          for (const { id } of connection.emulator.rows('users')) void read(`/users/${id}`)
        },
      }),
      /at size \d: it resolves before its last calls are answered\. Await each call: `forEach`/,
      2_000,
    ],
    ['calls to a misspelt path', reads('/userz'), /GET \/userz was answered with 404/],
  ])('%s', async (_, connect, message, requestsPerWindowMax = 1) => {
    const emulator = { rateLimit: { requestsPerWindowMax } }
    const measured = measureCapacity(connect, { target: 2, largest: false, emulator })
    await expect(measured).rejects.toThrow(message)
  })
})

test('a synchronization that only sleeps without an end fails', async () => {
  const connect: Connect = ({ sleep }) => ({
    async resync() {
      for (;;) await sleep('365d')
    },
  })
  await expect(measureCapacity(connect, small)).rejects.toThrow(
    /at size 100: it continues without an end on the clock/,
  )
})

test('no call of a failed run is answered later', async () => {
  let answered = 0
  const connect: Connect = (connection) => {
    const read = syncs.reader(connection)
    return {
      async resync() {
        const work = async (): Promise<void> => {
          for (;;) {
            await read('/users?per_page=1')
            answered += 1
          }
        }
        await Promise.race([work(), Promise.reject(new Error('a mistake'))])
      },
    }
  }
  await expect(measureCapacity(connect, small)).rejects.toThrow(/a mistake/)
  const before = answered
  await new Promise(setImmediate)
  expect(answered - before).toBeLessThanOrEqual(1)
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
  const { warnings } = await measureCapacity(connect, { ...small, target: 90 })
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

test.each([
  [50, 60],
  [20, 30],
])('at %i calls in a window, a run that ends after a 429 fails at %i', async (max, size) => {
  const emulator = { rateLimit: { requestsPerWindowMax: max } }
  await expect(
    measureCapacity(endingAtRefusal, { target: 60, largest: false, emulator }),
  ).rejects.toThrow(
    new RegExp(
      `at size ${size}: it ended after a 429 that it did not repeat: GET /users\\?.*Retry-After`,
    ),
  )
})

test('a size at which the synchronization fails does not fit, and a warning names it', async () => {
  const emulator = { rateLimit: { requestsPerWindowMax: 50 } }
  const capacity = await measureCapacity(endingAtRefusal, { target: 40, emulator })
  expect(capacity).toMatchObject({ fits: true, largest: 50, largestBasis: 'run' })
  expect(capacity.warnings).toEqual([
    expect.stringMatching(/at size 51: it ended after a 429 that it did not repeat/),
  ])
})

test('calls that are not repeated after a 429 give a warning', async () => {
  const { warnings } = await measureCapacity(skipping, small)
  expect(warnings).toEqual(['Not repeated after a 429: 1 call.'])
})

test('sleeps before calls that are not awaited are named, and a worker that sleeps is not', async () => {
  const connect =
    (count: number): Connect =>
    ({ baseUrl, token, fetch, sleep }) => ({
      async resync() {
        const headers = { authorization: `Bearer ${token}` }
        const users = await fetch(`${baseUrl}/users?per_page=100`, { headers })
        const rows = (await users.json()) as { readonly id: number }[]
        for (const { id } of rows.slice(0, count))
          void sleep('1s').then(() => fetch(`${baseUrl}/users/${id}`, { headers }))
      },
    })
  await expect(measureCapacity(connect(100), { target: 20, largest: false })).rejects.toThrow(
    /it resolves before \d+ of its sleeps end\. Await each call: `forEach`/,
  )
  const measured = await measureCapacity(connect(1), { target: 20, largest: false })
  expect(measured.target).toBe(20)
})
