/** The end of a test: what fails it although it passes so far, and what it has set up in vain. */
import { unknownToken } from '../../serve/behaviours.ts'
import type { StoredRequest } from '../../serve/call.ts'
import { isMalformedToken } from '../../serve/checks.ts'
import { EmulatorError } from '../../errors/errors.ts'
import { unsettledWork } from '../../errors/needs-await.ts'
import { redactUrl } from '../../journal/redaction.ts'
import type { EmulatorContext } from '../context.ts'
import { takeUnsettledMethods } from '../methods/work.ts'
import { assertNoEarlyReads, unreachedReceivers } from './early-reads.ts'
import { isRequest } from './request-entries.ts'
import { recentEmulators } from './recent-emulators.ts'
import { failOnReceiverDefects } from './receiver-defects.ts'
import { assertNewHandled } from './unhandled-calls.ts'
import { takeUnusedFaults } from './unused-faults.ts'

/** The emulators whose tests are judged at their end. */
const judged = new WeakSet<EmulatorContext>()

/** What fails a test at its end, although a reset has removed it since. */
const kept = new WeakMap<EmulatorContext, unknown>()

/** The forks that tests made, which end with their tests. */
const forks = new WeakMap<EmulatorContext, EmulatorContext[]>()

/** The latest emulators of tests, by their base URL. */
const latest = recentEmulators()

/** Notes that `endTest` follows. */
export function willEndTest(context: EmulatorContext): void {
  judged.add(context)
  latest.set(context.settings.baseUrl, context)
}

/** Throws for an emulator that no call reached, because that of the test answered them at the same base URL. */
export function assertReached(context: EmulatorContext): void {
  const other = latest.get(context.settings.baseUrl)
  if (!other || other.isClosed || judged.has(context)) return
  if (context.journal.entries().some(isRequest) || !other.journal.entries().some(isRequest)) return
  throw new EmulatorError('other_emulator', {
    action: 'expect that a call is missing',
    reason: 'the calls reached the emulator of the test, which has the same base URL as this one',
    advice: 'Pass the `emulator` of the test, or give this one a `baseUrl` of its own.',
  })
}

/** Notes a fork. If its emulator is that of a test, it is judged at the end of the test. */
export function noteForkOf(context: EmulatorContext, fork: EmulatorContext): void {
  if (!judged.has(context)) return
  judged.add(fork)
  forks.set(context, [...(forks.get(context) ?? []), fork])
}

/** Keeps what fails the test at its end, before a reset removes it. */
export function keepFailure(context: EmulatorContext): void {
  if (!judged.has(context)) return
  try {
    assertNewHandled(context)
    assertNoEarlyReads(context)
    warnOf(context, takeUnusedFaults(context))
  } catch (error) {
    if (!kept.has(context)) kept.set(context, error)
  }
}

/** Throws what a reset of the test has removed. */
export function throwKeptFailure(context: EmulatorContext): void {
  if (!kept.has(context)) return
  const error = kept.get(context)
  kept.delete(context)
  throw error
}

/** Throws for what a fork of a test left behind. */
function endFork(fork: EmulatorContext): void {
  throwKeptFailure(fork)
  failOnReceiverDefects(fork.receiverErrors)
  const unsettled = takeUnsettledMethods(fork).map((name) => `fork.${name}`)
  if (unsettled.length > 0) throw unsettledWork('end the test', unsettled)
  assertNewHandled(fork)
  endTest(fork)
}

/**
 * Throws for deliveries that were read too early, and prints what a test has set up in vain, and `more` lines. Its forks end
 * first.
 */
export function endTest(context: EmulatorContext, more: readonly string[] = []): void {
  const ofTest = forks.get(context) ?? []
  forks.delete(context)
  for (const fork of ofTest) endFork(fork)
  const unreached = unreachedReceivers(context)
  assertNoEarlyReads(context)
  warnOf(context, [...inVainLines(context, unreached), ...more])
}

/** What a test has set up in vain, each as a text that follows the name of the test. */
export const inVainLines = (
  context: EmulatorContext,
  unreached = unreachedReceivers(context),
): string[] => [
  ...takeUnusedFaults(context),
  ...unrunAssertions(context, unreached),
  ...refusedCalls(context),
]

function warnOf({ settings }: EmulatorContext, lines: readonly string[]): void {
  const test = settings.testName()
  for (const line of lines)
    console.warn(test === undefined ? line.replace(/^./, capital) : `In "${test}", ${line}`)
}

const capital = (letter: string): string => letter.toUpperCase()

/** The receivers of the test with an assertion in their function `answer`, which no delivery reached. */
const unrunAssertions = ({ receivers }: EmulatorContext, urls: readonly string[]): string[] =>
  urls
    .filter((url) => /\b(?:expect|assert)\b/.test(String(receivers.get(url))))
    .map(
      (url) =>
        `the function \`answer\` of ${redactUrl(url)} has an assertion and never ran: no delivery reached it.`,
    )

/** The calls, if each was sent with a token that is not set or in another form: the code under test may take the refusals for no records. */
function refusedCalls({ journal }: EmulatorContext): string[] {
  const calls = journal.entries().filter(isRequest)
  const [first] = calls
  if (!first || !calls.every(hasMalformedToken)) return []
  return [
    `each call was refused with ${String(first.status)}: ${first.reason}. Give the code under test \`emulator.token\`.`,
  ]
}

// Note: a call without a token, or with another one, may be what the test is about.
const hasMalformedToken = ({ decidedBy, exchange, reason }: StoredRequest): boolean =>
  decidedBy === unknownToken.id && isMalformedToken(exchange.headers['authorization'] ?? '', reason)
