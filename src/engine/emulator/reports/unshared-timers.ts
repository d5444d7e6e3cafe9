/** Fake timers that do not run on the emulator's clock, also those that a hook of the test has removed since. */
import { isShared } from '../../clock/fake-timers/fake-timers.ts'
import { findInstalledClock } from '../../clock/fake-timers/timer-source.ts'
import type { EmulatorContext } from '../context.ts'

/** The emulators that a test used while such timers were installed. */
const withFakeTimers = new WeakSet<EmulatorContext>()

export function hasUnsharedTimers(): boolean {
  const fake = findInstalledClock()
  return fake !== undefined && !isShared(fake)
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
