/** Fake timers that replace the globals before the package loads. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
})

afterEach(() => {
  vi.useRealTimers()
})

test('do not stop the emulator', async () => {
  const { createEmulator } = await import('../../../src/index.ts')
  const emulator = createEmulator({ world: 'empty' })
  emulator.shareTime(vi)
  let fired = 0
  setTimeout(() => (fired += 1), 60_000)
  await emulator.advance('2m')
  expect(fired).toBe(1)
  await emulator.run(async () => {
    await new Promise((resolve) => setTimeout(resolve, 60_000))
    fired += 1
  })
  expect(fired).toBe(2)
})

test('do not stop a clock that runs with real time', async () => {
  const { createRealTimeWakeup, realNowMs } =
    await import('../../../src/engine/clock/real-time-wakeup.ts')
  vi.setSystemTime(0)
  expect(realNowMs()).toBeGreaterThan(0)
  await new Promise<void>((wake) => createRealTimeWakeup('system').schedule(1, wake))
})
