/**
 * Exports records to collections of `@msw/data` and imports existing records.
 *
 * @module
 */
export type { Collections, RecordSchema } from './adapters/msw-data.ts'
export type { RecordSource, RecordSources } from './emulator/record-types.ts'
export { collections, importRecords } from './adapters/msw-data.ts'
