/** Fake timers that do not run on the emulator's clock, also those that a hook of the test has removed since. */
import { type FakeClock, fakeTimersOf } from '../../clock/fake-timers/fake-clock.ts'
import { isShared } from '../../clock/fake-timers/fake-timers.ts'
import { findInstalledClock } from '../../clock/fake-timers/timer-source.ts'
import type { EmulatorContext } from '../context.ts'

/** The emulators that a test used while such timers were installed. */
const withFakeTimers = new WeakSet<EmulatorContext>()

/** The fake timers that do not run on an emulator's clock. A fake `Date` alone keeps no code waiting. */
function unsharedClock(): FakeClock | undefined {
  const fake = findInstalledClock()
  const areTimers = 'clock' in globalThis.setTimeout
  return fake && areTimers && !isShared(fake) ? fake : undefined
}

export const hasUnsharedTimers = (): boolean => unsharedClock() !== undefined

/** Whether code waits for such timers. */
export function hasUnsharedWait(): boolean {
  const fake = unsharedClock()
  return fake !== undefined && fakeTimersOf(fake).length > 0
}

/** Notes the fake timers of the moment: a hook of the test may remove them before its report. */
export function noteFakeTimers(context: EmulatorContext): void {
  if (hasUnsharedTimers()) withFakeTimers.add(context)
}

/** Forgets the timers of a test that ends: the next one may use the same emulator. */
export const forgetFakeTimers = (context: EmulatorContext): void =>
  void withFakeTimers.delete(context)

/** Whether such timers were installed when the emulator was used. */
export const hadFakeTimers = (context: EmulatorContext): boolean => withFakeTimers.has(context)
