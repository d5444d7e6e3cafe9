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

/** The lines for a passing test that its code or its assertions did not reach. */
export function idleLines(emulator: Emulator, { isSilent, assertions }: PassedTest): string[] {
  const context = contextOf(emulator)
  const { journal, receivers } = context
  const hasEvents = journal.entries().some(({ kind }) => kind === 'request' || kind === 'attempt')
  return [
    ...(assertions === 0 && hasReadEvidence(context) ? [noAssertion] : []),
    ...(isSilent && !hasEvents && receivers.size === 0 && usesSupertest() ? [unsentRequest] : []),
  ]
}

const noAssertion =
  'no assertion ran: the test reads records, calls or deliveries, and expects nothing.'

const unsentRequest =
  'no request was sent. supertest sends a request when it is awaited: await request(app).get("…").'
