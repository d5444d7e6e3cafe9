/**
 * Measures whether a synchronization of a large tenant fits into its time window.
 *
 * @example
 * import { measureCapacity } from 'course-admin-emulator/capacity'
 *
 * const capacity = await measureCapacity(connect, { target: 100_000, window: '4h' })
 * console.log(capacity.text)
 *
 * @module
 */
import './adapters/testing/vitest-setup.ts'
export { measureCapacity } from './conformance/capacity/measure-capacity.ts'
export type { CapacityOptions, SyncContext } from './conformance/capacity/capacity-options.ts'
export type {
  Capacity,
  CapacityData,
  LargestBasis,
  OperationCalls,
  SizeCost,
  SyncCost,
} from './conformance/capacity/capacity.ts'
export type { Connect, Connection, Integration } from './conformance/scenario/integration.ts'
export type { IntegrationStorage, StorageTransaction } from './conformance/scenario/storage.ts'
