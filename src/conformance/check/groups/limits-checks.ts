/** Checks of limits: rate limits, retries and parallel calls. */
import { defaultRateLimit } from '../../../engine/serve/rate-limiter.ts'
import type { Connection } from '../../scenario/integration.ts'
import { checksOf } from '../check-definition.ts'
import { type ConnectionChange, withFetch } from '../connection-changes.ts'
import { expectConvergence, expectVerdicts } from '../run-expectations.ts'
import { type Finding, failed, passed, skipped } from '../check-verdict.ts'
import {
  classWithSlowCalls,
  enrollmentOfAClass,
  oneEnrollment,
  slowCallMs,
} from '../stories/enrollment-stories.ts'
import {
  classInOutage,
  classInTwoHalves,
  classWithinTheLimit,
  classWithoutOutage,
  enrollmentInLongOutage,
  enrollmentInOwnWindow,
  enrollmentInSharedWindow,
  enrollmentWithoutOutage,
  longOutageMinutes,
  otherClientPath,
  shortOutageMinutes,
} from '../stories/limits-stories.ts'
import type { StoryRun } from '../story-run.ts'
import type { StoryRuns } from '../story-runs.ts'
import { withFault } from '../story-variant.ts'

const minuteMs = 60_000
const retryAfterSeconds = 90

/** The largest number of calls of an integration that wait for a response at the same time. */
const parallelCallsMax = 10

/** An integration calls again at the latest after this time, in milliseconds. */
const delayMaxMs = 60 * minuteMs

/** The start of the outage of a story; undefined if the run did not get there. */
const outageStartMs = ({ entries }: StoryRun): number | undefined => {
  const outage = entries.find(({ kind }) => kind === 'outage')
  return outage && Date.parse(outage.at)
}

/**
 * Expects that no call that is answered 429 after the entry `since` is repeated before a time. The same call of another
 * delivery is no repetition, and neither is one of a later synchronization, which starts at one of `starts`: these are
 * numbers of entries.
 */
function expectNoEarlyRepetition(
  run: StoryRun,
  untilMs: number,
  { since = 0, starts = [] }: { readonly since?: number; readonly starts?: readonly number[] },
): Finding {
  const refused = run.calls.find(({ number, status }) => number > since && status === 429)
  if (!refused) return skipped('No call of the integration is answered 429.', run)
  const early = run.calls.find(
    ({ number, method, path, at, cause = refused.cause }) =>
      number > refused.number &&
      (refused.cause === undefined || cause === refused.cause) &&
      method === refused.method &&
      path === refused.path &&
      Date.parse(at) < untilMs &&
      !starts.some((start) => start >= refused.number && start < number),
  )
  if (!early) return passed('The call is repeated when the time of Retry-After is over.')
  const [askedMs, earlyMs] = [untilMs, Date.parse(early.at)].map(
    (ms) => ms - Date.parse(refused.at),
  ) as [number, number]
  const reason = `The call is repeated after ${earlyMs / 1_000} s, and Retry-After is ${askedMs / 1_000} s.`
  return failed(reason, run)
}

async function expectRetryAfter(runs: StoryRuns): Promise<Finding> {
  const effect = { status: 429, retry_after: retryAfterSeconds } as const
  const fault = { at: 'request', nth: 1, with: effect } as const
  const starts: number[] = []
  const variant = {
    resync: ({ emulator }: Connection) => void starts.push(emulator.journal().at(-1)?.number ?? 0),
  }
  const story = withFault(oneEnrollment, 'rate-limit', fault)
  const run = await runs.vary(story, variant, oneEnrollment)
  const refusedMs = Date.parse(run.calls.find(({ status }) => status === 429)?.at ?? '')
  const finding = expectNoEarlyRepetition(run, refusedMs + retryAfterSeconds * 1_000, { starts })
  return finding.verdict === 'passed' ? expectConvergence(runs, run, finding.reason) : finding
}

/**
 * Counts the calls in a closed window. Calls at the moment of the first 429 do not count: another process can send
 * them before it receives that response.
 */
function watchClosedWindow(): { connection: ConnectionChange; callCount(): number } {
  let closedMs = 0
  let openMs = 0
  let callCount = 0
  return {
    connection: withFetch(async (request, { now }, send) => {
      const sentMs = now().getTime()
      if (sentMs > closedMs && sentMs < openMs) callCount += 1
      const response = await send(request)
      const seconds = Number(response.headers.get('retry-after') ?? 0)
      const nowMs = now().getTime()
      if (seconds > 0 && nowMs >= openMs) {
        closedMs = nowMs
        openMs = nowMs + seconds * 1_000
      }
      return response
    }),
    callCount: () => callCount,
  }
}

async function expectClosedWindow(runs: StoryRuns): Promise<Finding> {
  const window = watchClosedWindow()
  const variant = { connection: window.connection }
  const run = await runs.vary(classInTwoHalves, variant, classWithinTheLimit)
  const earlyCallCount = window.callCount()
  if (!run.calls.some(({ status }) => status === 429)) {
    return skipped('The calls of the integration do not exceed the limit.', run)
  }
  return earlyCallCount > 0
    ? failed(`${earlyCallCount} calls are made before the time of Retry-After is over.`, run)
    : passed('No call is made until the time of Retry-After is over.')
}

