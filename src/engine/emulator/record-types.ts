/** Types of records and of their values, as `given`, `rows`, `act` and `importRecords` take them. */
import type { DateFields, Records, References, Rows } from '../service-types.ts'

/** Names of resources: `users`, `enrollments`, … */
export type ResourceName = keyof Records & string

/**
 * Values of stored fields; every field is optional, and one that is `undefined` counts as left out. A field
 * that refers to a record takes its id or the record itself: `{ student_id: mia }`; `undefined` is an error there. A field that holds a day or a moment takes a text, a `Date`, or a
 * relative date that counts from the emulator's clock: `'+30d'`, `'-2w'`.
 */
export type GivenValues<N extends ResourceName> = {
  [F in keyof Rows[N]]?:
    | (N extends keyof References
        ? F extends keyof References[N]
          ? References[N][F]
          : Rows[N][F]
        : Rows[N][F])
    | (N extends keyof DateFields ? (F extends DateFields[N] ? Date : never) : never)
}

/**
 * A tuple of `C` records, so that each element can be used without a check for undefined. Beyond 100 records,
 * this is so for the first 100. A list if the count is not a literal.
 */
export type TupleOf<T, C extends number, Items extends T[] = []> = [C] extends [never]
  ? T[]
  : number extends C
    ? T[]
    : Items['length'] extends C
      ? Items
      : Items['length'] extends 100
        ? [...Items, ...T[]]
        : TupleOf<T, C, [...Items, T]>

/** Resources whose records can be published: categories, courses, products, … */
export type PublishableResource = {
  [N in ResourceName]: Records[N] extends { is_published: boolean } ? N : never
}[ResourceName]

/** A record or its id. */
export type RecordRef<N extends ResourceName> = Rows[N]['id'] | Records[N]

/** Existing records: a list, a collection of @msw/data, or a model of @mswjs/data. */
export type RecordSource =
  Iterable<object> | { all(): Iterable<object> } | { getAll(): Iterable<object> }

/** Existing records, by resource. */
export type RecordSources = { readonly [N in ResourceName]?: RecordSource }
