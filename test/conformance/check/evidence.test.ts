/** A check holds only when the integration does something that shows it. */
import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { checkIntegration } from '../../../src/check.ts'
import type { Connect, Integration } from '../../../src/conformance/scenario/integration.ts'
import { connectRoster } from '../../examples/roster/roster.ts'

const idle: Connect = () => ({
  fetch: () => new Response(null, { status: 202 }),
  resync: () => undefined,
  state: () => ({}),
  problems: () => [],
})

/** Reads one list and does nothing else. */
const readsOneList: Connect = ({ fetch, baseUrl, token }) => ({
  ...idle,
  fetch: () => new Response(null, { status: 202 }),
  async resync() {
    await fetch(`${baseUrl}/courses`, { headers: { authorization: `Bearer ${token}` } })
  },
  state: () => ({}),
  problems: () => [],
})

test('an integration that makes no call passes no check', { timeout: 60_000 }, async () => {
  const card = await checkIntegration(idle)
  expect(new Set(card.checks.map(({ verdict }) => verdict))).toEqual(new Set(['skipped']))
  expect(card.ok).toBe(false)
})

const withEndpoint =
  (answer: () => Response): Connect =>
  () => ({ fetch: answer, state: () => ({}) })

test.each<readonly [string, () => Response, string, RegExp]>([
  [
    'throws',
    () => {
      throw new TypeError('url of undefined')
    },
    'inconclusive',
    /: the endpoint accepts no delivery: url of undefined \(\S+evidence\.test\.ts:\d+\)\.$/,
  ],
  [
    'answers 500',
    () => new Response('no user\n', { status: 500 }),
    'inconclusive',
    /: the endpoint accepts no delivery: it answers 500: no user\.$/,
  ],
  [
    'ignores each event',
    () => new Response(null, { status: 204 }),
    'skipped',
    /: the integration accepts enrollment\.created and makes no call with `fetch` of its connection\.$/,
  ],
])('an endpoint that %s is named as the cause', async (_, answer, verdict, reason) => {
  const { checks } = await checkIntegration(withEndpoint(answer), { only: ['redelivered-id'] })
  expect(checks).toMatchObject([{ verdict, reason: expect.stringMatching(reason) }])
})

test.each<readonly [string, (calls: () => Promise<unknown>) => Promise<unknown>]>([
  ['before its first call', () => Promise.reject(new TypeError('data is not iterable'))],
  [
    'after a call',
    async (call) => call().then(() => Promise.reject(new TypeError('data is not iterable'))),
  ],
])('a synchronization that rejects %s is named as the cause', async (_, resync) => {
  const rejecting: Connect = ({ baseUrl, token, fetch }) => ({
    resync: () =>
      resync(() => fetch(`${baseUrl}/users`, { headers: { authorization: `Bearer ${token}` } })),
    state: () => ({}),
  })
  const { checks } = await checkIntegration(rejecting, { only: ['next-links'] })
  const reason = 'The story cannot be judged: resync rejected: data is not iterable.'
  expect(checks).toMatchObject([{ verdict: 'inconclusive', reason }])
})

test(
  'an integration that reads events only is judged by its state',
  { timeout: 60_000 },
  async () => {
    const fromEvents: Connect = ({ storage }) => ({
      async fetch(request) {
        const { event, event_data } = (await request.json()) as {
          event: string
          event_data: { id: number }
        }
        if (event.startsWith('enrollment.')) storage.set(`enrollment ${event_data.id}`, event)
        return new Response(null, { status: 204 })
      },
      state: () => Object.fromEntries(storage.list('enrollment ')),
    })
    const { checks } = await checkIntegration(fromEvents)
    const verdictOf = (id: string) => checks.find((check) => check.id === id)?.verdict
    expect(['signature', 'redelivered-id', 'acknowledged-events'].map(verdictOf)).toEqual([
      'failed',
      'passed',
      'passed',
    ])
    for (const { group, verdict } of checks)
      if (['limits', 'paging'].includes(group)) expect(verdict).toBe('skipped')
  },
)

test(
  'an integration without functions has no verdict, but advice',
  { timeout: 60_000 },
  async () => {
    const card = await checkIntegration(() => ({}))
    expect(card.ok).toBe(false)
    for (const { verdict, reason } of card.checks) {
      expect(verdict).toBe(
        reason?.startsWith('There is nothing to compare') ? 'inconclusive' : 'skipped',
      )
      expect(reason).toMatch(/ Add `\w+` to the result|: the integration makes no call/)
    }
  },
)

test('an integration whose state never changes passes no check', { timeout: 60_000 }, async () => {
  const card = await checkIntegration(readsOneList)
  expect(card.checks.filter(({ verdict }) => verdict === 'passed')).toEqual([])
})

