/** Walks the values of a body along its shape: converts texts, removes duplicate ids, finds blank texts. */
import { fieldOf, type FieldSpec, type Shape, type FieldKind, Field } from './fields.ts'
import { shapeFor } from './references.ts'

type Values = Readonly<Record<string, unknown>>

/** Returns the value of a text for its field, or the text itself. */
type ConvertText = (spec: FieldSpec, text: string) => unknown

/** Returns the values with their texts converted; the same object if no text changes. */
export function convertValues(shape: Shape, values: Values, convert: ConvertText): Values {
  let converted = values
  for (const [name, value] of Object.entries(values)) {
    const spec = fieldOf(shape, name)?.spec
    const next = spec ? convertValue(spec, value, convert) : value
    if (next !== value) converted = { ...converted, [name]: next }
  }
  return converted
}

function convertValue(spec: FieldSpec, value: unknown, convert: ConvertText): unknown {
  if (typeof value === 'string') return convert(spec, value)
  if (typeof value !== 'object' || value === null) return value
  const { items } = spec
  if (Array.isArray(value)) return items ? convertItems(items.spec, value, convert) : value
  return convertValues(shapeFor(spec, value) ?? {}, value as Values, convert)
}

function convertItems(
  item: FieldSpec,
  values: readonly unknown[],
  convert: ConvertText,
): readonly unknown[] {
  const converted = values.map((value) => convertValue(item, value, convert))
  return converted.some((value, i) => value !== values[i]) ? converted : values
}

/** Returns the values with numbers and booleans in place of their texts; the same object if there are none. */
export const convertTextValues = (shape: Shape, values: Values): Values =>
  convertValues(shape, values, convertText)

function convertText({ kind, asText }: FieldSpec, text: string): unknown {
  if (kind === 'boolean') return parseBooleanText(text) ?? text
  if (asText || (kind !== 'integer' && kind !== 'number')) return text
  return parseNumberText(kind, text) ?? text
}

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

/** Returns the values with each id once in each list. */
export function withDistinctIds(shape: Shape, values: Values): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]) => {
    const spec = shape[name]?.spec
    return [name, spec ? distinctIdsOf(spec, value) : value]
  })
  return Object.fromEntries(entries)
}

function distinctIdsOf(spec: FieldSpec, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { items } = spec
  if (Array.isArray(value)) {
    if (!items) return value
    if (items.spec.kind === 'integer') return [...new Set(value)]
    return value.map((each) => distinctIdsOf(items.spec, each))
  }
  if (!items) return withDistinctIds(shapeFor(spec, value) ?? {}, value as Values)
  const entries = Object.entries(value).map(([key, each]) => [key, distinctIdsOf(items.spec, each)])
  return Object.fromEntries(entries)
}

/** Returns whether a text is missing, empty or only white space. */
export const isBlankText = (text: string | null | undefined): boolean => (text ?? '').trim() === ''

/**
 * Returns the shape of a body with the required texts marked: a text that the body must contain, and a
 * text of which the row has no default and no null.
 */
export function markRequiredTexts(body: Shape, row: Shape = {}): Shape {
  return Object.fromEntries(
    Object.entries(body).map(([name, { spec }]) => [
      name,
      new Field(markSpec(spec, row[spec.storedAs ?? name]?.spec)),
    ]),
  )
}

function markSpec(spec: FieldSpec, stored: FieldSpec | undefined): FieldSpec {
  const { kind, items, shape, variants } = spec
  if (kind === 'string') return isRequiredText(spec, stored) ? { ...spec, notBlank: true } : spec
  if (items) return { ...spec, items: new Field(markSpec(items.spec, undefined)) }
  if (variants) {
    const marked = Object.entries(variants).map(([name, each]) => [name, markRequiredTexts(each)])
    return { ...spec, variants: Object.fromEntries(marked) }
  }
  return shape ? { ...spec, shape: markRequiredTexts(shape, stored?.shape) } : spec
}

function isRequiredText(
  { format, target, required, nullable }: FieldSpec,
  stored: FieldSpec | undefined,
): boolean {
  if (format !== undefined || target !== undefined) return false
  if (required) return true
  return !nullable && !!stored && !stored.nullable && stored.defaultValue === undefined
}

/** Returns the paths of the blank texts in a parsed body. */
export function blankTextPaths(
  shape: Shape,
  values: Readonly<Record<string, unknown>>,
  parent = '',
): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const spec = shape[name]?.spec
    return spec ? blankPathsIn(spec, value, `${parent}${name}`) : []
  })
}

function blankPathsIn(spec: FieldSpec, value: unknown, path: string): string[] {
  if (value === null || value === undefined) return []
  if (spec.notBlank) return isBlankText(value as string) ? [path] : []
  if (spec.kind === 'array') {
    const { spec: item } = spec.items as Field
    return (value as unknown[]).flatMap((each, i) => blankPathsIn(item, each, `${path}.${i}`))
  }
  const shape = shapeFor(spec, value)
  return shape ? blankTextPaths(shape, value as Record<string, unknown>, `${path}.`) : []
}
