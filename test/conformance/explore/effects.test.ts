/** The effects of an integration, such as mails, are compared without regard to their order. */
import { describe, expect, test } from 'vitest'
import { assertConverges, explore } from '../../../src/explore.ts'
import type { Connect } from '../../../src/scenarios.ts'
import { renamesOf } from './mirror.ts'

/** Sends a mail for each event. `isKnown` decides whether one was sent before, `note` notes it. */
const mailer =
  (options: { readonly isStored?: boolean; readonly deduplicates?: boolean } = {}): Connect =>
  ({ baseUrl, token, fetch, storage }) => {
    const { isStored = true, deduplicates = true } = options
    const sent = new Set<string>()
    return {
      async fetch(request) {
        const id = request.headers.get('webhook-id') as string
        const { event_data } = (await request.json()) as { event_data: { id: number } }
        const headers = { authorization: `Bearer ${token}` }
        const response = await fetch(`${baseUrl}/users/${event_data.id}`, { headers })
        if (!response.ok) return 503
        const { last_name } = (await response.json()) as { last_name: string }
        const isKnown = isStored ? storage.get(`seen ${id}`) === true : sent.has(id)
        if (isKnown && deduplicates) return 204
        const number = storage.list('mail ').length + 1
        storage.transaction((tx) => {
          tx.set(`mail ${number}`, { to: event_data.id, text: `Dear ${last_name}` })
          tx.set(`seen ${id}`, true)
        })
        sent.add(id)
        return 204
      },
      resync: () => undefined,
      state: () => ({ count: new Set(storage.list('seen ').map(([key]) => key)).size }),
      effects: () => storage.list('mail ').map(([, mail]) => mail),
    }
  }

const deliveries = { deviations: ['deliveries'] as const }

test('mails in another order are no difference', async () => {
  assertConverges(await explore(renamesOf(2), mailer(), deliveries))
})

test('a mail that is sent twice fails', async () => {
  const { failures } = await explore(renamesOf(1), mailer({ deduplicates: false }), deliveries)
  expect(failures).toMatchObject([
    {
      verdict: 'diverged',
      difference: [{ path: 'effects', actual: { to: 2, text: 'Dear Dekker 1' } }],
    },
  ])
  expect(failures[0]?.difference[0]).not.toHaveProperty('expected')
})

describe('a mail that is sent twice', () => {
  test('is no failure after a crash', async () => {
    const connect = mailer({ isStored: false })
    const replay = 'crash-before-answer at answer to user.updated id=2 #1'
    assertConverges(await explore(renamesOf(1), connect, { replay }))
  })

  test('is one after a lost answer of the endpoint', async () => {
    const connect = mailer({ deduplicates: false })
    const replay = 'unconfirmed at user.updated id=2 #1'
    const { failures } = await explore(renamesOf(1), connect, { replay })
    expect(failures).toMatchObject([{ difference: [{ path: 'effects' }] }])
  })
})

test('a mail that is not sent fails', async () => {
  const forgetful: Connect = (connection) => {
    const integration = mailer()(connection) as Awaited<ReturnType<Connect>>
    return {
      ...integration,
      fetch: async (...delivery) => {
        const answer = await integration.fetch?.(...delivery)
        return answer === 503 ? 204 : answer
      },
    }
  }
  const { failures } = await explore(renamesOf(1), forgetful, { deviations: ['requests'] })
  expect(failures[0]?.difference).toContainEqual({
    path: 'effects',
    expected: { to: 2, text: 'Dear Dekker 1' },
  })
})

test('effects that are no list, or no JSON, fail', async () => {
  for (const [effects, reason] of [
    [() => 'a mail', '`effects` returned "a mail"; return a list'],
    [() => [{ to: new Map() }], '`effects` returned a Map at `effects.to`; return a plain object'],
  ] as const) {
    const connect: Connect = (connection) =>
      ({ ...mailer()(connection), effects }) as unknown as ReturnType<Connect>
    const { failures } = await explore(renamesOf(1), connect, { depth: 0 })
    expect(failures).toMatchObject([{ verdict: 'failed', reason }])
  }
})
