/** Converts numbers and booleans that a body contains as text. */
import { assumed } from '../behaviours.ts'
import type { FieldSpec, Shape } from '../fields.ts'
import { parseBooleanText, parseNumberText } from './text-values.ts'

export const refusesTextValues = assumed(
  'body.types',
  'a number or boolean that a body contains as text is refused with 422',
  {
    reason: 'JSON has numbers and booleans of its own, and the document gives the types',
    alternatives: { alternative: 'a number or boolean that a body contains as text is converted' },
  },
)

type Values = Readonly<Record<string, unknown>>

/** Returns the values with numbers and booleans in place of their texts; the same object if there are none. */
export function convertTextValues(shape: Shape, values: Values): Values {
  let converted = values
  for (const [name, value] of Object.entries(values)) {
    const spec = Object.hasOwn(shape, name) ? shape[name]?.spec : undefined
    const next = spec ? convertTextValue(spec, value) : value
    if (next !== value) converted = { ...converted, [name]: next }
  }
  return converted
}

function convertTextValue(spec: FieldSpec, value: unknown): unknown {
  if (typeof value === 'string') return convertText(spec, value)
  if (typeof value !== 'object' || value === null) return value
  const { items, shape, variants = {}, discriminator = '' } = spec
  if (Array.isArray(value)) return items ? convertItems(items.spec, value) : value
  if (shape) return convertTextValues(shape, value as Values)
  const variant = variants[(value as Values)[discriminator] as string]
  return variant ? convertTextValues(variant, value as Values) : value
}

function convertItems(item: FieldSpec, values: readonly unknown[]): readonly unknown[] {
  const converted = values.map((value) => convertTextValue(item, value))
  return converted.some((value, i) => value !== values[i]) ? converted : values
}

function convertText({ kind, asText }: FieldSpec, text: string): unknown {
  if (kind === 'boolean') return parseBooleanText(text) ?? text
  if (asText || (kind !== 'integer' && kind !== 'number')) return text
  return parseNumberText(kind, text) ?? text
}
