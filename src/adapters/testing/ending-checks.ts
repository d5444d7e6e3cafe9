/** What fails a test at the end of its fixture. */
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import {
  assertNoUnhandled,
  describeUnhandledCalls,
  stackOfUnhandled,
} from '../../engine/emulator/reports/unhandled-calls.ts'
import {
  assertNoFailedRequests,
  describeFailedRequests,
} from '../../engine/emulator/reports/unhandled-requests.ts'
import { failOnReceiverDefects } from '../../engine/emulator/reports/receiver-defects.ts'
import { scenarioCall } from '../../engine/emulator/methods/work.ts'
import { takeEvaluationLines } from './evaluations.ts'
import { endTest, throwKeptFailure } from '../../engine/emulator/reports/test-end.ts'
import { EmulatorError, type EmulatorErrorDetails } from '../../engine/errors/errors.ts'
import { unsettledWork } from '../../engine/errors/needs-await.ts'
import { internalErrorFailure } from '../../engine/serve/internal-error.ts'

/** What the fixture knows of its test. */
interface Ending {
  /** The methods of the emulator whose promises are pending. */
  readonly unsettled: readonly string[]
  /** Whether the test has failed: its report names the unused faults, and what is pending. */
  readonly hasFailed: boolean
  /** Whether the test has timed out. It may await what is pending. */
  readonly hasTimedOut: boolean
  /** The calls that no test can be found for. */
  readonly unroutable: ReadonlySet<string>
  /** The requests of tests that ended before, each with the name of its test. */
  readonly late: ReadonlyMap<string, string>
  /** The lines for what the test did not reach. */
  readonly idle: readonly string[]
}

/** Throws for what the test left behind: the first of these that there is. */
export function assertEnding(
  emulator: Emulator,
  { unsettled, hasFailed, hasTimedOut, unroutable, late, idle }: Ending,
): void {
  const context = contextOf(emulator)
  failOnInternalErrors(emulator)
  failOnReceiverDefects(context.receiverErrors)
  failOnUnsettledMethods(unsettled, hasTimedOut ? emulator.now() : undefined)
  failOnUnroutableCalls(unroutable)
  throwKeptFailure(context)
  assertNoFailedRequests(withSender(describeFailedRequests(context), late))
  assertNoUnhandled(withSender(describeUnhandledCalls(context), late), stackOfUnhandled(context))
  // Note: a test that fails does not reach what follows, and its report names what is pending.
  if (hasFailed) return
  endTest(context, [...takeEvaluationLines(context, true), ...idle])
}

/** The error of a request with the test that sent it after its end, if one did. */
function withSender(
  details: EmulatorErrorDetails | undefined,
  late: Ending['late'],
): EmulatorErrorDetails | undefined {
  const sent = [...late].find(([request]) => details?.action.includes(request))
  if (!details || !sent) return details
  const [request, test] = sent
  return { ...details, advice: `"${test}" sent ${request} after its end. Await it in that test.` }
}

/**
 * Returns a function that runs the checks at the end of a fixture. Vitest reports an error of a fixture twice, and that of
 * a hook once; a fixture of `aroundEach` ends after the hooks.
 */
export function failOnce(
  onTestFinished: (hook: () => void) => void,
): (assertAll: () => void) => void {
  let failure: { readonly error: unknown } | undefined
  let isFinished = false
  onTestFinished(() => {
    isFinished = true
    if (failure) throw failure.error
  })
  return (assertAll) => {
    try {
      assertAll()
    } catch (error) {
      if (isFinished) throw error
      failure = { error }
    }
  }
}

/** Throws the exceptions inside the emulator, which are defects of the emulator. */
function failOnInternalErrors(emulator: Emulator): void {
  const { internalErrors } = contextOf(emulator).settings
  if (internalErrors.length > 0) throw internalErrorFailure(internalErrors)
}

/**
 * Throws for work of a test that goes on after its end, so that nothing checks its result. `stoppedAt` is the time of the clock
 * when the test timed out.
 */
export function failOnUnsettledMethods(methods: readonly string[], stoppedAt?: Date): void {
  if (methods.length === 0) return
  // Note: the script of a scenario that was not awaited runs methods as well.
  const isScenario = methods.includes(scenarioCall)
  const calls = isScenario ? [scenarioCall] : methods.map((name) => `emulator.${name}`)
  if (stoppedAt === undefined) throw unsettledWork('end the test', calls)
  throw unsettledWork(
    'end the test',
    calls,
    `: the test timed out when the clock was at ${stoppedAt.toISOString()}`,
    'The work has not ended. For work that runs forever, such as a poller, start it and call `await emulator.advance("1h")`.',
  )
}

function failOnUnroutableCalls(calls: ReadonlySet<string>): void {
  if (calls.size === 0) return
  throw new EmulatorError('unroutable_call', {
    action: `answer ${[...calls].join(' and ')}`,
    reason: 'these tests run at the same time, and the call has no token of any of them',
    advice: 'Send `emulator.headers`, or give each emulator its own `baseUrl`.',
  })
}
