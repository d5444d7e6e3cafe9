/** Teaches the `expect` of Vitest and of Jest what to ask of an emulator. */
import type { Emulator } from '../../emulator/emulator-api.ts'
import type { ResourceName } from '../../emulator/record-types.ts'
import type { CallMatch, DeliveryMatch } from '../../emulator/reports/calls-and-deliveries.ts'
import type { TimesOption } from '../../emulator/reports/expectations.ts'
import {
  matchDelivered,
  matchReceived,
  matchRow,
  matchNoUnhandledCalls,
  type RowMatch,
} from '../../emulator/reports/expectations.ts'
import type { EventName, OperationId } from '../../generated/rows.ts'
import { requireContext } from './emulator-lookup.ts'

/** What `expect(emulator)` can be asked beside what it always can. */
export interface EmulatorMatchers<R = void> {
  /**
   * A call of this operation arrived, whatever it was answered with. What is not said may be
   * anything; `times` says how often exactly. Default: once or more.
   *
   * @throws EmulatorError for an unknown operation
   * @example
   * expect(emulator).toHaveReceived('create_user', { body: { first_name: 'Mia' }, status: 201 })
   */
  toHaveReceived(operation: OperationId, expected?: CallMatch & TimesOption): R
  /**
   * An event reached a webhook, and its receiver answered 2xx.
   *
   * @throws EmulatorError for an unknown event
   * @example
   * expect(emulator).toHaveDelivered('user.merged', { to: hook.url, attempts: 2 })
   */
  toHaveDelivered(event: EventName, expected?: DeliveryMatch & TimesOption): R
  /**
   * There is a row with these fields, stored or as the service shows them.
   *
   * @throws EmulatorError for an unknown resource
   * @example
   * expect(emulator).toHaveRow('enrollments', { student_id: mia.id, status: 'canceled' })
   */
  toHaveRow<N extends ResourceName>(resource: N, expected?: RowMatch<N> & TimesOption): R
  /** Every call found its operation. */
  toHaveNoUnhandledCalls(): R
}

declare global {
  namespace Chai {
    // Note: vitest's own `Matchers` has other type parameters in every major; this it maps in all of them.
    interface Assertion extends EmulatorMatchers {}
  }
}

/**
 * The matchers as data, for an `expect.extend` of your own. Those of the door for Vitest know them.
 *
 * @example
 * expect.extend(emulatorMatchers)
 */
export const emulatorMatchers = {
  toHaveReceived: (
    emulator: Emulator,
    operation: OperationId,
    expected?: CallMatch & TimesOption,
  ) => matchReceived(requireContext(emulator), operation, expected),
  toHaveDelivered: (emulator: Emulator, event: EventName, expected?: DeliveryMatch & TimesOption) =>
    matchDelivered(requireContext(emulator), event, expected),
  toHaveRow: (emulator: Emulator, resource: ResourceName, expected?: object & TimesOption) =>
    matchRow(requireContext(emulator), resource, expected as never),
  toHaveNoUnhandledCalls: (emulator: Emulator) => matchNoUnhandledCalls(requireContext(emulator)),
}