async function expectSharedWindow(runs: StoryRuns): Promise<Finding> {
  const run = await runs.vary(enrollmentInSharedWindow, {}, enrollmentInOwnWindow)
  const [, otherStep] = run.entries.filter(({ kind }) => kind === 'step')
  const since = otherStep?.number ?? 0
  const isOther = ({ number, path }: (typeof run.calls)[number]): boolean =>
    path === otherClientPath && number > since
  const openedMs = Date.parse(run.calls.find(isOther)?.at ?? '')
  // Note: the first synchronization can use up a window as well.
  return expectNoEarlyRepetition(run, openedMs + defaultRateLimit.windowMs, { since })
}

async function expectBackoff(runs: StoryRuns): Promise<Finding> {
  const run = await runs.vary(enrollmentInLongOutage, {}, enrollmentWithoutOutage)
  const startMs = outageStartMs(run) ?? 0
  const endMs = startMs + longOutageMinutes * minuteMs
  const times = run.calls.map(({ at }) => Date.parse(at))
  const during = times.filter((ms) => ms >= startMs && ms < endMs)
  if (during.length === 0) return skipped('The integration makes no call in the outage.', run)
  if (during.length > longOutageMinutes) {
    return failed(`${during.length} calls in an outage of ${longOutageMinutes} minutes.`, run)
  }
  const next = times.find((ms) => ms >= endMs)
  if (next === undefined) {
    return skipped('The integration gives up before the outage is over.', run)
  }
  if (next - endMs > delayMaxMs) {
    const minutes = Math.round((next - endMs) / minuteMs)
    return failed(`The next call is made ${minutes} minutes after the outage.`, run)
  }
  return expectVerdicts(
    [run],
    ['converged', 'recovered'],
    'The work continues soon after the outage.',
  )
}

async function expectNoStorm(runs: StoryRuns): Promise<Finding> {
  const { outcome } = await runs.plain(classWithoutOutage)
  const run = await runs.vary(classInOutage, {}, classWithoutOutage)
  const startMs = outageStartMs(run) ?? 0
  const endMs = startMs + shortOutageMinutes * minuteMs
  const isDuring = (ms: number): boolean => ms >= startMs && ms < endMs
  if (!run.calls.some(({ at }) => isDuring(Date.parse(at)))) {
    return skipped('The integration makes no call in the outage.', run)
  }
  const after = run.calls.filter(({ at }) => Date.parse(at) >= endMs).length
  return after > 2 * outcome.callCount
    ? failed(`${after} calls after the outage; without an outage it is ${outcome.callCount}.`, run)
    : passed('The work after an outage takes about as many calls as without one.')
}

async function expectFewParallelCalls(runs: StoryRuns): Promise<Finding> {
  const run = await runs.shared(classWithSlowCalls, enrollmentOfAClass)
  const times = run.calls.map(({ at }) => Date.parse(at))
  const counts = times.map(
    (end, i) => times.slice(0, i + 1).filter((ms) => ms > end - slowCallMs).length,
  )
  const most = Math.max(0, ...counts)
  if (most === 0) return skipped('The integration makes no call.', run)
  return most > parallelCallsMax
    ? failed(`${most} calls wait for a response at the same time.`, run)
    : passed(`At most ${most} calls wait for a response at the same time.`)
}

export const limitsChecks = checksOf('limits', [
  {
    id: 'retry-after',
    why: 'Retry-After names the seconds after which the service accepts the call.',
    must: 'The integration repeats a call that is answered 429 after the seconds of `Retry-After`, and ends in the same way.',
    story: oneEnrollment,
    needs: [],
    perform: expectRetryAfter,
  },
  {
    id: 'closed-window',
    why: 'After a 429, the service refuses every call until the time of `Retry-After` is over, and each refused call is wasted.',
    must: 'After the first 429, no call is made before the time of `Retry-After` is over, also no other call.',
    story: classInTwoHalves,
    needs: ['fetch'],
    perform: expectClosedWindow,
  },
  {
    id: 'backoff',
    why: 'Delays that do not grow load the service, and delays without a limit never end.',
    must: 'The integration makes at most 135 calls in an outage of 135 minutes, calls again at most 60 minutes after it, and ends in the same way.',
    story: enrollmentInLongOutage,
    needs: ['fetch'],
    perform: expectBackoff,
  },
  {
    id: 'shared-window',
    why: 'The window belongs to the token, and other clients can use the same token.',
    must: 'The integration waits until the window opens again, although another client used the calls.',
    story: enrollmentInSharedWindow,
    needs: ['fetch'],
    perform: expectSharedWindow,
  },
  {
    id: 'parallel-calls',
    why: 'Many calls at the same time take the window from all other work.',
    must: 'At most 10 calls wait for a response at the same time.',
    story: classWithSlowCalls,
    needs: [],
    perform: expectFewParallelCalls,
  },
  {
    id: 'retry-storm',
    why: 'After an outage all waiting work starts at the same time.',
    must: 'The work after an outage takes at most twice the calls that it takes without one.',
    story: classInOutage,
    needs: ['fetch'],
    perform: expectNoStorm,
  },
])
