/** Resolves the references of a row, also in lists and nested objects. */
import type { FieldSpec, Shape } from './fields.ts'
import type { AnyRow, RowValues, Tx } from './tx.ts'

/** Returns the table of a reference; undefined if the row does not determine it. */
export function referenceTarget(spec: FieldSpec | undefined, row: RowValues): string | undefined {
  return (
    spec?.target ?? spec?.polymorphicTarget?.tables[row[spec.polymorphicTarget.field] as string]
  )
}

/** Returns the rows that the fields of a row refer to, including lists of ids. */
export function findReferencedRows(tx: Tx, shape: Shape, row: RowValues): AnyRow[] {
  const found: (AnyRow | undefined)[] = []
  for (const name in row) {
    const spec = shape[name]?.spec
    const inList = spec?.items?.spec.target
    const target = referenceTarget(spec, row)
    if (target !== undefined) found.push(tx.find<string>(target, row[name] as number))
    if (inList === undefined || spec?.computed) continue
    for (const id of row[name] as number[]) found.push(tx.find<string>(inList, id))
  }
  return found.filter((each) => each !== undefined)
}

/** Finds the row of a reference; undefined if there is none. */
export type FindRow = (tx: Tx, table: string, id: number) => AnyRow | undefined

interface ReferencingValue {
  /** The path of the value. */
  readonly path: string
  readonly value: unknown
  /** Finds the row of a reference. Default: any existing row. */
  readonly find?: FindRow | undefined
}

const findRow: FindRow = (tx, table, id) => tx.find(table, id)

/** Returns the paths of the ids in a value without an existing row; `find` finds a row by its id. */
export function missingReferencePaths(
  tx: Tx,
  spec: FieldSpec,
  { path, value, find = findRow }: ReferencingValue,
): string[] {
  if (value === null || value === undefined) return []
  const { items, target } = spec
  const shape = shapeFor(spec, value)
  const pathsIn = (part: FieldSpec, name: string, each: unknown): string[] =>
    missingReferencePaths(tx, part, { path: `${path}.${name}`, value: each, find })
  if (items) {
    return Object.entries(value).flatMap(([name, each]) => pathsIn(items.spec, name, each))
  }
  if (shape) {
    const parts = value as Record<string, unknown>
    return Object.entries(shape).flatMap(([name, { spec: part }]) =>
      pathsIn(part, name, parts[name]),
    )
  }
  return target === undefined || find(tx, target, value as number) ? [] : [path]
}

/** Returns a row that the API shows; undefined if the row does not exist or is hidden. */
export function findVisible<N extends string>(tx: Tx, table: N, id: number | null | undefined) {
  const row = tx.find(table, id)
  return row && !tx.isHidden(table, row) ? row : undefined
}

/** Returns the shape of an object: that of its field, or the one that its discriminator selects, if it selects one. */
export function shapeFor(
  { shape, variants = {}, discriminator = '' }: FieldSpec,
  value: unknown,
): Shape | undefined {
  if (shape) return shape
  const name = (value as Record<string, unknown>)[discriminator]
  return typeof name === 'string' && Object.hasOwn(variants, name) ? variants[name] : undefined
}
