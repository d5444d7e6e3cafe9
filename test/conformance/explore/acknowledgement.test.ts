/** An event that was answered with a 2xx must survive a crash. */
import { expect, test } from 'vitest'
import { assertConverges, explore } from '../../../src/explore.ts'
import type { Connect } from '../../../src/scenarios.ts'
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
    'each notification was answered with a 2xx, and a crash lost one of them',
  )
})

test('a team that relies on the synchronization accepts the loss', async () => {
  const accept = ['converged', 'recovered', 'lost'] as const
  assertConverges(await explore(renamesOf(1), storing(false), { ...crashes, accept }))
})

test('an event that is stored before it is acknowledged survives', async () => {
  assertConverges(await explore(renamesOf(1), storing(true), crashes))
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
