/** Custom matchers for the `expect` of Vitest and Jest. */
import type { ResourceName } from '../../engine/emulator/record-types.ts'
import type {
  CallMatch,
  DeliveryMatch,
} from '../../engine/emulator/reports/calls-and-deliveries.ts'
import type { RowMatch, TimesOption } from '../../engine/emulator/reports/expectations.ts'
import { requireExploration } from '../../conformance/explore/assert-converges.ts'
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import { contextOfReceiver } from '../../engine/emulator/methods/receivers.ts'
import { assertReached } from '../../engine/emulator/reports/test-end.ts'
import { isObject, isPromise } from '../../engine/errors/argument-checks.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { startAtCallSite } from '../../engine/journal/call-site.ts'
import type { EventName, OperationId } from '../../service/generated/rows.ts'
import type { MatchResult } from '../../engine/kit/journal/match-result.ts'
import { noteEvaluation } from './evaluations.ts'
import { clientOf } from '../remote/control-client.ts'
import {
  assertNoMoreArguments,
  evaluateDelivered,
  evaluateNoInternalErrors,
  evaluateNoUnhandledCalls,
  evaluateReceived,
  evaluateRow,
  type SubjectResult,
} from './expectation-subject.ts'

/**
 * The matchers that `expect(emulator)` has besides the built-in matchers. `expect(receiver)` has
 * `toHaveDelivered`. Await a matcher of a remote emulator or of its receiver.
 */
export interface EmulatorMatchers<R = void> {
  /**
   * Passes if the emulator received a call of this operation, with any response. Keys that `expected` omits
   * are ignored. `times` is the exact number of matching calls. Default: one or more.
   *
   * @throws EmulatorError for an unknown operation
   * @example
   * expect(emulator).toHaveReceived('create_user', { body: { first_name: 'Mia' }, status: 201 })
   */
  toHaveReceived(operation: OperationId, expected?: CallMatch & TimesOption): R
  /**
   * Passes if an event was delivered to a webhook and its receiver answered 2xx. On a receiver, only
   * deliveries to its URL count. While a delivery that would match is due, neither this nor its negation passes:
   * `await emulator.settle()` first.
   *
   * @throws EmulatorError for an unknown event, and for `to` with a URL that no webhook has
   * @example
   * expect(hook).toHaveDelivered('user.merged', { attempts: 2 })
   */
  toHaveDelivered(event: EventName, expected?: DeliveryMatch & TimesOption): R
  /**
   * Passes if a row has these fields, as stored or as the service shows them.
   *
   * @throws EmulatorError for an unknown resource
   * @example
   * expect(emulator).toHaveRow('enrollments', { student_id: mia.id, status: 'canceled' })
   */
  toHaveRow<N extends ResourceName>(resource: N, expected?: RowMatch<N> & TimesOption): R
  /** Passes if an operation answered every call. */
  toHaveNoUnhandledCalls(): R
  /** Passes if no exception inside the emulator interrupted a call. */
  toHaveNoInternalErrors(): R
  /**
   * Passes if every schedule of an exploration has an accepted verdict. The message is the report: coverage,
   * matrix, the shortest failing schedule, its difference and a ready test.
   *
   * @throws EmulatorError for a value that is not the result of `explore`
   * @example
   * expect(exploration).toConverge()
   */
  toConverge(): R
}

declare global {
  namespace Chai {
    // Note: the type parameters of Vitest's `Matchers` differ per major version; Vitest maps `Assertion` in all of them.
    interface Assertion extends EmulatorMatchers {}
  }
}

/**
 * The matchers for your own `expect.extend`. The `expect` of `course-admin-emulator/vitest` has them already.
 *
 * @example
 * expect.extend(emulatorMatchers)
 */
export const emulatorMatchers = checkedMatchers({
  toHaveReceived: evaluateReceived,
  toHaveDelivered: evaluateDelivered,
  toHaveRow: evaluateRow,
  toHaveNoUnhandledCalls: evaluateNoUnhandledCalls,
  toHaveNoInternalErrors: evaluateNoInternalErrors,
  toConverge(exploration: unknown): MatchResult {
    const { ok, text } = requireExploration(
      exploration,
      'expect(await explore(scenario, connect)).toConverge()',
    )
    return {
      pass: ok,
      message: () =>
        `${ok ? 'Expected a failing schedule.' : 'The integration does not converge.'}\n\n${text}`,
    }
  },
})

/** The lines of a failure report on names of the test runner that are used for something else. */
export const runnerAdvice = (errors: readonly string[]): string[] => [
  ...(errors.some((text) => /\bjest is not defined/.test(text))
    ? ["In an ES module, `jest` is an import: import { jest } from '@jest/globals'."]
    : []),
  ...(errors.some((text) => /^(document|window) is not defined/.test(text))
    ? [
        "The test has no page. Set `environment: 'jsdom'`, or begin the file with // @vitest-environment jsdom.",
      ]
    : []),
  ...matcherAdvice(errors),
]

const matcherAdvice = (errors: readonly string[]): string[] =>
  errors.some((text) => spyMatchers.test(text))
    ? [
        'The matchers are toHaveReceived(operation, { times: 2 }) for calls, toHaveDelivered(event, { times: 2 }) for deliveries, and toHaveRow(resource, fields).',
      ]
    : []

/** The errors for matchers of spies, and for matchers with names like those of the emulator. */
const spyMatchers =
  /received value must be a mock or spy function|^EmulatorInstance\b.* is not a spy|^\{ url: .* is not a spy|toHave(Received|Delivered)[A-Z]|to(Have)?Be(en)?(Received|Delivered)|\(reading 'times'\)/

/** The state that a test runner calls a matcher with. */
interface MatcherState {
  readonly isNot?: boolean
}

/** The context of an emulator or a receiver of this process; undefined for the result of an exploration. */
const contextOfSubject = (subject: unknown): EmulatorContext | undefined =>
  isObject(subject) ? (contextOfReceiver(subject) ?? contextOf(subject as never)) : undefined

/** Starts the stack of a thrown error at the assertion of the test. */
function atCallSite<T>(match: () => T): T {
  try {
    return match()
  } catch (error) {
    throw error instanceof EmulatorError ? startAtCallSite(error) : error
  }
}

/** The matchers, which throw for arguments after their last parameter, and whose undecided results never pass. */
function checkedMatchers<M extends Readonly<Record<string, (...args: never[]) => SubjectResult>>>(
  matchers: M,
): M {
  const checked = Object.entries(matchers).map(([name, match]) => [
    name,
    function (this: MatcherState | undefined, ...args: never[]): SubjectResult {
      const decide = (result: MatchResult): MatchResult =>
        result.isUndecided && this?.isNot
          ? { ...result, pass: true, message: () => result.message(true) }
          : result
      const result = atCallSite(() => {
        assertNoMoreArguments(args.slice(match.length), name, match.length > 1)
        const evaluated = match(...args)
        const context = this?.isNot && name === 'toHaveReceived' && contextOfSubject(args[0])
        if (context) assertReached(context)
        return evaluated
      })
      if (!isPromise(result)) {
        const context = contextOfSubject(args[0])
        const isNot = this?.isNot === true
        const again = (): MatchResult => match(...args) as MatchResult
        const decided = decide(result)
        if (context) noteEvaluation(context, name, args.slice(1), { isNot, result: decided, again })
        return decided
      }
      const call = `expect(…).${name}(…)`
      const decided = result.then(decide)
      return clientOf(args[0])?.track(call, decided, `Await it: \`await ${call}\`.`) ?? decided
    },
  ])
  return Object.fromEntries(checked) as M
}
