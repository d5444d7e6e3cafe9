/** The `signal` of `measureCapacity`: it ends the run in progress, and no other starts. */
import { expect, test } from 'vitest'
import { type CapacityOptions, measureCapacity } from '../../../src/capacity.ts'
import type { Connect } from '../../../src/conformance/scenario/integration.ts'
import * as syncs from './example-syncs.ts'

const options = (more: CapacityOptions): CapacityOptions => ({ target: 50, ...more })

test('a signal that aborts during a run ends it, and no call follows', async () => {
  const controller = new AbortController()
  let calls = 0
  const connect: Connect = (connection) =>
    syncs.byId({
      ...connection,
      fetch(...args) {
        calls += 1
        if (calls === 5) controller.abort(new Error('the test is over'))
        return connection.fetch(...args)
      },
    })
  const sizes: number[] = []
  const progress = (size: number): void => void sizes.push(size)
  const canceled = measureCapacity(connect, options({ signal: controller.signal, progress }))
  await expect(canceled).rejects.toMatchObject({
    code: 'canceled',
    message: expect.stringContaining(
      'Could not measure the capacity: its signal aborted at the run of size 25.',
    ),
    cause: { message: 'the test is over' },
  })
  await new Promise(setImmediate)
  expect(calls).toBeLessThanOrEqual(6)
  expect(sizes).toEqual([25])
})

test('a signal ends a synchronization that waits without an end', async () => {
  const controller = new AbortController()
  const connect: Connect = () => ({
    resync() {
      controller.abort()
      return new Promise(() => {})
    },
  })
  await expect(
    measureCapacity(connect, options({ signal: controller.signal })),
  ).rejects.toMatchObject({ code: 'canceled' })
})

test('a signal ends a synchronization that calls without waiting', async () => {
  const controller = new AbortController()
  let calls = 0
  const connect: Connect = ({ baseUrl, fetch }) => ({
    async resync() {
      for (;;) {
        await fetch(`${baseUrl}/users`)
        calls += 1
      }
    },
  })
  setImmediate(() => controller.abort())
  const canceled = measureCapacity(connect, options({ signal: controller.signal }))
  await expect(canceled).rejects.toMatchObject({ code: 'canceled' })
  expect(calls).toBeLessThan(2_000)
})

test('a signal ends a `given` that waits without an end', async () => {
  const controller = new AbortController()
  const given = (): Promise<never> => {
    controller.abort()
    return new Promise(() => {})
  }
  const canceled = measureCapacity(syncs.byId, options({ given, signal: controller.signal }))
  await expect(canceled).rejects.toMatchObject({ code: 'canceled' })
})

test('a signal that has aborted starts no run', async () => {
  const sizes: number[] = []
  const measured = measureCapacity(
    syncs.byId,
    options({ signal: AbortSignal.abort(), progress: (size) => void sizes.push(size) }),
  )
  await expect(measured).rejects.toMatchObject({ code: 'canceled' })
  expect(sizes).toEqual([])
})

test('a signal that does not abort changes nothing, and no other value is a signal', async () => {
  const { signal } = new AbortController()
  const capacity = await measureCapacity(syncs.paged(100), options({ signal }))
  expect(capacity.fits).toBe(true)
  await expect(measureCapacity(syncs.paged(100), { signal: 5 as never })).rejects.toThrow(
    '"signal" is 5. Give an AbortSignal, such as the `signal` of the test.',
  )
})
