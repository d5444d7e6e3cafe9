/** The tests that used an emulator before the running one, and whose records it keeps. */
import type { EmulatorContext } from '../context.ts'
import { isRequest } from './request-entries.ts'

/** The test that made the first record of each history. A reset begins another history. */
const firstTests = new WeakMap<object, string>()

/** The histories with records that `given` made. */
const withGiven = new WeakSet<object>()

/** Whether `given` made records. */
export const hasGiven = ({ history }: EmulatorContext): boolean => withGiven.has(history)

/** Notes that the running test makes records. */
export function noteRecords({ history, settings }: EmulatorContext): void {
  withGiven.add(history)
  const test = settings.testName()
  if (test !== undefined && !firstTests.has(history)) firstTests.set(history, test)
}

/** The hint on the records of an earlier test. */
export function earlierTests({ journal, settings, history }: EmulatorContext): string[] {
  const test = settings.testName()
  const others = journal.entries().flatMap((entry) => (isRequest(entry) && entry.test) || [])
  const earlier = [firstTests.get(history) ?? [], others].flat().find((name) => name !== test)
  if (test === undefined || earlier === undefined) return []
  return [
    `This emulator was also that of "${earlier}", and keeps its records until \`emulator.reset()\`: call it in \`beforeEach\`.`,
  ]
}
