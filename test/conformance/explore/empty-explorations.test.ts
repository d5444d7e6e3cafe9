/** An exploration that compared nothing is not ok. */
import { describe, expect, test } from 'vitest'
import {
  explore,
  type ExploreOptions,
  mergeExplorations,
  type Verdict,
} from '../../../src/explore.ts'
import type { Connect } from '../../../src/scenarios.ts'
import { mirror, renamesOf } from './mirror.ts'

const time = '1ms'
const signal = AbortSignal.abort()
const timeReason = 'the time was over before the first schedule'
const cancelReason = 'the exploration was canceled before the first schedule'

test('a baseline run with a verdict that `accept` does not list', async () => {
  const { ok, text } = await explore(renamesOf(1), mirror(), { depth: 0, accept: [] })
  expect(ok).toBe(false)
  expect(text).toContain('The baseline run converges, which `accept` does not list:\n')
})

describe.each<{ options: ExploreOptions; reason: string }>([
  { options: { time }, reason: timeReason },
  { options: { signal }, reason: cancelReason },
])('$reason', ({ options, reason }) => {
  test('the baseline run is inconclusive', async () => {
    const exploration = await explore(renamesOf(1), mirror(), options)
    expect(exploration.verdicts).toEqual({ inconclusive: 1 })
    expect(exploration).toMatchObject({ ok: false, schedules: { run: 1, byDepth: [1] } })
    expect(exploration.failures).toMatchObject([{ verdict: 'inconclusive', reason, count: 1 }])
    expect(exploration.text).toContain(`The exploration is inconclusive: ${reason}.\n`)
  })

  test('depth 0 and a replay need no schedule', async () => {
    const replay = '500 at GET /users/2 #1'
    for (const limits of [{ depth: 0 }, { replay }])
      expect(await explore(renamesOf(1), mirror(), { ...options, ...limits })).toMatchObject({
        ok: true,
      })
  })

  test.each(['1/2', '2/2', '3/3'])('the shard %s is inconclusive', async (shard) => {
    const exploration = await explore(renamesOf(1), mirror(), { ...options, shard })
    expect(exploration).toMatchObject({ ok: false, verdicts: { inconclusive: 1 } })
    expect(exploration.failures).toMatchObject([{ verdict: 'inconclusive', reason, count: 1 }])
  })

  test('the merged shards is inconclusive', async () => {
    const whole = await explore(renamesOf(1), mirror(), options)
    const shards = await Promise.all(
      ['1/2', '2/2'].map((shard) => explore(renamesOf(1), mirror(), { ...options, shard })),
    )
    const merged = mergeExplorations(shards.map((each) => each.toJSON()))
    expect(merged.failures).toEqual(whole.failures)
    expect(merged.ok).toBe(false)
  })

  test('merged with a shard that ran schedules, the baseline run is the same', async () => {
    const limits = { depth: 1, deviations: ['deliveries'] } as const
    const explored = (own: ExploreOptions) => explore(renamesOf(1), mirror(), { ...limits, ...own })
    const [none, half] = [
      await explored({ ...options, shard: '1/2' }),
      await explored({ shard: '2/2' }),
    ]
    const [first, cut] = [
      await explored({ shard: '1/2' }),
      await explored({ ...options, shard: '2/2' }),
    ]
    const converged = 1 + (half.verdicts.converged ?? 0)
    for (const [shards, verdicts, run] of [
      [[none, half], { ...half.verdicts, converged }, 1 + half.schedules.run],
      [[first, cut], first.verdicts, first.schedules.run],
    ] as const) {
      const merged = mergeExplorations(shards.map((each) => each.toJSON()))
      expect(merged).toMatchObject({ ok: true, failures: [], verdicts })
      expect(merged.schedules).toMatchObject({ run, byDepth: [1, run - 1] })
    }
  })
})

