/** The tests that used an emulator before the running one, and whose records it keeps. */
import type { StoredRequest } from '../../serve/call.ts'
import type { EmulatorContext } from '../context.ts'
import { isRequest } from './request-entries.ts'

/** The test that made the first record of each history. A reset begins another history. */
const firstTests = new WeakMap<object, string>()

/** The last entry of the journal when `given` made the latest records of each resource, for each history. */
const givenAfter = new WeakMap<object, Map<string, number>>()

/** Whether `given` made records. */
export const hasGiven = ({ history }: EmulatorContext): boolean => givenAfter.has(history)

/** Whether `given` made records of a resource after a call. */
export const isBeforeGiven = (
  { history }: EmulatorContext,
  { number }: StoredRequest,
  table: string,
): boolean => number <= (givenAfter.get(history)?.get(table) ?? -1)

/** Notes that the running test makes records. */
export function noteRecords({ history, journal, settings }: EmulatorContext, table: string): void {
  const ofHistory = givenAfter.get(history) ?? new Map<string, number>()
  givenAfter.set(history, ofHistory.set(table, journal.lastNumber()))
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
