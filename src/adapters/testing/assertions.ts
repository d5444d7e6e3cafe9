/** Assertion functions for test runners without custom matchers, such as `node:test`. */
import type { Emulator } from '../../emulator/emulator-api.ts'
import type { ResourceName } from '../../emulator/record-types.ts'
import type { CallMatch, DeliveryMatch } from '../../emulator/reports/calls-and-deliveries.ts'
import {
  matchDelivered,
  matchReceived,
  matchRow,
  matchNoInternalErrors,
  matchNoUnhandledCalls,
  type RowMatch,
  type TimesOption,
} from '../../emulator/reports/expectations.ts'
import type { MatchResult } from '../../kit/journal/match-result.ts'
import type { EventName, OperationId } from '../../generated/rows.ts'
import { AssertionError } from 'node:assert'
import { requireContext } from './emulator-lookup.ts'

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
): void {
  assertPass(matchReceived(requireContext(emulator), operation, expected), assertReceived)
}

/**
 * Asserts that an event was delivered to a webhook and its receiver answered 2xx.
 *
 * @throws AssertionError with the closest delivery, its differences and the recent journal
 * @example
 * assertDelivered(emulator, 'user.merged', { to: hook.url, attempts: 2 })
 */
export function assertDelivered(
  emulator: Emulator,
  event: EventName,
  expected?: DeliveryMatch & TimesOption,
): void {
  assertPass(matchDelivered(requireContext(emulator), event, expected), assertDelivered)
}

/**
 * Asserts that a row has these fields, as stored or as the service shows them.
 *
 * @throws AssertionError with the closest row, its differences and the recent journal
 * @example
 * assertRow(emulator, 'enrollments', { student_id: mia.id, status: 'canceled' })
 */
export function assertRow<N extends ResourceName>(
  emulator: Emulator,
  resource: N,
  expected?: RowMatch<N> & TimesOption,
): void {
  assertPass(matchRow(requireContext(emulator), resource, expected), assertRow)
}

/**
 * Asserts that an operation answered every call.
 *
 * @throws AssertionError with the unhandled calls and the closest operations
 * @example
 * after(() => assertNoUnhandledCalls(emulator))
 */
export function assertNoUnhandledCalls(emulator: Emulator): void {
  assertPass(matchNoUnhandledCalls(requireContext(emulator)), assertNoUnhandledCalls)
}

/**
 * Asserts that no exception inside the emulator interrupted a call.
 *
 * @throws AssertionError with the interrupted calls and the exceptions
 * @example
 * after(() => assertNoInternalErrors(emulator))
 */
export function assertNoInternalErrors(emulator: Emulator): void {
  assertPass(matchNoInternalErrors(requireContext(emulator)), assertNoInternalErrors)
}

function assertPass(
  { pass, message }: MatchResult,
  stackStartFn: (...args: never[]) => void,
): void {
  if (pass) return
  throw new AssertionError({ message: message(), stackStartFn: stackStartFn as () => void })
}
