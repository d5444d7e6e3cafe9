/** Asserts what happened, for test runners whose `expect` cannot be taught. */
import type { Emulator, ResourceName } from '../../emulator/emulator-api.ts'
import type { CallLike, DeliveryLike } from '../../emulator/reports/calls-and-deliveries.ts'
import {
  judgeDelivered,
  judgeReceived,
  judgeRow,
  judgeUnhandled,
  type RowLike,
  type Times,
} from '../../emulator/reports/expectations.ts'
import type { Verdict } from '../../kit/journal/match-result.ts'
import type { EventName, OperationId } from '../../generated/rows.ts'
import { AssertionError } from 'node:assert'
import { assemblyOf } from './emulator-lookup.ts'

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
  like?: CallLike & Times,
): void {
  insist(judgeReceived(assemblyOf(emulator), operation, like), assertReceived)
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
  like?: DeliveryLike & Times,
): void {
  insist(judgeDelivered(assemblyOf(emulator), event, like), assertDelivered)
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
  like?: RowLike<N> & Times,
): void {
  insist(judgeRow(assemblyOf(emulator), resource, like), assertRow)
}

/**
 * Every call found its operation.
 *
 * @throws AssertionError with those that did not, and the nearest operations
 * @example
 * after(() => assertNoUnhandledCalls(emulator))
 */
export function assertNoUnhandledCalls(emulator: Emulator): void {
  insist(judgeUnhandled(assemblyOf(emulator)), assertNoUnhandledCalls)
}

function insist({ pass, message }: Verdict, stackStartFn: (...args: never[]) => void): void {
  if (pass) return
  throw new AssertionError({ message: message(), stackStartFn: stackStartFn as () => void })
}
