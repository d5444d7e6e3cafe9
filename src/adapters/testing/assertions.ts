/** Assertion functions for test runners without custom matchers, such as `node:test`. */
import { assertArgumentCount } from '../../engine/errors/argument-count.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import type { ResourceName } from '../../engine/emulator/record-types.ts'
import type {
  CallMatch,
  DeliveryMatch,
} from '../../engine/emulator/reports/calls-and-deliveries.ts'
import type { RowMatch, TimesOption } from '../../engine/emulator/reports/expectations.ts'
import { isPromise } from '../../engine/errors/argument-checks.ts'
import type { MatchResult } from '../../engine/kit/journal/match-result.ts'
import type { EventName, OperationId } from '../../service/generated/rows.ts'
import { AssertionError } from 'node:assert'
import type { Receiver } from '../../engine/kit/receivers.ts'
import type { RemoteEmulator } from '../remote/remote-emulator.ts'
import type { RemoteReceiver } from '../remote/remote-receiver.ts'
import {
  assertNoMoreArguments,
  type EmulatorSubject,
  evaluateDelivered,
  evaluateNoInternalErrors,
  evaluateNoUnhandledCalls,
  evaluateReceived,
  evaluateRow,
  type ReceiverSubject,
  type SubjectResult,
} from './expectation-subject.ts'

/**
 * Asserts that the emulator received a call of this operation, with any response. Keys that `expected` omits
 * are ignored.
 *
 * @throws AssertionError with the closest call, its differences and the recent journal
 * @example
 * assertReceived(emulator, 'create_user', { body: { first_name: 'Mia' }, status: 201 })
 */
export function assertReceived(
  emulator: Emulator,
  operation: OperationId,
  expected?: CallMatch & TimesOption,
): void
export function assertReceived(
  emulator: RemoteEmulator,
  operation: OperationId,
  expected?: CallMatch & TimesOption,
): Promise<void>
export function assertReceived(
  emulator: EmulatorSubject,
  operation: OperationId,
  expected?: CallMatch & TimesOption,
  ...more: unknown[]
): void | Promise<void> {
  assertNoMoreArguments(more, 'assertReceived')
  return assertPass(evaluateReceived(emulator, operation, expected), assertReceived)
}

/**
 * Asserts that an event was delivered to a webhook and its receiver answered 2xx. For a receiver, only
 * deliveries to its URL count.
 *
 * @throws AssertionError with the closest delivery, its differences and the recent journal
 * @example
 * assertDelivered(emulator, 'user.merged', { to: hook.url, attempts: 2 })
 */
export function assertDelivered(
  subject: Emulator | Receiver,
  event: EventName,
  expected?: DeliveryMatch & TimesOption,
): void
export function assertDelivered(
  subject: RemoteEmulator | RemoteReceiver,
  event: EventName,
  expected?: DeliveryMatch & TimesOption,
): Promise<void>
export function assertDelivered(
  subject: EmulatorSubject | ReceiverSubject,
  event: EventName,
  expected?: DeliveryMatch & TimesOption,
  ...more: unknown[]
): void | Promise<void> {
  assertNoMoreArguments(more, 'assertDelivered')
  return assertPass(evaluateDelivered(subject, event, expected), assertDelivered)
}

/**
 * Asserts that a row has these fields, as stored or as the service shows them.
 *
 * @throws AssertionError with the closest row, its differences and the recent journal
 * @example
 * assertRow(emulator, 'enrollments', { student_id: mia.id, status: 'canceled' })
 */
export function assertRow<N extends ResourceName>(
  emulator: RemoteEmulator,
  resource: N,
  expected?: RowMatch<N> & TimesOption,
): Promise<void>
export function assertRow<N extends ResourceName>(
  emulator: Emulator,
  resource: N,
  expected?: RowMatch<N> & TimesOption,
): void
export function assertRow<N extends ResourceName>(
  emulator: EmulatorSubject,
  resource: N,
  expected?: RowMatch<N> & TimesOption,
  ...more: unknown[]
): void | Promise<void> {
  assertNoMoreArguments(more, 'assertRow')
  return assertPass(evaluateRow(emulator, resource, expected), assertRow)
}

/**
 * Asserts that an operation answered every call.
 *
 * @throws AssertionError with the unhandled calls and the closest operations
 * @example
 * after(() => assertNoUnhandledCalls(emulator))
 */
export function assertNoUnhandledCalls(emulator: Emulator): void
export function assertNoUnhandledCalls(emulator: RemoteEmulator): Promise<void>
export function assertNoUnhandledCalls(emulator: EmulatorSubject): void | Promise<void> {
  assertArgumentCount('assertNoUnhandledCalls', 1, arguments)
  return assertPass(evaluateNoUnhandledCalls(emulator), assertNoUnhandledCalls)
}

/**
 * Asserts that no exception inside the emulator interrupted a call.
 *
 * @throws AssertionError with the interrupted calls and the exceptions
 * @example
 * after(() => assertNoInternalErrors(emulator))
 */
export function assertNoInternalErrors(emulator: Emulator): void
export function assertNoInternalErrors(emulator: RemoteEmulator): Promise<void>
export function assertNoInternalErrors(emulator: EmulatorSubject): void | Promise<void> {
  assertArgumentCount('assertNoInternalErrors', 1, arguments)
  return assertPass(evaluateNoInternalErrors(emulator), assertNoInternalErrors)
}

function assertPass(
  result: SubjectResult,
  stackStartFn: (...args: never[]) => unknown,
): void | Promise<void> {
  const check = ({ pass, message }: MatchResult): void => {
    if (pass) return
    throw new AssertionError({ message: message(), stackStartFn: stackStartFn as () => void })
  }
  return isPromise(result) ? result.then(check) : check(result)
}
