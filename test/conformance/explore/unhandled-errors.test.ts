/** A rejection or an exception that nothing handles fails the exploration that it belongs to. */
import { expect, test } from 'vitest'
import { explore } from '../../../src/explore.ts'
import { watchErrors, withExploration } from '../../../src/conformance/run/unhandled-errors.ts'
import { mirror, renamesOf } from './mirror.ts'

const short = { depth: 1, deviations: ['deliveries'] } as const

/** A mirror that performs work in each synchronization. */
const withWork = (work: () => void) =>
  mirror(() => ({ resync: () => Promise.resolve().then(work) }))

const failing = (): never => {
  throw new Error('no handler')
}

/** Fails without a handler, in the way that a name tells. */
const failures: Record<string, { fail: () => void; reason: string }> = {
  'a rejected promise': {
    fail: () => void Promise.reject(new Error('no handler')),
    reason: 'unhandled rejection: no handler',
  },
  'a rejection after a wait': {
    fail: () =>
      void (async () => {
        await new Promise((resolve) => setImmediate(resolve))
        failing()
      })(),
    reason: 'unhandled rejection: no handler',
  },
  'an exception in a callback': {
    fail: () => void setImmediate(failing),
    reason: 'uncaught exception: no handler',
  },
}

test.each(Object.entries(failures))(
  'of explorations at once, only the one with %s fails',
  async (_, { fail, reason }) => {
    const connects = [mirror(), withWork(fail), mirror()]
    const found = await Promise.all(connects.map((each) => explore(renamesOf(1), each, short)))
    expect(found.map(({ ok }) => ok)).toEqual([true, false, true])
    expect(found[1]?.failures[0]?.reason).toBe(reason)
    expect(found[1]?.failures[0]?.transcript).toMatch(/\n\nError: no handler\n {4}at /)
  },
)

const turns = async (): Promise<void> => {
  for (let i = 0; i < 3; i += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Watches two explorations and a third one that has ended, while work runs. Returns the reasons of the two. */
async function reasonsDuring(work: (ended: object) => void): Promise<unknown[][]> {
  const ended = {}
  await withExploration(ended, () => watchErrors().stop(turns))
  const watches = [{}, {}].map((each) => withExploration(each, watchErrors))
  work(ended)
  const found = await Promise.all(watches.map((watch) => watch.stop(turns)))
  return found.map((errors) => errors.map(({ error }) => error))
}

test('a rejection without an exploration fails all runs under way', async () => {
  const found = await reasonsDuring(() => void Promise.reject(new Error('of no run')))
  expect(found).toEqual([[new Error('of no run')], [new Error('of no run')]])
})

test('a rejection of an exploration that has ended fails all runs under way', async () => {
  const late = (): void => void Promise.reject(new Error('too late'))
  const found = await reasonsDuring((ended) => withExploration(ended, late))
  expect(found).toEqual([[new Error('too late')], [new Error('too late')]])
})
