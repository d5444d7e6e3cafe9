/** The limits of advice: one call fewer gives no advice. The sum of usage does not depend on the order of its runs. */
import { describe, expect, test } from 'vitest'
import { createEmulator, type Emulator, type Usage } from '../../../src/index.ts'
import { sumUsage } from '../../../src/engine/kit/usage/usage-sum.ts'
import { newCoverage, openSession, runStep } from '../../golden/session.ts'

const get = (emulator: Emulator, path: string): Promise<Response> =>
  emulator.fetch(path, { headers: emulator.headers })

const wait = (emulator: Emulator, ms: number): Promise<unknown> => emulator.advance({ ms })

/** Calls that differ in their number, with the smallest number that gives the advice. */
const limits: readonly (readonly [
  id: string,
  min: number,
  call: (emulator: Emulator, i: number, count: number) => Promise<unknown>,
])[] = [
  ['n-plus-one', 10, (emulator, i) => get(emulator, `/users/${i + 2}`)],
  ['list-per-record', 10, (emulator, i) => get(emulator, `/enrollments?student_id=${i + 2}`)],
  ['repeated-reads', 4, (emulator) => get(emulator, '/users/1')],
  [
    'repeated-reads',
    4,
    async (emulator) => {
      await get(emulator, '/users/1')
      await wait(emulator, 9_999)
    },
  ],
  [
    'polling',
    4,
    async (emulator) => {
      await get(emulator, '/users')
      await wait(emulator, 10_000)
    },
  ],
  [
    'list-per-record',
    10,
    async (emulator, i, count) => {
      if (i === count >> 1) await wait(emulator, 3_599_999)
      await get(emulator, `/enrollments?student_id=${i + 2}`)
    },
  ],
  ['small-pages', 2, (emulator, i) => get(emulator, `/users?per_page=50&page=${i + 1}`)],
]

const idsAfter = async (
  count: number,
  call: (emulator: Emulator, i: number, count: number) => Promise<unknown>,
): Promise<string[]> => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.given('users', 149)
  for (let i = 0; i < count; i += 1) await call(emulator, i, count)
  return emulator.usage().advice.map(({ id }) => id)
}

describe('advice', () => {
  test.each(limits)('%s needs %i calls', async (id, min, call) => {
    expect(await idsAfter(min - 1, call)).toEqual([])
    expect(await idsAfter(min, call)).toEqual([id])
  })

  test('a pause of an hour ends the reads of a synchronization', async () => {
    const ids = await idsAfter(12, async (emulator, i) => {
      if (i === 6) await wait(emulator, 3_600_000)
      await get(emulator, `/enrollments?student_id=${i + 2}`)
    })
    expect(ids).toEqual([])
  })

  test('names at most five entries', async () => {
    for (const [id, min, call] of limits) {
      const emulator = createEmulator({ world: 'empty' })
      emulator.given('users', 149)
      for (let i = 0; i < min + 5; i += 1) await call(emulator, i, min + 5)
      const advice = emulator.usage().advice.find((each) => each.id === id)
      expect([id, advice?.evidence.length]).toEqual([id, id === 'small-pages' ? 2 : 5])
    }
  })
})

/** The usage of random sessions. */
async function usagesOf(seeds: readonly number[]) {
  const runs: { name: string; usage: Usage }[] = []
  for (const seed of seeds) {
    const session = openSession(seed, newCoverage())
    for (let step = 0; step < 30; step += 1) await runStep(session)
    runs.push({ name: `run ${seed}`, usage: session.emulator.usage() })
  }
  return runs
}

const valuesOf = (usage: Usage) => ({
  ...usage.toJSON(),
  operations: [...usage.operations].sort((a, b) => (a.operation < b.operation ? -1 : 1)),
  deprecated: usage.deprecated.map((each) => JSON.stringify(each)).sort(),
  advice: usage.advice.map(({ id, operation, calls }) => `${id} ${operation} ${calls}`).sort(),
  // Note: of two equal windows, the sum names the first one.
  rateLimit: {
    ...usage.rateLimit,
    highest: { ...usage.rateLimit.highest, windowStart: null, limit: 0 },
  },
})

test('the sum of usage is that of its runs in any order, and of a single run', async () => {
  const runs = await usagesOf([0, 1, 2, 3, 4, 7, 12])
  const sum = sumUsage(runs)
  expect(valuesOf(sumUsage([...runs].reverse()))).toEqual(valuesOf(sum))
  expect(valuesOf(sumUsage(runs.flatMap((run) => [{ ...run, usage: sumUsage([run]) }])))).toEqual(
    valuesOf(sum),
  )
  const total = (amount: (usage: Usage) => number): number =>
    runs.reduce((all, { usage }) => all + amount(usage), 0)
  expect(sum).toMatchObject({
    calls: total(({ calls }) => calls),
    durationMs: total(({ durationMs }) => durationMs),
    unmatched: total(({ unmatched }) => unmatched),
    since: runs.map(({ usage }) => usage.since).sort()[0],
    until: runs
      .map(({ usage }) => usage.until)
      .sort()
      .at(-1),
  })
  for (const key of ['calls', 'pages', 'rows', 'requestBytes', 'responseBytes'] as const)
    for (const usage of sum.operations)
      expect([usage.operation, key, usage[key]]).toEqual([
        usage.operation,
        key,
        total(({ operations }) =>
          operations
            .filter(({ operation }) => operation === usage.operation)
            .reduce((all, each) => all + each[key], 0),
        ),
      ])
  const calls = sum.operations.map((each) => each.calls)
  expect(calls).toEqual(calls.toSorted((a, b) => b - a))
  for (const scope of sum.scopes.unused) expect(sum.scopes.used).not.toContain(scope)
})

test('of several rate windows, the sum names the first of the fullest', async () => {
  const [run] = await usagesOf([0])
  const windowOf = (name: string, calls: number) => {
    const { usage } = run as { usage: Usage }
    const highest = { calls, limit: 100, windowStart: name }
    return { name, usage: { ...usage, rateLimit: { ...usage.rateLimit, highest } } as Usage }
  }
  const given = [windowOf('a', 3), windowOf('b', 5), windowOf('c', 5), windowOf('d', 4)]
  expect(sumUsage(given).rateLimit.highest.windowStart).toBe('b')
})