test('a shard that is canceled while it runs the schedules of another one is inconclusive', async () => {
  const cancel = new AbortController()
  const connect: Connect = (connection) => {
    const integration = mirror()(connection)
    if (++runs === 6) cancel.abort()
    return integration
  }
  let runs = 0
  const shard = '1/40'
  const exploration = await explore(renamesOf(1), connect, { signal: cancel.signal, shard })
  expect(runs).toBeGreaterThanOrEqual(6)
  expect(exploration).toMatchObject({ ok: false, schedules: { run: 1 } })
  expect(exploration.failures).toMatchObject([{ reason: cancelReason }])
})

test('an exploration that is canceled after the baseline run is inconclusive', async () => {
  const cancel = new AbortController()
  const exploration = await explore(renamesOf(1), mirror(), {
    signal: cancel.signal,
    progress: () => cancel.abort(),
  })
  expect(exploration.ok).toBe(false)
  expect(exploration.failures).toMatchObject([{ reason: cancelReason }])
})

test('a shard that owns no schedule is ok', async () => {
  const limits: ExploreOptions = { depth: 1, deviations: ['deliveries'] }
  const exploration = await explore(renamesOf(1), mirror(), { ...limits, shard: '40/40' })
  expect(exploration).toMatchObject({ ok: true, schedules: { run: 0 } })
  expect(exploration.text).toContain('0 failures. The shard 40/40 ran no schedule.')
  expect(exploration.toHTML()).toContain('The shard 40/40 ran no schedule.')
})

test('a baseline run without an ending is never accepted', async () => {
  const accept: Verdict[] = ['converged', 'failed', 'hung', 'inconclusive']
  const silent = await explore(renamesOf(1), () => ({ fetch: () => 204 }), { accept })
  expect(silent).toMatchObject({ ok: false, verdicts: { inconclusive: 1 } })
  const ending = (): never => {
    throw new Error('wrong')
  }
  const failing = await explore(renamesOf(1), mirror(), { accept, expect: ending })
  expect(failing).toMatchObject({ ok: false, verdicts: { failed: 1 } })
})

test('a replay in a shard is refused', async () => {
  const replay = '500 at GET /users/2 #1'
  await expect(explore(renamesOf(1), mirror(), { replay, shard: '1/2' })).rejects.toThrow(
    'Could not explore: "replay" and "shard" are given together. Leave out "shard": a replay runs only one schedule.',
  )
})

test.each(['acts', 'steps'] as const)(
  'the option %s of generated scenarios beside a scenario is refused',
  async (name) => {
    const options: ExploreOptions = { acts: { acts: ['*user*'] }, steps: { steps: 2 } }[name]
    await expect(explore(renamesOf(1), mirror(), options)).rejects.toMatchObject({
      code: 'bad_option',
      message: expect.stringContaining(`"${name}" is given with a scenario`),
    })
  },
)

describe('a baseline run that a synchronization changes', () => {
  const connect = mirror({ fetch: () => new Response(null, { status: 204 }) })
  const explored = (options: ExploreOptions = {}) =>
    explore({ ...renamesOf(1), synchronized: false }, connect, { depth: 1, ...options })

  test('fails each shard', async () => {
    for (const shard of ['1/2', '2/2']) {
      const exploration = await explored({ shard })
      expect(exploration).toMatchObject({ ok: false, verdicts: { diverged: 1 } })
      expect(exploration.failures).toMatchObject([{ replay: 'baseline', verdict: 'diverged' }])
    }
  })

  test.each([{}, { accept: ['converged', 'diverged'] as const }])(
    'counts once when the shards are merged: %j',
    async (options) => {
      const whole = await explored(options)
      const shards = await Promise.all(
        ['1/3', '2/3', '3/3'].map((shard) => explored({ ...options, shard })),
      )
      const merged = mergeExplorations(shards.map((each) => each.toJSON()))
      expect(JSON.stringify(merged)).toBe(JSON.stringify(whole))
      expect(merged.text).toBe(whole.text)
    },
  )
})

test('a shard that ran no schedule lists no verdicts', async () => {
  const { text } = await explore(renamesOf(1), mirror(), { depth: 0, shard: '2/2' })
  expect(text).toContain('Verdicts, with the baseline run: none. 0 failures.')
})
