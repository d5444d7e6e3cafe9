/** Resolves the references of a row, also in lists and nested objects. */
import type { Field, FieldSpec, Shape } from './fields.ts'
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
    const { spec } = shape[name] as Field
    const inList = spec.items?.spec.target
    const target = referenceTarget(spec, row)
    if (target !== undefined) found.push(tx.find<string>(target, row[name] as number))
    if (inList === undefined || spec.computed) continue
    for (const id of row[name] as number[]) found.push(tx.find<string>(inList, id))
  }
  return found.filter((each) => each !== undefined)
}

/** Finds the row of a reference; undefined if there is none. */
export type FindRow = (tx: Tx, table: string, id: number) => AnyRow | undefined

const findRow: FindRow = (tx, table, id) => tx.find(table, id)

/** Returns whether all ids in a value refer to existing rows; `find` finds a row by its id. */
export function referencesExist(
  spec: FieldSpec,
  value: unknown,
  tx: Tx,
  find: FindRow = findRow,
): boolean {
  if (value === null || value === undefined) return true
  const { items, target } = spec
  const shape = spec.variants ? variantFor(spec, value) : spec.shape
  const exist = (part: FieldSpec, each: unknown): boolean => referencesExist(part, each, tx, find)
  if (items) return Object.values(value).every((each) => exist(items.spec, each))
  if (shape) {
    const parts = value as Record<string, unknown>
    return Object.keys(shape).every((name) => exist((shape[name] as Field).spec, parts[name]))
  }
  return target === undefined || find(tx, target, value as number) !== undefined
}

/** Returns a row that the API shows; undefined if the row does not exist or is hidden. */
export function findVisible<N extends string>(tx: Tx, table: N, id: number | null | undefined) {
  const row = tx.find(table, id)
  return row && !tx.isHidden(table, row) ? row : undefined
}

const variantFor = ({ variants, discriminator = '' }: FieldSpec, value: unknown): Shape =>
  variants?.[(value as Record<string, string>)[discriminator] ?? ''] ?? {}
