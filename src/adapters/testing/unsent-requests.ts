/** What a passing test did not do: it never sent a request, or asserted nothing. */
import { createRequire } from 'node:module'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { hasReadEvidence } from '../../engine/emulator/reports/evidence-reads.ts'

const { cache } = createRequire(import.meta.url)

const usesSupertest = (): boolean =>
  Object.keys(cache ?? {}).some((path) => /[\\/]node_modules[\\/]supertest[\\/]/.test(path))

/** What a passing test did, and what it asserted. */
interface PassedTest {
  /** Whether the emulators of all tests received no request during the test. */
  readonly isSilent: boolean
  /** The number of assertions; undefined if it is not known. */
  readonly assertions: number | undefined
}

/** Prints a line for a passing test that its code or its assertions did not reach. */
export function warnOfIdleTest(emulator: Emulator, { isSilent, assertions }: PassedTest): void {
  const context = contextOf(emulator)
  const { journal, receivers, settings } = context
  const print = (text: string): void => console.warn(`In "${settings.testName()}", ${text}`)
  if (assertions === 0 && hasReadEvidence(context))
    print('no assertion ran: the test reads records, calls or deliveries, and expects nothing.')
  const hasEvents = journal.entries().some(({ kind }) => kind === 'request' || kind === 'attempt')
  if (isSilent && !hasEvents && receivers.size === 0 && usesSupertest())
    print(
      'no request was sent. supertest sends a request when it is awaited: await request(app).get("…").',
    )
}
