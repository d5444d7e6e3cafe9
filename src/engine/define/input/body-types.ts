/** Converts numbers and booleans that a body contains as text. */
import type { FieldSpec, Shape } from '../fields.ts'
import { convertValues } from './converted-values.ts'
import { parseBooleanText, parseNumberText } from './text-values.ts'

type Values = Readonly<Record<string, unknown>>

/** Returns the values with numbers and booleans in place of their texts; the same object if there are none. */
export const convertTextValues = (shape: Shape, values: Values): Values =>
  convertValues(shape, values, convertText)

function convertText({ kind, asText }: FieldSpec, text: string): unknown {
  if (kind === 'boolean') return parseBooleanText(text) ?? text
  if (asText || (kind !== 'integer' && kind !== 'number')) return text
  return parseNumberText(kind, text) ?? text
}
