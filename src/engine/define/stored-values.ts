/** Converts a validated body to the values of a row, and texts to the form in which they are stored and compared. */
import { fieldOf, type Shape, type FieldSpec } from './fields.ts'
import { unprocessable } from './problems.ts'
import type { AnyRow, RowValues, Tx } from './tx.ts'
import { missingMessage } from './zod-schema.ts'

/**
 * Returns the stored values. A field with `storedAs` is renamed. An object in an update is merged with
 * the stored object, so that omitted keys keep their values.
 */
export function toStoredValues(
  shape: Shape,
  body: Readonly<Record<string, unknown>>,
  row?: AnyRow,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    const spec = fieldOf(shape, name)?.spec
    if (!spec) continue
    const target = spec.storedAs ?? name
    const isObject = spec.kind === 'object' || spec.kind === 'map'
    const merges = row && isObject && value !== null && !spec.replacesOnUpdate
    values[target] = merges ? { ...(row[target] as object | null), ...(value as object) } : value
    if (spec.shape && value !== null) {
      values[target] = completeObject(name, spec.shape, values[target] as Record<string, unknown>)
    }
  }
  return values
}

/** Sets omitted keys of an object to null; throws a 422 if an omitted key is not nullable. */
function completeObject(name: string, shape: Shape, value: Record<string, unknown>): object {
  const all: Record<string, unknown> = {}
  const missing: [string, string[]][] = []
  for (const key in shape) {
    all[key] = value[key] ?? null
    if (!(key in value) && !shape[key]?.spec.nullable)
      missing.push([`${name}.${key}`, [missingMessage]])
  }
  if (missing.length > 0) throw unprocessable(Object.fromEntries(missing))
  return all
}

type AssumptionReader = Pick<Tx, 'assumes'>

/** Returns a value in the form of its field. Logs the assumption if the form changes the value. */
export function toTextForm(
  { textForm }: FieldSpec,
  value: unknown,
  reader: AssumptionReader,
): unknown {
  if (!textForm || typeof value !== 'string') return value
  const formatted = textForm.format(value)
  return formatted !== value && reader.assumes(textForm.assumption) ? formatted : value
}

interface FormColumn {
  readonly name: string
  readonly spec: FieldSpec
}

/** Returns the values of a row, with the texts of the columns in their form. */
export function withTextForms<V extends RowValues>(
  columns: readonly FormColumn[],
  values: V,
  reader: AssumptionReader,
): V {
  let formatted = values
  for (const { name, spec } of columns) {
    const value = name in values ? toTextForm(spec, values[name], reader) : undefined
    if (value !== values[name]) formatted = { ...formatted, [name]: value }
  }
  return formatted
}
