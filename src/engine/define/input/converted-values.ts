/** Converts the texts of a body, also in its objects and lists. */
import type { FieldSpec, Shape } from '../fields.ts'
import { variantFor } from '../references.ts'

type Values = Readonly<Record<string, unknown>>

/** Returns the value of a text for its field, or the text itself. */
type ConvertText = (spec: FieldSpec, text: string) => unknown

/** Returns the values with their texts converted; the same object if no text changes. */
export function convertValues(shape: Shape, values: Values, convert: ConvertText): Values {
  let converted = values
  for (const [name, value] of Object.entries(values)) {
    const spec = Object.hasOwn(shape, name) ? shape[name]?.spec : undefined
    const next = spec ? convertValue(spec, value, convert) : value
    if (next !== value) converted = { ...converted, [name]: next }
  }
  return converted
}

function convertValue(spec: FieldSpec, value: unknown, convert: ConvertText): unknown {
  if (typeof value === 'string') return convert(spec, value)
  if (typeof value !== 'object' || value === null) return value
  const { items, shape } = spec
  if (Array.isArray(value)) return items ? convertItems(items.spec, value, convert) : value
  return convertValues(shape ?? variantFor(spec, value), value as Values, convert)
}

function convertItems(
  item: FieldSpec,
  values: readonly unknown[],
  convert: ConvertText,
): readonly unknown[] {
  const converted = values.map((value) => convertValue(item, value, convert))
  return converted.some((value, i) => value !== values[i]) ? converted : values
}
