/**
 * The type of a collection of @msw/data, without the types of that package: an import of them would need the package in
 * each project that imports this entry point.
 */
import type { RecordPredicate } from '../engine/emulator/methods/record-queries.ts'

/** The condition of a field: a value, conditions of its members, or a function that tells whether a value matches. */
export type FieldCondition<V> =
  | ((value: V) => unknown)
  | Extract<V, null | undefined>
  | (NonNullable<V> extends readonly (infer I)[]
      ? FieldCondition<I>
      : NonNullable<V> extends object
        ? { readonly [K in keyof NonNullable<V>]?: FieldCondition<NonNullable<V>[K]> }
        : V)

/** Conditions by field, or a function that tells whether a record matches. */
export type CollectionCondition<T> =
  { readonly [F in keyof T]?: FieldCondition<T[F]> } | ((record: T) => unknown)

/** A query of a collection: `(q) => q.where({ status: 'active' })`. */
export interface CollectionQuery<T> extends RecordPredicate<T> {
  /** Selects the records that match, of those that the query selects. */
  where(condition: CollectionCondition<T>): CollectionQuery<T>
  /** Selects the records that also match all of the conditions. */
  and(...conditions: (CollectionCondition<T> | RecordPredicate<T>)[]): CollectionQuery<T>
  /** Selects also the records that match one of the conditions. */
  or(...conditions: (CollectionCondition<T> | RecordPredicate<T>)[]): CollectionQuery<T>
}

/** Selects records: a function of a query, or a `Query` of @msw/data. */
export type CollectionSelector<T> =
  ((query: CollectionQuery<T>) => RecordPredicate<T>) | RecordPredicate<T>

/** How `findMany` limits and orders the records. */
export interface CollectionFindOptions<T> {
  /** The number of records to skip. Default: 0. */
  readonly skip?: number
  /** The number of records to return. Default: all. */
  readonly take?: number
  /** The last record before the ones to return. Default: none. */
  readonly cursor?: T
  /** The order by field: `{ last_name: 'asc' }`. Default: the order of creation. */
  readonly orderBy?: object
  /** Whether it throws if no record matches. Default: false. */
  readonly strict?: boolean
}

/** How `update` changes records. */
export interface CollectionUpdate<T> {
  /** Changes the fields of a draft of the record. */
  data(draft: T): Promise<void> | void
  /** Whether it throws if no record matches. Default: false. */
  readonly strict?: boolean
}

/** A `Collection` of @msw/data. It has further methods, as @msw/data documents them. */
export interface RecordCollection<T> {
  /** Returns all records. */
  all(): T[]
  /** Returns the number of records. */
  count(): number
  /** Returns the first record that matches; undefined without one. Default: of all records. */
  findFirst(selector?: CollectionSelector<T>): T | undefined
  /** Returns the records that match. Default: all. */
  findMany(selector?: CollectionSelector<T>, options?: CollectionFindOptions<T>): T[]
  /** Creates a record. */
  create(values: T): Promise<T>
  /** Creates records. The function gets the position of the record. */
  createMany(count: number, valuesOf: (index: number) => T): Promise<T[]>
  /** Changes the first record that matches, or the given record. */
  update(selector: CollectionSelector<T> | T, changes: CollectionUpdate<T>): Promise<T | undefined>
  /** Changes the records that match. */
  updateMany(selector: CollectionSelector<T>, changes: CollectionUpdate<T>): Promise<T[]>
  /** Deletes the first record that matches, or the given record. */
  delete(selector: CollectionSelector<T> | T): T | undefined
  /** Deletes the records that match. */
  deleteMany(selector: CollectionSelector<T>): T[]
  /** Deletes all records. */
  clear(): void
}
