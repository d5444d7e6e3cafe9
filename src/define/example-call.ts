/** Works out a call that succeeds, from the shapes of an operation and the rows that are there. */
import type { Field, FieldSpec, Shape } from './fields.ts'
import type { Example } from './operation.ts'
import type { AnyRow, RowOf, Tx } from './tx.ts'

/** The id of the first row of which something holds; 0, which no row has, where there is none. */
export function idOfOne<N extends string>(
  tx: Tx,
  table: N,
  holds: (row: RowOf<N>) => boolean,
): number | string {
  for (const row of tx.walk(table)) if (holds(row)) return row.id as number | string
  return 0
}

interface Exampled {
  readonly params: Shape
  readonly body: Shape | undefined
  readonly example: ((tx: Tx) => Example) | undefined
}

export interface WholeExample {
  readonly params: Readonly<Record<string, number | string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>> | undefined
}

/** A call of the operation that succeeds; `table` is the resource whose file it stands in. */
export function exampleOf(operation: Exampled, table: string, tx: Tx): WholeExample {
  const said = operation.example?.(tx) ?? {}
  const own = ownRow(tx, table, said)
  const params = Object.entries(operation.params).map(([name, { spec }]) => [
    name,
    said.params?.[name] ?? paramValue(tx, name, spec, own),
  ])
  const body = operation.body && { ...bodyFor(tx, operation.body, own), ...said.body }
  return { params: Object.fromEntries(params), query: said.query ?? {}, body }
}

function ownRow(tx: Tx, table: string, { params }: Example): AnyRow | undefined {
  if (params?.['id'] !== undefined) return tx.find<string>(table, params['id'])
  for (const row of tx.walk<string>(table)) return row
  return undefined
}

function paramValue(tx: Tx, name: string, spec: FieldSpec, own: AnyRow | undefined) {
  const known = name === 'id' ? own?.id : own?.[name]
  if (known !== undefined && known !== null) return known
  if (spec.options) return spec.options[0]
  return spec.to === undefined ? 'example' : idOfOne(tx, spec.to, () => true)
}

function bodyFor(tx: Tx, shape: Shape, own: AnyRow | undefined): Record<string, unknown> {
  const sent = Object.entries(shape).filter(([, { spec }]) => spec.required || !spec.deprecated)
  return Object.fromEntries(
    sent.map(([name, field]) => [
      name,
      field.spec.to && (own?.[name] ?? null) !== null ? own?.[name] : valueFor(tx, name, field),
    ]),
  )
}

function valueFor(tx: Tx, name: string, { spec }: Field): unknown {
  const { kind, options, items, shape, to, min, format } = spec
  if (to !== undefined) return idOfOne(tx, to, () => true)
  if (options) return options[0]
  switch (kind) {
    case 'integer':
    case 'number':
      return min ?? 12
    case 'boolean':
      return true
    case 'array':
      return items ? [valueFor(tx, name, items)] : []
    case 'object':
      return bodyFor(tx, shape ?? {}, undefined)
    case 'map':
    case 'json':
      return {}
    case 'variant':
      return firstVariant(tx, spec)
    case 'value':
      return 'example'
    default:
      return textFor(tx, name, format)
  }
}

function firstVariant(tx: Tx, { variants = {}, by = '' }: FieldSpec): unknown {
  const [word, shape] = Object.entries(variants)[0] ?? []
  return { ...bodyFor(tx, shape ?? {}, undefined), [by]: word }
}

function textFor(tx: Tx, name: string, format: FieldSpec['format']): string {
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
