/** An integration may be an instance of a class: its functions are called on it, so that `this` is the instance. */
import { runScenario, scenario } from 'course-admin-emulator/scenarios'
import { expect, test } from 'vitest'
import { measureCapacity } from '../../../src/capacity.ts'
import { checkIntegration } from '../../../src/check.ts'
import { type ComparedDelivery, explore } from '../../../src/explore.ts'
import type { Connection, Integration } from '../../../src/scenarios.ts'

const renames = scenario(
  'renames',
  {
    given: (emulator) => ({
      mia: emulator.given('users', { last_name: 'Berg' }),
      tom: emulator.given('users', { last_name: 'Jansen' }),
    }),
  },
  async ({ emulator, step, resync, given: { mia, tom } }) => {
    await step('Mia marries', () => emulator.act.updateUser({ user: mia, last_name: 'Dekker' }))
    await step('Tom marries', () => emulator.act.updateUser({ user: tom, last_name: 'Visser' }))
    await step('A synchronization', () => resync())
  },
)

interface User {
  readonly id: number
  readonly last_name: string
}

/** Mirrors last names. Each function uses private fields, which only an instance has. */
class Mirror implements Integration {
  readonly #connection: Connection
  readonly #names: Record<number, string> = {}
  readonly #problems: string[] = []

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async fetch(request: Request): Promise<Response> {
    const { event_data } = (await request.json()) as { event_data: { id?: number } }
    const user = await this.#get<User>(`/users/${event_data.id}`)
    if (user) this.#names[user.id] = user.last_name
    return new Response(null, { status: user ? 204 : 503 })
  }

  async resync(): Promise<void> {
    const users = await this.#get<User[]>('/users?per_page=100')
    if (!users) this.#problems.push('no answer')
    for (const { id, last_name } of users ?? []) this.#names[id] = last_name
  }

  state(): unknown {
    return this.#names
  }

  problems(): string[] {
    return this.#problems
  }

  commute(a: ComparedDelivery, b: ComparedDelivery): boolean {
    return this.#names[1] !== '' && JSON.stringify(a.body) === JSON.stringify(b.body)
  }

  stop(): void {
    this.#problems.length = 0
  }

  async #get<T>(path: string): Promise<T | undefined> {
    const { baseUrl, token, fetch } = this.#connection
    const response = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${token}` } })
    return response.ok ? ((await response.json()) as T) : undefined
  }
}

const connect = (connection: Connection): Mirror => new Mirror(connection)

test('an exploration', async () => {
  const { failures, verdicts } = await explore(renames, connect, { depth: 0 })
  expect(failures).toEqual([])
  expect(verdicts).toEqual({ converged: 1 })
})

test('an exploration of the orders of deliveries', { timeout: 30_000 }, async () => {
  const options = { deviations: ['deliveries'], runs: 20, seed: 1 } as const
  const { failures } = await explore(renames, connect, options)
  expect(failures).toEqual([])
})

test('a run, from a function or as it is', async () => {
  const { transcript, emulator } = await runScenario(renames, connect)
  expect(transcript.match(/answer +204/g)).toHaveLength(2)
  const own = scenario('own', async ({ emulator: service, step, resync }) => {
    const [user] = service.rows('users', { last_name: 'Dekker' })
    await step('Mia divorces', () => service.act.updateUser({ user: user!.id, last_name: 'Smit' }))
    await step('A synchronization', () => resync())
  })
  const { baseUrl, token } = emulator
  const mirror = new Mirror({ baseUrl, token, fetch: emulator.fetch } as Connection)
  const again = await runScenario(own, mirror, { emulator })
  expect(again.transcript).toMatch(/answer +204/)
  expect(Object.values(mirror.state() as object)).toContain('Smit')
})

test('a measurement of the capacity', async () => {
  const { calls } = await measureCapacity(connect, { target: 400, largest: false })
  expect(calls).toBe(1)
})

test('the checks', { timeout: 60_000 }, async () => {
  const { checks } = await checkIntegration(connect, {
    only: ['unknown-events', 'repeated-resync'],
  })
  expect(checks.map(({ verdict }) => verdict)).toEqual(['passed', 'passed'])
})
