/** Fake timers that replace the globals before the package loads. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
})

afterEach(() => {
  vi.useRealTimers().resetModules()
})

test('do not stop the emulator', async () => {
  const { createEmulator } = await import('../../../src/index.ts')
  const emulator = createEmulator({ world: 'empty' })
  emulator.shareTime(vi)
  let fired = 0
  setTimeout(() => (fired += 1), 60_000)
  await emulator.advance('2m')
  expect(fired).toBe(1)
  const woken = () => new Promise((resolve) => setTimeout(resolve, 60_000, 'woken'))
  expect(await emulator.run(woken)).toBe('woken')
})

test('do not stop a clock that runs with real time', async () => {
  const { createRealTimeWakeup, realNowMs } =
    await import('../../../src/engine/clock/real-time-wakeup.ts')
  vi.setSystemTime(0)
  expect(realNowMs()).toBeGreaterThan(0)
  const woken = new Promise<void>((wake) => createRealTimeWakeup('system').schedule(1, wake))
  await expect(woken).resolves.toBeUndefined()
})
