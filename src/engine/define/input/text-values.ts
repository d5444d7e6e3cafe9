/** The numbers and booleans that a text contains, in queries and in bodies. */
import type { FieldKind } from '../fields.ts'

/** The text of a number: digits with an optional sign and fraction, without an exponent. */
export const numberTextPattern = /^-?\d+(\.\d+)?$/

const integerTextPattern = /^-?\d+$/

const booleans = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
])

/** Returns the number in a text; undefined if the text is not a number of the kind. */
export function parseNumberText(kind: FieldKind, text: string): number | undefined {
  const pattern = kind === 'integer' ? integerTextPattern : numberTextPattern
  return pattern.test(text) ? Number(text) : undefined
}

/** Returns the boolean in a text; undefined if the text is not a boolean. */
export const parseBooleanText = (text: string): boolean | undefined => booleans.get(text)
