/** Hints of a failure report: what keeps requests, pages or time from the code under test without an error. */
import { hasShared } from '../../clock/fake-timers/fake-timers.ts'
import { findInstalledClock, shareCall } from '../../clock/fake-timers/timer-source.ts'
import { hostNowMs } from '../../clock/real-time-wakeup.ts'
import { formatUtcTime } from '../../journal/sentence-parts.ts'
import type { EmulatorContext } from '../context.ts'
import { hasReadHandlers } from '../methods/access.ts'
import { hasUndefinedAnswer } from '../methods/receivers.ts'
import { callHints, realTimeAdvice } from './call-hints.ts'
import { earlierTests } from './earlier-tests.ts'
import { deliveryHints, hasForks } from './delivery-candidates.ts'
import { isFetchReplaced } from './host-fetch.ts'
import { describedTasks } from './pending-work.ts'
import { isRequest } from './request-entries.ts'
import { lastLocalRequest } from './unhandled-requests.ts'
import { defaultWorldOf, emptyWorldOption } from './started-emulators.ts'
import { refusalOf } from '../../deliver/verify.ts'
import { hasRelativeDates } from '../../kit/rows/date-values.ts'
import { hadFakeTimers, hasUnsharedTimers, hasUnsharedWait } from './unshared-timers.ts'

/** What the errors of a test tell about its failure. */
export interface FailureFacts {
  /** An error says why the test fails. Default: false. */
  readonly isExplained?: boolean
  /** Another status is expected than that of a response: the records say nothing about it. Default: false. */
  readonly isAboutStatus?: boolean
}

/** Formats a title and one line for each hint; no lines without one. */
export function hintLines(context: EmulatorContext, facts: FailureFacts = {}): string[] {
  const calls = callHints(context)
  const hints = [
    ...calls,
    ...deliveryHints(context),
    ...requestsForForks(context),
    ...earlierTests(context),
    ...refusedSignature(context),
    ...undefinedAnswer(context),
    ...(facts.isAboutStatus ? [] : unreadPages(context)),
    ...unsharedTimers(context),
    ...daysOfMachine(context),
    ...mockedFetch(context),
    ...otherInterceptors(context),
    ...(calls.some((hint) => hint.includes(realTimeAdvice)) ? [] : idleAdvance(context)),
  ]
  if (hints.length === 0 && !facts.isExplained) {
    const silence = noRequests(context)
    hints.push(...(silence.length > 0 && hasUnsharedTimers() ? [unsharedAdvice('are')] : silence))
  }
  return hints.length === 0 ? [] : ['Hints:', ...hints.map((hint) => `  ${hint}`)]
}

/** The network leads to the emulator that listens, whose forks have the same base URL. */
function requestsForForks(context: EmulatorContext): string[] {
  if (!hasForks(context) || !context.journal.entries().some(isRequest)) return []
  return [
    'Requests over the network reach this emulator, also those with the base URL of a fork. `fork.fetch(path)` reaches a fork.',
  ]
}

/** An endpoint that refuses a delivery, often for its secret or for the age of its signature. */
function refusedSignature({ journal, clock }: EmulatorContext): string[] {
  const last = journal.entries().findLast(({ kind }) => kind === 'answer')
  if (last?.kind !== 'answer' || (last.status !== 401 && last.status !== 403)) return []
  const said = refusalOf(last.notification)
  if (said !== undefined)
    return [`The endpoint answered ${last.status}. \`verify\` refused a delivery: ${said}`]
  const time =
    clock.mode !== 'virtual' || hasShared(clock)
      ? ''
      : `, and its time that of the emulator: give \`verify\` \`{ clock: emulator }\`, or share the time with ${shareCall}`
  return [
    `The endpoint answered ${last.status}. If it calls \`verify\`, print the error: its message names the cause. The secret of a signature is the \`secret\` of the receiver${time}.`,
  ]
}

/** A receiver that answers by itself, although the test gave it an app. */
const undefinedAnswer = (context: EmulatorContext): string[] =>
  hasUndefinedAnswer(context)
    ? [
        'A receiver was given `answer: undefined`, and answers by itself. An app of Express has no `fetch`: let it listen, and give its address as the `url`, without an answer.',
      ]
    : []

/** The lists of which no further page was read after the last one that was. */
function unreadPages(context: EmulatorContext): string[] {
  const { journal } = context
  const nextPages = new Map<string, string>()
  for (const { method, path, status, exchange } of journal.entries().filter(isRequest)) {
    if (method !== 'GET' || status !== 200) continue
    const link = exchange.responseHeaders?.['link'] ?? ''
    const next = /<([^>]*)>; *rel="next"/.exec(link)?.[1]
    const [list = path] = path.split('?')
    if (next === undefined) nextPages.delete(list)
    else nextPages.set(list, path)
  }
  const world = defaultWorldOf(context)
  const start =
    world === undefined
      ? ''
      : ` The records are those of ${world}: ${emptyWorldOption} starts without them.`
  return [...nextPages.values()].map(
    (path) =>
      `GET ${path} was answered with one of several pages. The next page is the link with rel="next" in the Link header.${start}`,
  )
}

