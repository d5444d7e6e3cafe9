/** What a passing test did not do: it never sent a request, or asserted nothing. */
import { createRequire } from 'node:module'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { hasReadEvidence } from '../../engine/emulator/reports/evidence-reads.ts'

const { cache } = createRequire(import.meta.url)

const usesSupertest = (): boolean =>
  Object.keys(cache ?? {}).some((path) => /[\\/]node_modules[\\/]supertest[\\/]/.test(path))

interface Page {
  readonly document?: { readonly body?: { readonly childElementCount: number } }
}

const elementsInPage = (): number => (globalThis as Page).document?.body?.childElementCount ?? 0

/** The number of elements in the page after a test that added some. */
let leftElements = 0

/** Watches the page of a test. Returns a function for its end, with a line if elements of an earlier test were in it. */
export function watchPage(): () => string[] {
  const before = elementsInPage()
  const hasLeft = before > 0 && before === leftElements
  return () => {
    const after = elementsInPage()
    leftElements = hasLeft || after > before ? after : 0
    return hasLeft ? [elementsOfEarlierTest] : []
  }
}

const elementsOfEarlierTest =
  'elements of an earlier test were in the page, and queries find them. Remove them after each test: afterEach(cleanup) of Testing Library.'

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
