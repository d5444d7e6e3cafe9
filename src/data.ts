export type { Collections, RecordSchema, RecordSource, Seeds } from './adapters/data.ts'
export { collections, seed } from './adapters/data.ts'