function unsharedTimers(context: EmulatorContext): string[] {
  const areInstalled = hasUnsharedTimers()
  if (hasShared(context.clock))
    return areInstalled
      ? [
          "Fake timers replaced the shared timers, and do not run on the emulator's clock. Remove `useFakeTimers`: `emulator.shareTime(vi)` installs fake timers.",
        ]
      : []
  if (!areInstalled && !hadFakeTimers(context)) return []
  // Note: timers that nothing waits for change no result.
  if (areInstalled && !hasUnsharedWait() && describedTasks(context).length === 0) return []
  return [unsharedAdvice(areInstalled ? 'are' : 'were')]
}

const unsharedAdvice = (are: string): string =>
  `Fake timers ${are} installed, and do not run on the emulator's clock. Call ${shareCall}. \`emulator.run(work)\` then runs what \`work\` waits for.`

/** The advance that ends the journal, if nothing happened in it: the timers of the code under test run elsewhere. */
function idleAdvance({ journal, clock, settings }: EmulatorContext): string[] {
  const entries = journal.entries()
  const last = entries.at(-1)
  if (last?.kind !== 'clock' || settings.mode !== 'virtual') return []
  if (hasShared(clock) || findInstalledClock()) return []
  const { from, to } = last
  const others = entries.slice(0, -1)
  // Note: an advance also sends what is due when it begins.
  if (others.some(({ kind, at }) => at > from || (at === from && kind === 'attempt'))) return []
  return [`The journal has nothing else of the advance to ${formatUtcTime(to)}. ${realTimeAdvice}`]
}

/** Code under test that sends its requests elsewhere, or later. Deliveries may reach it without a request of its own. */
function noRequests(context: EmulatorContext): string[] {
  const { journal, settings, receivers, registrations, unhandledRequests } = context
  const isFork = settings.original?.deref()?.isClosed === false
  const getsDeliveries = receivers.size > 0 || registrations.length > 0
  if (isFork || getsDeliveries || unhandledRequests.length > 0) return []
  if (journal.droppedCount() > 0) return []
  if (journal.entries().some((entry) => isRequest(entry) || entry.kind === 'attempt')) return []
  const local = lastLocalRequest(context)
  const elsewhere =
    local === undefined ? '' : `, and ${local} went to another server of this machine`
  return [
    `No request reached this emulator${elsewhere}. Does the code under test use its \`baseUrl\` (${settings.baseUrl}), and does the test await the code? A mock of \`fetch\` or a cache also keeps requests from it. Records that another test made are not in it.`,
  ]
}

/** The interception of MSW and of libraries that use its interceptors: a global value. */
interface Interceptor {
  readonly emitter?: { listenerCount?(event: string): number }
}

function otherInterceptors(context: EmulatorContext): string[] {
  // Note: the type of the global object has no symbols.
  const globals = globalThis as unknown as Readonly<Record<symbol, Interceptor | undefined>>
  const counts = Object.getOwnPropertySymbols(globals).map(
    (symbol) => globals[symbol]?.emitter?.listenerCount?.('request') ?? 0,
  )
  if (Math.max(0, ...counts) < 2) return []
  if (hasReadHandlers(context))
    return [
      'Two interceptions run, and a request may reach this emulator twice. The `emulator` of a test needs no `setupServer`: leave out its `handlers`.',
    ]
  if (context.journal.entries().some(isRequest)) return []
  return [
    'Another library also intercepts requests, such as a `setupServer` of your own, and may answer them. Remove it, or give it `...emulator.handlers` of `createEmulator`, without the `emulator` of the test.',
  ]
}

/** The first request with the day of the machine, or of a mocked `Date`, where the emulator has another day. */
function daysOfMachine({ journal, clock, history }: EmulatorContext): string[] {
  const [day, dayHere] = [hostNowMs(), clock.now()].map((ms) =>
    new Date(ms).toISOString().slice(0, 10),
  )
  if (day === undefined || day === dayHere) return []
  const found = journal
    .entries()
    .filter(isRequest)
    .find(({ path, body = '' }) => path.includes(day) || body.includes(day))
  const advice = `The emulator's clock is at ${dayHere}: share it with ${shareCall}, or start it at your day with \`start\`.`
  if (found) return [`${found.method} ${found.path} names ${day}, the day of \`Date\`. ${advice}`]
  // Note: the code may compare a date that the test gave with the day of the machine.
  if (!hasRelativeDates(history) || hasShared(clock)) return []
  return [
    `Dates such as "+2w" count from ${dayHere}, the day of the emulator's clock, and not from ${day}, that of \`Date\`. Start it at your day with \`start\`; then ${shareCall} gives \`Date\` its time.`,
  ]
}

function mockedFetch(context: EmulatorContext): string[] {
  const hasRequests = context.journal.entries().some(isRequest)
  if (!isFetchReplaced() || hasRequests || otherInterceptors(context).length > 0) return []
  return [
    'Other code has replaced the global `fetch`, so that no request reaches the emulator. Remove the mock, the stub, or the `setupServer` of your own.',
  ]
}
