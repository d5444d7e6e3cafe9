/** What a passing test did not do: it ended before a request, never sent it, or asserted nothing. */
import { createRequire } from 'node:module'
import { macrotask } from '../../engine/clock/idle-tracker.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { hasReadEvidence } from '../../engine/emulator/reports/evidence-reads.ts'
import { isRequest } from '../../engine/emulator/reports/request-entries.ts'

const { cache } = createRequire(import.meta.url)

const usesSupertest = (): boolean =>
  Object.keys(cache ?? {}).some((path) => /[\\/]node_modules[\\/]supertest[\\/]/.test(path))

const hasRequests = (emulator: Emulator): boolean =>
  contextOf(emulator).journal.entries().some(isRequest)

/** The turns of the event loop in which code that is not awaited sends its first request. */
const turnsMax = 3

/** Whether a test ends before the first request of its code is answered. Waits for such a request. */
export async function endsBeforeRequests(emulator: Emulator): Promise<boolean> {
  if (hasRequests(emulator)) return false
  for (let turn = 0; turn < turnsMax && !hasRequests(emulator); turn += 1) await macrotask()
  return hasRequests(emulator)
}

/** What a passing test did, and what it asserted. */
interface PassedTest {
  /** Whether the emulators of all tests received no request during the test. */
  readonly isSilent: boolean
  /** Whether the first request was answered after the end of the test. */
  readonly endsEarly: boolean
  /** The number of assertions; undefined if it is not known. */
  readonly assertions: number | undefined
}

/** Prints a line for a passing test that its code or its assertions did not reach. */
export function warnOfIdleTest(
  emulator: Emulator,
  { isSilent, endsEarly, assertions }: PassedTest,
): void {
  const context = contextOf(emulator)
  const { journal, receivers, settings } = context
  const print = (text: string): void => console.warn(`In "${settings.testName()}", ${text}`)
  if (endsEarly)
    print('the test ended before its first request was answered. Await the code that sends it.')
  if (assertions === 0 && hasReadEvidence(context))
    print('no assertion ran: the test reads records, calls or deliveries, and expects nothing.')
  const hasEvents = journal.entries().some(({ kind }) => kind === 'request' || kind === 'attempt')
  if (isSilent && !hasEvents && receivers.size === 0 && usesSupertest())
    print(
      'no request was sent. supertest sends a request when it is awaited: await request(app).get("…").',
    )
}
