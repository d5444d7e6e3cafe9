/**
 * Exports records to collections of `@msw/data` or a database of `@mswjs/data`, and imports existing records.
 *
 * @module
 */
export type { ExportedRecord } from './adapters/exported-records.ts'
export type { Collections } from './adapters/msw-data.ts'
export type {
  FactoryDatabase,
  FactoryModel,
  FactoryQuery,
  FactoryRelations,
} from './adapters/mswjs-data.ts'
export type {
  CollectionCondition,
  CollectionFindOptions,
  CollectionQuery,
  CollectionSelector,
  CollectionUpdate,
  FieldCondition,
  RecordCollection,
} from './adapters/record-collection.ts'
export type { RecordPredicate } from './engine/emulator/methods/record-queries.ts'
export type { RecordSource, RecordSources } from './engine/emulator/record-types.ts'
export { collections, importRecords } from './adapters/msw-data.ts'
export { factoryDatabase } from './adapters/mswjs-data.ts'
