/** Asserts what happened, for test runners whose `expect` cannot be taught. */
import type { Emulator } from '../../emulator/emulator-api.ts'
import type { ResourceName } from '../../emulator/record-types.ts'
import type { CallMatch, DeliveryMatch } from '../../emulator/reports/calls-and-deliveries.ts'
import {
  matchDelivered,
  matchReceived,
  matchRow,
  matchNoUnhandledCalls,
  type RowMatch,
  type TimesOption,
} from '../../emulator/reports/expectations.ts'
import type { MatchResult } from '../../kit/journal/match-result.ts'
import type { EventName, OperationId } from '../../generated/rows.ts'
import { AssertionError } from 'node:assert'
import { requireContext } from './emulator-lookup.ts'

/**
 * A call of this operation arrived, whatever it was answered with. What is not said may be anything.
 *
 * @throws AssertionError with the nearest call, where it differs, and what the emulator saw
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
 * An event reached a webhook, and its receiver answered 2xx.
 *
 * @throws AssertionError with the nearest delivery, where it differs, and what the emulator saw
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
 * There is a row with these fields, stored or as the service shows them.
 *
 * @throws AssertionError with the nearest row, where it differs, and what the emulator saw
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
 * Every call found its operation.
 *
 * @throws AssertionError with those that did not, and the nearest operations
 * @example
 * after(() => assertNoUnhandledCalls(emulator))
 */
export function assertNoUnhandledCalls(emulator: Emulator): void {
  assertPass(matchNoUnhandledCalls(requireContext(emulator)), assertNoUnhandledCalls)
}

function assertPass(
  { pass, message }: MatchResult,
  stackStartFn: (...args: never[]) => void,
): void {
  if (pass) return
  throw new AssertionError({ message: message(), stackStartFn: stackStartFn as () => void })
}
