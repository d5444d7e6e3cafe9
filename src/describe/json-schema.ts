/** Puts fields into JSON Schema (2020-12): what may be sent, and exactly what is answered. */
import type { Field, FieldSpec, Format, Shape } from '../define/fields.ts'

/** A JSON Schema (2020-12), or a part of an OpenAPI document, as plain JSON. */
export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * What is answered holds every field and no other; one behind a flag is absent while the flag is off.
 * What is sent may leave fields out, and the service ignores those that it does not know.
 */
export type Way = 'answered' | 'sent'

export function objectSchema(shape: Shape, way: Way): JsonSchema {
  const shown = Object.entries(shape).filter(([, { spec }]) => !spec.hidden)
  const isNeeded = ({ spec }: Field): boolean =>
    way === 'sent' ? spec.required === true : spec.flag === undefined
  const required = shown.filter(([, field]) => isNeeded(field)).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(
      shown.map(([name, { spec }]) => [name, valueSchema(spec, way)] as const),
    ),
    ...(required.length > 0 && { required }),
    ...(way === 'answered' && { additionalProperties: false }),
  }
}

export function valueSchema(spec: FieldSpec, way: Way): JsonSchema {
  const plain = plainSchema(spec, way)
  return { ...(spec.nullable ? orNull(plain) : plain), ...marksOf(spec) }
}

/** What is said of a field or of an operation beside its form. */
export function marksOf({
  flag,
  beta,
  deprecated,
}: Pick<FieldSpec, 'flag' | 'beta' | 'deprecated'>): JsonSchema {
  return {
    ...(deprecated && { deprecated: true }),
    ...(beta && { 'x-beta': true }),
    ...(flag !== undefined && { 'x-feature-flag': flag }),
  }
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: words, oneOf } = schema
  if (oneOf) return { ...schema, oneOf: [...(oneOf as unknown[]), { type: 'null' }] }
  return {
    ...schema,
    type: [...(Array.isArray(type) ? (type as string[]) : [type]), 'null'],
    ...(words !== undefined && { enum: [...(words as unknown[]), null] }),
  }
}

function plainSchema(spec: FieldSpec, way: Way): JsonSchema {
  const { kind, options = [], items, shape = {} } = spec
  switch (kind) {
    case 'integer':
      if (spec.asText) return { type: ['integer', 'string'], pattern: '^\\d+$' }
      return { type: kind, ...rangeOf(spec) }
    case 'number':
      return { type: kind, ...rangeOf(spec) }
    case 'string':
      return { type: 'string', ...(spec.format && forms[way][spec.format]) }
    case 'boolean':
      return { type: 'boolean' }
    case 'enum':
      return { type: 'string', enum: [...options] }
    case 'array':
      return { type: 'array', items: valueSchema((items as Field).spec, way) }
    case 'object':
      return objectSchema(shape, way)
    case 'variant':
      return variantSchema(spec, way)
    case 'map':
      return { type: 'object', additionalProperties: valueSchema((items as Field).spec, way) }
    case 'json':
      return { type: 'object', additionalProperties: true }
    case 'value':
      return { type: ['string', 'number', 'boolean', 'array'], items: { type: 'string' } }
  }
}

function variantSchema({ by = '', variants = {} }: FieldSpec, way: Way): JsonSchema {
  const objects = Object.entries(variants).map(([word, shape]) => {
    const { properties, required = [], ...rest } = objectSchema(shape, way)
    return {
      ...rest,
      properties: { ...(properties as object), [by]: { type: 'string', const: word } },
      required: [...new Set([...(required as string[]), by])],
    }
  })
  return objects.length === 1 ? (objects[0] as JsonSchema) : { oneOf: objects }
}

function rangeOf({ min, max }: FieldSpec): JsonSchema {
  return {
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
  }
}

const sent: Readonly<Record<Format, JsonSchema>> = {
  email: { format: 'email' },
  uri: { format: 'uri' },
  uuid: { format: 'uuid' },
  date: { format: 'date' },
  timestamp: { format: 'date-time' },
  decimal: { format: 'decimal', pattern: '^-?\\d+(\\.\\d+)?$' },
}

/** Answers are written in one form only. */
const answered: typeof sent = {
  ...sent,
  timestamp: { format: 'date-time', pattern: '\\.\\d{3}Z$' },
  decimal: { format: 'decimal', pattern: '^-?\\d+\\.\\d{2}$' },
}

const forms: Readonly<Record<Way, typeof sent>> = { sent, answered }
