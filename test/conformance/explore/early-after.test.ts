/** The next step happens while a deviation makes the integration wait. */
import { expect, test } from 'vitest'
import { explore, mergeExplorations } from '../../../src/explore.ts'
import { type Connect, type Integration, scenario } from '../../../src/scenarios.ts'
import { mirror } from './mirror.ts'

/** Answers at once, and reads the user later: one after the other, or at the same time. */
const answersAtOnce =
  (isQueued: boolean): Connect =>
  (connection) => {
    const integration = mirror()(connection) as Integration
    let jobs: Promise<unknown> = Promise.resolve()
    return {
      ...integration,
      fetch(request, call) {
        const handle = () => integration.fetch?.(request, call)
        jobs = isQueued ? jobs.then(handle) : Promise.all([jobs, handle()])
        return new Response(null, { status: 204 })
      },
    }
  }

const renames = scenario(
  'two-names',
  { given: (emulator) => ({ mia: emulator.given('users', { last_name: 'Berg' }) }) },
  async ({ emulator, step, given: { mia } }) => {
    for (const last_name of ['Dekker', 'Vos'])
      await step(`Mia is called ${last_name}`, () =>
        emulator.act.updateUser({ user: mia, last_name }),
      )
  },
)

test('a slow read that overwrites a later change is found', async () => {
  const { coverage, failures } = await explore(renames, answersAtOnce(false))
  expect(coverage).toMatch(/, all \d+ with a second one that the first leads to$/)
  expect(failures.map(({ replay }) => replay)).toEqual([
    'slow-5s at GET /users/2 #1; early at step 1',
  ])
})

test('an integration that reads one after the other converges', async () => {
  const { ok, schedules } = await explore(renames, answersAtOnce(true))
  expect({ ok, notRun: schedules.notRun }).toEqual({ ok: true, notRun: 0 })
})

test('the budget limits the second deviations, and they need a complete first level', async () => {
  const { schedules, coverage } = await explore(renames, answersAtOnce(true))
  const single = Number(/all (\d+) schedules/.exec(coverage)?.[1])
  for (const [runs, run, notRun] of [
    [single + 5, single + 5, schedules.run - 1 - single - 5],
    [single - 5, single - 5, 5],
  ] as const) {
    const limited = await explore(renames, answersAtOnce(true), { runs })
    expect(limited.schedules).toMatchObject({ run: run + 1, notRun })
  }
})

test('shards run the second deviations of their own schedules', async () => {
  const whole = await explore(renames, answersAtOnce(true))
  const shards = await Promise.all(
    ['1/2', '2/2'].map((shard) => explore(renames, answersAtOnce(true), { shard })),
  )
  const merged = mergeExplorations(shards.map((each) => each.toJSON()))
  expect(merged.coverage).toBe(whole.coverage)
  expect(merged.schedules).toEqual(whole.schedules)
})
