/** Says how a query parameter narrows a list. Each is bound to the row's shape when it is used. */
import { choice, Field, listOf, type Shape, string, timestamp } from './fields.ts'
import type { AnyRow, Tx } from './tx.ts'

export interface Filter {
  /** How the parameter is read. */
  readonly field: Field
  /** The index in which the wanted value leads to the rows, if there is one. */
  readonly index?: string
  matches(row: AnyRow, expected: never, tx: Tx): boolean
}

/** A filter on fields `K` of a row that is not known yet. */
export interface FilterFactory<K extends string> {
  (shape: Shape): Filter
  readonly on?: K
}

/** The parameter is the field's value. */
export function equals<K extends string>(field: K): FilterFactory<K> {
  return (shape) => {
    const { nullable: _, ...spec } = requireField(shape, field).spec
    return {
      field: paramField(spec),
      ...(isIndexed({ spec }) && { index: field }),
      matches: (row, wanted) => row[field] === wanted,
    }
  }
}

/** The parameter may be repeated; the field's value is one of those sent. */
export function oneOf<K extends string>(field: K): FilterFactory<K> {
  return (shape) => {
    const { nullable: _, ...spec } = requireField(shape, field).spec
    return {
      field: listOf(paramField(spec)),
      matches: (row, wanted: readonly unknown[]) => wanted.includes(row[field]),
    }
  }
}

/** The parameter may be repeated; the field, a list itself, holds one of the values sent. */
export function includesAny<K extends string>(field: K): FilterFactory<K> {
  return (shape) => ({
    field: listOf(paramField(requireField(shape, field).spec.items?.spec ?? { kind: 'string' })),
    matches: (row, wanted: readonly unknown[]) =>
      (row[field] as readonly unknown[]).some((value) => wanted.includes(value)),
  })
}

/** The parameter takes its own name as only value, and keeps rows in which the field is true. */
export function isTrue<K extends string>(name: string, field: K): FilterFactory<K> {
  return () => ({ field: choice([name]), matches: (row) => row[field] === true })
}

/** The words sent all stand somewhere in these fields, in any case. */
export function containsWords<K extends string>(...fields: K[]): FilterFactory<K> {
  return () => ({
    field: string(),
    matches: (row, wanted: string) =>
      includesWords(fields.map((field) => row[field] ?? '').join(' '), wanted),
  })
}

/** The field is a moment or a day at or after the one sent; null is left out. */
export function notBefore<K extends string>(field: K): FilterFactory<K> {
  return (shape) => comparisonFilter(shape, field, (value, wanted) => value >= wanted)
}

/** The field is a moment or a day at or before the one sent; null is left out. */
export function notAfter<K extends string>(field: K): FilterFactory<K> {
  return (shape) => comparisonFilter(shape, field, (value, wanted) => value <= wanted)
}

/** A filter written out. */
export function customFilter<T>(
  field: Field<T>,
  matches: (row: never, wanted: T, tx: Tx) => boolean,
): FilterFactory<never> {
  return () => ({ field, matches: matches as Filter['matches'] })
}

/** The same filter, marked as deprecated. */
export function deprecatedFilter<K extends string>(filter: FilterFactory<K>): FilterFactory<K> {
  return (shape) => {
    const { field, ...rest } = filter(shape)
    return { ...rest, field: field.deprecated() }
  }
}

export function includesWords(text: string, wanted: string): boolean {
  const lower = text.toLowerCase()
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}

function comparisonFilter(
  shape: Shape,
  field: string,
  compare: (value: string, wanted: string) => boolean,
): Filter {
  const { format } = requireField(shape, field).spec
  return {
    field: format === 'date' ? paramField({ kind: 'string', format }) : timestamp(),
    matches: (row, wanted: string) => row[field] !== null && compare(row[field] as string, wanted),
  }
}

function requireField(shape: Shape, name: string): Field {
  const field = shape[name]
  if (!field) throw new Error(`a filter names the unknown field "${name}"`)
  return field
}

/** Only what reading a parameter needs: kind and form. */
function paramField({ kind, format, options }: Field['spec']): Field {
  return new Field({ kind, ...(format && { format }), ...(options && { options }) })
}

/** Every plain reference and every unique field stands in an index of its own name. */
export const isIndexed = ({ spec }: Pick<Field, 'spec'>): boolean =>
  spec.target !== undefined || spec.unique !== undefined
