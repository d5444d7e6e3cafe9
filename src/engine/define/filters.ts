/** Filters: how a query parameter selects rows of a list. A list binds them to the row's shape. */
import { type Behaviour } from './behaviour.ts'
import { choice, Field, listOf, type Shape, string, timestamp } from './fields.ts'
import type { AnyRow, Tx } from './tx.ts'
import { afterMoment } from './behaviours.ts'
import { defined } from '../errors/defined.ts'

export interface Filter {
  /** The field that parses the parameter. */
  readonly field: Field
  /** The index that finds the rows by the value, if there is one. */
  readonly index?: string
  /** The behaviour that a list with this parameter relies on. */
  readonly behaviour?: Behaviour
  matches(row: AnyRow, expected: never, tx: Tx): boolean
}

/** Creates a filter on the fields `K` for the shape of a row. */
export interface FilterFactory<K extends string> {
  (shape: Shape): Filter
  readonly on?: K
}

/** Keeps rows whose field equals the parameter. */
export function equals<K extends string>(field: K): FilterFactory<K> {
  return (shape) => {
    const { nullable: _, ...spec } = requireField(shape, field).spec
    return {
      field: paramField(spec),
      ...(isIndexed({ spec }) && { index: field }),
      matches: (row, expected) => row[field] === expected,
    }
  }
}

/** Keeps rows whose field equals one of the parameters. The parameter can be repeated. */
export function oneOf<K extends string>(field: K): FilterFactory<K> {
  return (shape) => {
    const { nullable: _, ...spec } = requireField(shape, field).spec
    return {
      field: listOf(paramField(spec)),
      matches: (row, expected: readonly unknown[]) => expected.includes(row[field]),
    }
  }
}

/** Keeps rows whose list field contains one of the parameters. The parameter can be repeated. */
export function includesAny<K extends string>(field: K): FilterFactory<K> {
  return (shape) => ({
    field: listOf(paramField(requireField(shape, field).spec.items?.spec ?? { kind: 'string' })),
    matches: (row, expected: readonly unknown[]) =>
      (row[field] as readonly unknown[]).some((value) => expected.includes(value)),
  })
}

/** Keeps rows whose field is true. The only valid value of the parameter is its own name. */
export function isTrue<K extends string>(name: string, field: K): FilterFactory<K> {
  return () => ({ field: choice([name]), matches: (row) => row[field] === true })
}

/** Keeps rows whose fields contain all words of the parameter. Case does not matter. */
export function containsWords<K extends string>(...fields: K[]): FilterFactory<K> {
  return () => ({
    field: string(),
    matches: (row, expected: string) =>
      includesWords(fields.map((field) => row[field] ?? '').join(' '), expected),
  })
}

/** Keeps rows whose timestamp is after the parameter, or whose day is at or after it. Null does not match. */
export function notBefore<K extends string>(field: K): FilterFactory<K> {
  return (shape) => {
    const isDay = requireField(shape, field).spec.format === 'date'
    const filter = comparisonFilter(shape, field, (value, expected) => value >= expected)
    if (isDay) return { ...filter, behaviour: afterMoment }
    return {
      ...filter,
      behaviour: afterMoment,
      matches: (row, expected: string, tx) =>
        filter.matches(row, expected as never, tx) &&
        (row[field] !== expected || !tx.assumes(afterMoment)),
    }
  }
}

/** Keeps rows whose timestamp or day is at or before the parameter. Null does not match. */
export function notAfter<K extends string>(field: K): FilterFactory<K> {
  return (shape) => comparisonFilter(shape, field, (value, expected) => value <= expected)
}

/** Creates a filter from a predicate. */
export function customFilter<T>(
  field: Field<T>,
  matches: (row: never, expected: T, tx: Tx) => boolean,
): FilterFactory<never> {
  return () => ({ field, matches: matches as Filter['matches'] })
}

/** Marks the parameter of a filter as deprecated. */
export function deprecatedFilter<K extends string>(filter: FilterFactory<K>): FilterFactory<K> {
  return (shape) => {
    const { field, ...rest } = filter(shape)
    return { ...rest, field: field.deprecated() }
  }
}

export function includesWords(text: string, expected: string): boolean {
  const lower = text.toLowerCase()
  return expected
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}

function comparisonFilter(
  shape: Shape,
  field: string,
  compare: (value: string, expected: string) => boolean,
): Filter {
  const { format } = requireField(shape, field).spec
  return {
    field: format === 'date' ? paramField({ kind: 'string', format }) : timestamp(),
    matches: (row, expected: string) =>
      row[field] !== null && compare(row[field] as string, expected),
  }
}

function requireField(shape: Shape, name: string): Field {
  const field = shape[name]
  if (!field) throw new Error(`a filter names the unknown field "${name}"`)
  return field
}

/** Returns a field with only the properties that parse a parameter. */
function paramField({ kind, format, options, textForm }: Field['spec']): Field {
  return new Field({
    kind,
    ...(format && { format }),
    ...defined({ options, textForm }),
  })
}

/** Returns whether a field that is no list has an index of its values. */
export const isIndexed = ({ spec }: Pick<Field, 'spec'>): boolean =>
  spec.target !== undefined || spec.unique !== undefined || spec.indexed === true
