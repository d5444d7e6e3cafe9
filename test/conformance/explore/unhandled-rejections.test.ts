/** A rejection that nothing handles fails the exploration that it belongs to. */
import { expect, test } from 'vitest'
import { explore } from '../../../src/explore.ts'
import {
  watchRejections,
  withExploration,
} from '../../../src/conformance/run/unhandled-rejections.ts'
import { mirror, renamesOf } from './mirror.ts'

const short = { depth: 1, deviations: ['deliveries'] } as const

/** A mirror that performs work in each synchronization. */
const withWork = (work: () => void) =>
  mirror(() => ({ resync: () => Promise.resolve().then(work) }))

/** Rejects without a handler, in the way that a name tells. */
const rejections: Record<string, () => void> = {
  'a rejected promise': () => void Promise.reject(new Error('no handler')),
  'a rejection after a wait': () =>
    void (async () => {
      await new Promise((resolve) => setImmediate(resolve))
      throw new Error('no handler')
    })(),
}

test.each(Object.entries(rejections))(
  'of explorations at once, only the one with %s fails',
  async (_, reject) => {
    const connects = [mirror(), withWork(reject), mirror()]
    const found = await Promise.all(connects.map((each) => explore(renamesOf(1), each, short)))
    expect(found.map(({ ok }) => ok)).toEqual([true, false, true])
    expect(found[1]?.failures[0]?.reason).toBe('unhandled rejection: no handler')
  },
)

const turns = async (): Promise<void> => {
  for (let i = 0; i < 3; i += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Watches two explorations and a third one that has ended, while work runs. Returns the reasons of the two. */
async function reasonsDuring(work: (ended: object) => void): Promise<(readonly unknown[])[]> {
  const ended = {}
  await withExploration(ended, () => watchRejections().stop(turns))
  const watches = [{}, {}].map((each) => withExploration(each, watchRejections))
  work(ended)
  return Promise.all(watches.map((watch) => watch.stop(turns)))
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
