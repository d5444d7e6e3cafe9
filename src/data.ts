/**
 * Records as collections of `@msw/data`, and records from elsewhere taken over: one way at a time.
 *
 * @module
 */
export type { Collections, RecordSchema, RecordSource, Seeds } from './adapters/data.ts'
export { collections, seed } from './adapters/data.ts'
