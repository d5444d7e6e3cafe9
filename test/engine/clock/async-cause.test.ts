/** The cause of asynchronous work, with the storage of Node and without one. */
import { afterEach, describe, expect, test, vi } from 'vitest'

const load = () => import('../../../src/engine/clock/async-cause.ts')
const cause = { journal: {}, number: 7 }

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('follows the promises of the work, and ends with it', async () => {
  const { currentAsyncCause, withAsyncCause } = await load()
  const found = withAsyncCause(cause, async () => {
    await Promise.resolve()
    return currentAsyncCause()
  })
  expect(currentAsyncCause()).toBeUndefined()
  expect(await found).toBe(cause)
})

test('a timer callback that is not a function stays the same', async () => {
  const { bindAsyncCause, withAsyncCause } = await load()
  expect(withAsyncCause(cause, () => bindAsyncCause('code'))).toBe('code')
})

describe.each([
  ['a page', undefined],
  ['a host with another `process`', {}],
  ['a Node version without `getBuiltinModule`', { versions: process.versions }],
])('in %s, work runs without a cause', (_, host) => {
  test('and callbacks stay the same', async () => {
    vi.resetModules()
    vi.stubGlobal('process', host)
    const { bindAsyncCause, currentAsyncCause, withAsyncCause } = await load()
    const callback = (): void => undefined
    const found = withAsyncCause(cause, () => [currentAsyncCause(), bindAsyncCause(callback)])
    expect(found).toEqual([undefined, callback])
  })
})
