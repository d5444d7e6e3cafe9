/** The player of the clock: one timer while it plays, and none after it stops. */
import { createEmulator } from 'course-admin-emulator'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClockPlayer } from '../../../src/engine/control/views/clock-player.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('another rate replaces the timer, and a stop ends it', () => {
  const player = createClockPlayer(createEmulator({ world: 'empty', clock: 'virtual' }))
  for (const rate of [60, 3_600]) {
    player.play(rate)
    expect(vi.getTimerCount()).toBe(1)
  }
  player.stop()
  expect(vi.getTimerCount()).toBe(0)
})
