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
export { measureCapacity } from './capacity/measure-capacity.ts'
export type { CapacityOptions, SyncContext } from './capacity/capacity-options.ts'
export type {
  Capacity,
  CapacityData,
  OperationGrowth,
  PageSizeCost,
  SizeCost,
  SyncCost,
} from './capacity/capacity.ts'
export type { Connect, Connection, Integration } from './scenarios/integration.ts'
export type { IntegrationStorage } from './scenarios/storage.ts'