test('a check whose deviations are never reached is skipped', async () => {
  let callCount = 0
  /** Sends a call that no other run sends. */
  const neverRepeats: Connect = ({ fetch, baseUrl, token }) => {
    let deliveryCount = 0
    async function read(): Promise<void> {
      callCount += 1
      await fetch(`${baseUrl}/users?per_page=${(callCount % 100) + 1}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    }
    return {
      async fetch() {
        deliveryCount += 1
        await read()
        return new Response(null, { status: 202 })
      },
      resync: read,
      state: () => ({ deliveryCount }),
    }
  }
  const card = await checkIntegration(neverRepeats, { only: ['events-during-resync'] })
  expect(card.checks).toMatchObject([
    { verdict: 'skipped', reason: 'No repetition of this story makes the same calls.' },
  ])
})

test('an integration without `state` has verdicts about its calls and answers only', async () => {
  const connect: Connect = async (connection) => {
    const { resync, problems } = await connectRoster(connection)
    return { resync, problems } as Integration
  }
  const only = ['retry-after', 'page-size', 'minimal-scopes', 'last-page']
  const { checks, ok } = await checkIntegration(connect, { only })
  expect(checks.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['retry-after', 'passed'],
    ['page-size', 'passed'],
    ['last-page', 'inconclusive'],
    ['minimal-scopes', 'inconclusive'],
  ])
  expect(ok).toBe(false)
})

test('a baseline run that fails says why', async () => {
  const connect: Connect = () => ({
    resync: () => undefined,
    state() {
      throw new Error('no database')
    },
  })
  const { checks } = await checkIntegration(connect, { only: ['deleted-users'] })
  expect(checks[0]?.reason).toBe('The baseline run fails: `state` threw no database.')
})

test('calls that do not pass the connection say nothing about its changes', async () => {
  const connect: Connect = ({ emulator, ...connection }) =>
    connectRoster({ emulator, ...connection, fetch: (...call) => emulator.fetch(...call) })
  const { checks } = await checkIntegration(connect, { only: ['last-page', 'token-origin'] })
  for (const { verdict, reason } of checks) {
    expect(verdict).toBe('skipped')
    expect(reason).toMatch(/call with `fetch` of its connection|through `fetch` of the connection/)
  }
})

test('a baseline run without an end shows its last calls', async () => {
  const endless: Connect = ({ fetch, baseUrl, sleep }) => ({
    async resync() {
      for (;;) {
        await fetch(`${baseUrl}/users`)
        await sleep('1h')
      }
    },
    state: () => ({}),
  })
  const { checks, text } = await checkIntegration(endless, {
    only: ['deleted-users', 'next-links'],
  })
  expect(checks.map(({ verdict }) => verdict)).toEqual(['inconclusive', 'inconclusive'])
  expect(text).toContain('\n? next-links, deleted-users: The baseline run hangs: ')
  expect(text).toMatch(/\n {2}The last of \d+ calls:\n(.*request {9}GET \/users.*\n){20}\n/)
})

test('a card that is canceled during a run ends at once', async () => {
  const during = 'The report card was canceled during this check.'
  const before = 'The report card was canceled before this check.'
  // Note: the first instance tells what the integration has, the next ones what the stories are about.
  expect(await reasonsOfCardCanceledIn(2)).toEqual([before, before])
  expect(await reasonsOfCardCanceledIn(6)).toEqual([during, before])
})

/** Cancels the card in a call of the n-th instance, which works without end. */
async function reasonsOfCardCanceledIn(instance: number): Promise<readonly string[]> {
  const cancel = new AbortController()
  let instances = 0
  const busy: Connect = ({ fetch, baseUrl, token }) => {
    instances += 1
    const isLast = instances === instance
    let rows = ''
    return {
      async resync() {
        do {
          const headers = { authorization: `Bearer ${token}` }
          rows = await (await fetch(`${baseUrl}/enrollments`, { headers })).text()
          if (isLast) cancel.abort()
        } while (isLast)
      },
      state: () => rows,
    }
  }
  const only = ['deleted-users', 'next-links']
  const { checks } = await checkIntegration(busy, { only, signal: cancel.signal })
  return checks.map(({ reason }) => reason)
}

test('a card leaves no listener at the signal, and adds one for all checks', async () => {
  const { signal } = new AbortController()
  let during = 0
  const idle: Connect = () => ({ resync: async () => {}, state: () => ({}) })
  await checkIntegration(idle, {
    only: ['deleted-users', 'next-links'],
    signal,
    progress: () => (during = Math.max(during, getEventListeners(signal, 'abort').length)),
  })
  expect([during, getEventListeners(signal, 'abort').length]).toEqual([1, 0])
})

test(
  'an endpoint that refuses each delivery is not told of white space',
  { timeout: 60_000 },
  async () => {
    const refusing: Connect = ({ baseUrl, token, fetch }) => {
      let rows: unknown = []
      return {
        fetch: () => new Response(null, { status: 401 }),
        async resync() {
          const headers = { authorization: `Bearer ${token}` }
          rows = await (await fetch(`${baseUrl}/enrollments?per_page=100`, { headers })).json()
        },
        state: () => rows,
      }
    }
    const only = ['signature', 'rotated-secret'] as const
    const { checks } = await checkIntegration(refusing, { only })
    for (const { reason } of checks)
      expect(reason).toContain(
        'he endpoint accepts no delivery: it answers 401; a signature is checked with `secret` of the connection and the time of `now`.',
      )
  },
)
