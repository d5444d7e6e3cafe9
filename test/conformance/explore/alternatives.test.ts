/** The service has the alternative of an assumption. */
import { expect, test } from 'vitest'
import { explore } from '../../../src/explore.ts'
import type { Connect } from '../../../src/scenarios.ts'
import { courseFillsUp, scenario, tokenScopeRevoked } from '../../../src/scenarios.ts'
import { exampleConnect } from './example-connect.ts'
import { mirror, renamesOf } from './mirror.ts'

/** Reads users one after the other, until an id is unknown. */
const untilRefused: Connect = (connection) => {
  const { baseUrl, token, fetch } = connection
  const names: Record<number, string> = {}
  const read = async (id: number): Promise<boolean> => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${baseUrl}/users/${id}`, { headers })
    if (response.ok) names[id] = ((await response.json()) as { last_name: string }).last_name
    return response.ok
  }
  return {
    async fetch(request) {
      if (request.headers.has('webhook-signature')) {
        const { event_data } = (await request.json()) as { event_data: { id: number } }
        await read(event_data.id)
      }
      return new Response(null, { status: 204 })
    },
    async resync() {
      for (let id = 2; await read(id);) id += 1
    },
    state: () => names,
  }
}

test('each alternative of an assumption that the baseline run relied on is one schedule', async () => {
  const options = { deviations: ['assumptions'] as const, depth: 1 }
  const exploration = await explore(renamesOf(2), mirror(), options)
  expect(exploration.failures).toEqual([])
  expect(exploration.coverage).toMatch(/^all \d+ schedules with one deviation$/)
  const points = exploration.matrix.rows.map(({ point }) => point)
  expect(points).toContain('rate.window=aligned')
  // Note: an integration is written for one format of the signature.
  expect(points).not.toContain('webhook.signature=alternative')
  expect(exploration.schedules).toMatchObject({ run: points.length + 1, pruned: 0 })
})

test('an integration that needs the assumption fails without it', async () => {
  const replay = 'alternative at webhook.signature=alternative'
  const { failures } = await explore(renamesOf(1), untilRefused, { replay })
  expect(failures.map(({ verdict }) => verdict)).toEqual(['diverged'])
})

/** A user marries, and takes her former name again: a synchronization at the end finds nothing new. */
const renameAndBack = scenario(
  'rename-and-back',
  {
    summary: 'A user changes her last name twice.',
    given: (emulator) => emulator.given('users', { last_name: 'Berg' }),
  },
  async ({ emulator, step, given: user }) => {
    for (const last_name of ['Dekker', 'Berg'])
      await step(`The user is called ${last_name}`, () =>
        emulator.act.updateUser({ user, last_name }),
      )
  },
)

test('an alternative without a change of the state is judged, because the baseline run has one', async () => {
  const connect: Connect = async (connection) => {
    const integration = await untilRefused(connection)
    await integration.resync?.()
    return integration
  }
  const replay = 'alternative at webhook.signature=alternative'
  const { verdicts } = await explore(renameAndBack, connect, { replay })
  expect(verdicts).toEqual({ converged: 2 })
})

test('a schedule with an alternative is compared with the run with only the alternative', async () => {
  const { text } = await explore(renamesOf(2), mirror(), {
    deviations: ['assumptions', 'deliveries'],
    depth: 2,
    runs: 40,
  })
  expect(text).toContain('0 failures')
})

test('no two alternatives of one assumption are in one schedule', async () => {
  const { schedules } = await explore(renamesOf(1), mirror(), {
    deviations: ['assumptions'],
    depth: 2,
    runs: 400,
  })
  const [, alternatives = 0, pairs = 0] = schedules.byDepth
  expect(alternatives).toBeGreaterThan(2)
  expect(pairs).toBeLessThanOrEqual((alternatives * (alternatives - 1)) / 2)
  expect(schedules.notRun).toBe(0)
})

test('an alternative that the assumption does not have could not be replayed', async () => {
  const replay = 'alternative at list.order=unknown'
  const { failures } = await explore(renamesOf(1), mirror(), { replay })
  expect(failures).toMatchObject([{ verdict: 'inconclusive', replay }])
})

test('an alternative under which the service refuses an act of the scenario is left out', async () => {
  const options = { deviations: ['assumptions'] as const, depth: 1 }
  const { schedules, failures } = await explore(courseFillsUp, exampleConnect(), options)
  expect(failures).toEqual([])
  expect(schedules.pruned).toBe(1)
  const replay = 'alternative at order.full=alternative'
  const replayed = await explore(courseFillsUp, exampleConnect(), { replay })
  expect(replayed.failures).toMatchObject([{ verdict: 'inconclusive', replay }])
})

test.each([
  ['webhook.signature', 'reported'],
  ['auth.scope', 'converged'],
])('the example integration does not fail silently under %s', async (id, verdict) => {
  const replay = `alternative at ${id}=alternative`
  const { verdicts } = await explore(tokenScopeRevoked, exampleConnect(), { replay })
  expect(verdicts).toMatchObject({ [verdict]: verdict === 'converged' ? 2 : 1 })
})
