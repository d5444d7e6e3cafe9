/** Emulators for tests that share time: each test ends with the real timers of the process. */
import { createEmulator, type Emulator, type EmulatorOptions } from 'course-admin-emulator'
import { afterEach, expect } from 'vitest'

export const startMs = Date.parse('2026-01-05T09:00:00.000Z')
export const realNow = Date.now
/** Run after each test. */
export const cleanups: (() => void)[] = []

/** Ends the sharing of time after each test of the file that calls it: files share this module. */
export function cleanUpAfterEach(): void {
  afterEach(() => {
    for (const cleanUp of cleanups.splice(0)) cleanUp()
    if (Date.now !== realNow) throw new Error('the timers of the process are still fake')
  })
}

export function freshEmulator(options: EmulatorOptions = {}): Emulator {
  const emulator = createEmulator({ world: 'empty', ...options })
  cleanups.push(() => emulator.close())
  return emulator
}

/** Waits as code under test does, with the timers of the process, which are fake here. */
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Seconds since the start on the process clock; the emulator's clock must agree. */
export function secondsIn(emulator: Emulator): number {
  expect(emulator.now().getTime()).toBe(Date.now())
  return (Date.now() - startMs) / 1_000
}
