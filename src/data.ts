/**
 * Records as collections of `@msw/data`, and records from elsewhere taken over: one way at a time.
 *
 * @module
 */
export type { Collections, RecordSchema } from './adapters/msw-data.ts'
export type { RecordSource, RecordSources } from './emulator/record-types.ts'
export { collections, importRecords } from './adapters/msw-data.ts'
