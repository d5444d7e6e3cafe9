/** Converts texts to the form in which they are stored and compared. */
import type { FieldSpec } from '../fields.ts'
import type { RowValues, Tx } from '../tx.ts'

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
  if (columns.length === 0) return values
  const formatted: Record<string, unknown> = {}
  for (const { name, spec } of columns) {
    if (name in values) formatted[name] = toTextForm(spec, values[name], reader)
  }
  return { ...values, ...formatted }
}
