/** The error that fails a test after calls that match no operation. */
import { EmulatorError, type EmulatorErrorDetails } from '../../errors/errors.ts'
import type { StoredRequest } from '../../serve/call.ts'
import { hasDoubledBasePath } from '../../serve/checks.ts'
import type { EmulatorContext } from '../context.ts'
import { isUnhandled } from './request-entries.ts'
import { assertNoFailedRequests, describeFailedRequests } from './unhandled-requests.ts'

/** Throws if there are unhandled calls. */
export function assertNoUnhandled(details: EmulatorErrorDetails | undefined): void {
  if (details) throw new EmulatorError('unhandled_call', details)
}

/** The unhandled calls with the nearest operations, as an error; undefined if there are none. */
export function describeUnhandledCalls(
  context: EmulatorContext,
  after = 0,
): EmulatorErrorDetails | undefined {
  const unhandled = context.journal
    .entries()
    .filter(isUnhandled)
    .filter(({ number }) => number > after)
  if (unhandled.length === 0) return undefined
  const isDoubled = unhandled.some(({ path }) => hasDoubledBasePath(context.basePath, path))
  return {
    action: `answer ${unhandled.map(callLine).join(' and ')}`,
    reason: 'the service has no such operation',
    advice:
      adviceForUnhandled(unhandled) +
      (isDoubled ? ` \`baseUrl\` already ends in ${context.basePath}.` : ''),
  }
}

/** What the tests before were judged by. */
interface Judged {
  /** The number of the last entry of a journal, which has another identity after it is cleared. */
  readonly entry: number
  readonly journal: object
  /** The number of unhandled requests. */
  readonly requests: number
}

const judged = new WeakMap<EmulatorContext, Judged>()

/**
 * Throws for the calls that no operation answered, and for the unhandled requests that failed, since the last time: each
 * fails one test.
 */
export function assertNewHandled(context: EmulatorContext): void {
  const { journal, unhandledRequests } = context
  const before = judged.get(context)
  judged.set(context, {
    entry: journal.lastNumber(),
    journal: journal.identity(),
    requests: unhandledRequests.length,
  })
  const after = before?.journal === journal.identity() ? before.entry : 0
  assertNoUnhandled(describeUnhandledCalls(context, after))
  assertNoFailedRequests(describeFailedRequests(context, before?.requests))
}

const callLine = ({ method, path }: StoredRequest): string => `${method} ${path}`

function adviceForUnhandled(unknown: readonly StoredRequest[]): string {
  const near = [...new Set(unknown.flatMap((entry) => entry.nearest ?? []))]
  return near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Check the method and the path.'
}
