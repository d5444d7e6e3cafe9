/** Derives a successful example call from the shapes of an operation and the existing rows. */
import type { Field, FieldSpec, Shape } from './fields.ts'
import type { ExampleOverrides } from './operation.ts'
import type { AnyRow, RowOf, Tx } from './tx.ts'

/** Returns the id of the first row that matches; 0, which is never an id, if no row matches. */
export function firstIdWhere<N extends string>(
  tx: Tx,
  table: N,
  predicate: (row: RowOf<N>) => boolean,
): number | string {
  for (const row of tx.scan(table)) if (predicate(row)) return row.id as number | string
  return 0
}

/** Returns the id of the first row of a table to which no row of the table `referrer` refers by the field. */
export const firstIdWithout = (
  tx: Tx,
  table: string,
  referrer: string,
  field: string,
): number | string =>
  firstIdWhere(tx, table, ({ id }) => tx.count<string>(referrer, { [field]: id }) === 0)

/** Returns the example of an operation on one record: the first row that matches. */
export const exampleWhere =
  <N extends string>(table: N, isMatch: (row: RowOf<N>, tx: Tx) => boolean) =>
  (tx: Tx) => ({ params: { id: firstIdWhere(tx, table, (row) => isMatch(row, tx)) } })

interface ExampleSource {
  readonly params: Shape
  readonly body: Shape | undefined
  readonly example: ((tx: Tx) => ExampleOverrides) | undefined
}

export interface ExampleCall {
  readonly params: Readonly<Record<string, number | string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>> | undefined
}

/** Derives a successful call of an operation; `table` is the resource that defines the operation. */
export function exampleCallOf(operation: ExampleSource, table: string, tx: Tx): ExampleCall {
  const overrides = operation.example?.(tx) ?? {}
  const row = exampleRow(tx, table, overrides)
  const params = Object.entries(operation.params).map(([name, { spec }]) => [
    name,
    overrides.params?.[name] ?? paramValue(tx, name, spec, row),
  ])
  const body = operation.body && { ...exampleBody(tx, operation.body, row), ...overrides.body }
  return { params: Object.fromEntries(params), query: overrides.query ?? {}, body }
}

function exampleRow(tx: Tx, table: string, { params }: ExampleOverrides): AnyRow | undefined {
  if (params?.['id'] !== undefined) return tx.find<string>(table, params['id'])
  for (const row of tx.scan<string>(table)) return row
  return undefined
}

function paramValue(tx: Tx, name: string, spec: FieldSpec, row: AnyRow | undefined) {
  const known = row?.[name]
  if (known !== undefined && known !== null) return known
  if (spec.options) return spec.options[0]
  return spec.target === undefined ? 'example' : firstIdWhere(tx, spec.target, () => true)
}

function exampleBody(tx: Tx, shape: Shape, row: AnyRow | undefined): Record<string, unknown> {
  const fields = Object.entries(shape).filter(([, { spec }]) => spec.required || !spec.deprecated)
  return Object.fromEntries(
    fields.map(([name, field]) => [
      name,
      field.spec.target && (row?.[name] ?? null) !== null
        ? row?.[name]
        : exampleValue(tx, name, field),
    ]),
  )
}

function exampleValue(tx: Tx, name: string, { spec }: Field): unknown {
  const { kind, options, items, shape, target, min, format } = spec
  if (spec.example) return spec.example(tx)
  if (target !== undefined) return firstIdWhere(tx, target, () => true)
  if (options) return options[0]
  switch (kind) {
    case 'integer':
    case 'number':
      return min ?? 12
    case 'boolean':
      return true
    case 'array':
      return items ? [exampleValue(tx, name, items)] : []
    case 'object':
      return exampleBody(tx, shape ?? {}, undefined)
    case 'map':
    case 'json':
      return {}
    case 'variant':
      return exampleVariant(tx, spec)
    default:
      return exampleText(tx, name, format)
  }
}

function exampleVariant(tx: Tx, { variants = {}, discriminator = '' }: FieldSpec): unknown {
  const [name, shape] = Object.entries(variants)[0] ?? []
  return { ...exampleBody(tx, shape ?? {}, undefined), [discriminator]: name }
}

function exampleText(tx: Tx, name: string, format: FieldSpec['format']): string {
  switch (format) {
    case 'email':
      return 'robin@example.test'
    case 'uri':
      return 'https://example.test/hooks'
    case 'date':
      return tx.today
    case 'timestamp':
      return tx.now
    case 'decimal':
      return '120.00'
    default:
      return `Example ${name.replaceAll('_', ' ')}`
  }
}
