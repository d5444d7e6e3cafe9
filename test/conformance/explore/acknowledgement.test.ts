/** An event that was answered with a 2xx must survive a crash. */
import { expect, test } from 'vitest'
import { assertConverges, explore } from '../../../src/explore.ts'
import { type Connect, scenario } from '../../../src/scenarios.ts'
import { mirror, renamesOf } from './mirror.ts'

interface User {
  readonly id: number
  readonly last_name: string
}

/** Mirrors last names in its storage. It answers a delivery before or after it stores the name. */
const storing =
  (isDurable: boolean): Connect =>
  ({ baseUrl, token, fetch, sleep, storage }) => {
    const headers = { authorization: `Bearer ${token}` }
    const read = async (id: number): Promise<void> => {
      const response = await fetch(`${baseUrl}/users/${id}`, { headers })
      if (!response.ok) throw new Error(`the service answered ${response.status}`)
      storage.set(`user ${id}`, ((await response.json()) as User).last_name)
    }
    return {
      async fetch(request, { waitUntil }) {
        const { event_data } = (await request.json()) as { event_data: { id: number } }
        if (!isDurable) {
          const later = sleep('1s').then(() => read(event_data.id))
          waitUntil(later.catch(() => undefined))
        } else {
          try {
            await read(event_data.id)
          } catch {
            return new Response(null, { status: 503 })
          }
        }
        return new Response(null, { status: 204 })
      },
      async resync() {
        const response = await fetch(`${baseUrl}/users?per_page=100`, { headers })
        if (!response.ok) throw new Error(`the service answered ${response.status}`)
        for (const { id, last_name } of (await response.json()) as User[])
          storage.set(`user ${id}`, last_name)
      },
      state: () => Object.fromEntries(storage.entries()),
    }
  }

const crashes = { depth: 1, deviations: ['crashes'] as const }

test('an event that is acknowledged before it is stored is lost in a crash', async () => {
  const { failures, verdicts } = await explore(renamesOf(1), storing(false), crashes)
  expect(verdicts).toMatchObject({ lost: expect.any(Number) })
  expect(failures.map(({ verdict }) => verdict)).toEqual(['lost'])
  expect(failures[0]?.reason).toBe(
    'each notification was answered with a 2xx, and after a crash the state is another one',
  )
})

test('a team that relies on the synchronization accepts the loss', async () => {
  const accept = ['converged', 'recovered', 'lost'] as const
  assertConverges(await explore(renamesOf(1), storing(false), { ...crashes, accept }))
})

test('an event that is stored before it is acknowledged survives', async () => {
  assertConverges(await explore(renamesOf(1), storing(true), crashes))
})

/** Gives created users a principal id, and has no state. */
const identifying: Connect = ({ baseUrl, token, fetch }) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const identify = async (id: number): Promise<void> => {
    const body = JSON.stringify({ principal_id: `principal-${id}` })
    await fetch(`${baseUrl}/users/${id}/external_identity`, { method: 'POST', headers, body })
  }
  return {
    async fetch(request) {
      const { event_data } = (await request.json()) as { event_data: { id: number } }
      await identify(event_data.id)
      return new Response(null, { status: 204 })
    },
    async resync() {
      const response = await fetch(`${baseUrl}/users?per_page=100`, { headers })
      for (const user of (await response.json()) as {
        id: number
        external_identity: { principal_id: string | null }
      }[])
        if (user.external_identity.principal_id === null) await identify(user.id)
    },
  }
}

test('a lost write of an integration without a state is not made up for by the final synchronization', async () => {
  const creation = scenario('creation', async ({ emulator, step }) => {
    await step('A user is created', () => emulator.act.create('users'))
  })
  const { failures } = await explore(creation, identifying, { deviations: ['requests'] })
  expect(failures).toMatchObject([
    {
      verdict: 'diverged',
      reason: 'the final synchronization writes in the service what no event led to',
    },
  ])
})

test('a state that stays the same is no obstacle for an integration that writes in the service', async () => {
  const creation = scenario('creation', async ({ emulator, step }) => {
    await step('A user is created', () => emulator.act.create('users'))
  })
  const constant: Connect = async (connection) => ({
    ...(await identifying(connection)),
    state: () => ({}),
  })
  assertConverges(await explore(creation, constant, { depth: 0 }))
})

test('an integration that stores nothing does not crash, and the report says why', async () => {
  const exploration = await explore(renamesOf(1), mirror(), {
    depth: 1,
    deviations: ['crashes', 'steps', 'deliveries'],
  })
  assertConverges(exploration)
  expect(exploration.coverage).toContain('no choice point for steps, crashes')
  expect(exploration.notes).toEqual([
    'no crashes: the integration writes nothing to `storage`. Keep there what must survive a crash',
  ])
})
