/** Converts numbers and booleans that a body contains as text. */
import { assumed } from '../behaviours.ts'
import type { FieldSpec, Shape } from '../fields.ts'
import { convertValues } from './converted-values.ts'
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
export const convertTextValues = (shape: Shape, values: Values): Values =>
  convertValues(shape, values, convertText)

function convertText({ kind, asText }: FieldSpec, text: string): unknown {
  if (kind === 'boolean') return parseBooleanText(text) ?? text
  if (asText || (kind !== 'integer' && kind !== 'number')) return text
  return parseNumberText(kind, text) ?? text
}
