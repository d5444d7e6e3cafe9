/** Converts fields to JSON Schema (2020-12), for requests and for responses. */
import {
  amountPattern,
  type Field,
  type FieldSpec,
  type FieldFormat,
  type Shape,
  isRequiredField,
} from '../define/fields.ts'
import { numberTextPattern } from '../define/body-values.ts'
import { defined } from '../errors/defined.ts'

/** A JSON Schema (2020-12), or a part of an OpenAPI document, as plain JSON. */
export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * A response (`answered`) has exactly the fields of the schema; a field with a flag is absent while the flag is
 * off, and some records leave out a field. A request (`sent`) can omit fields, and the service ignores unknown fields.
 */
type SchemaUse = 'answered' | 'sent'

export function objectSchema(shape: Shape, use: SchemaUse): JsonSchema {
  const visible = Object.entries(shape).filter(([, { spec }]) => !spec.hidden)
  const isRequired = ({ spec }: Field): boolean =>
    use === 'sent' ? isRequiredField(spec) : !(spec.flag ?? spec.omittedWhen)
  const required = visible.filter(([, field]) => isRequired(field)).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(
      visible.map(([name, { spec }]) => [name, valueSchema(spec, use)] as const),
    ),
    ...(required.length > 0 && { required }),
    ...(use === 'answered' && { additionalProperties: false }),
  }
}

export function valueSchema(spec: FieldSpec, use: SchemaUse): JsonSchema {
  const base = baseSchema(spec, use)
  return { ...(spec.nullable ? nullable(base) : base), ...extensionsOf(spec) }
}

/** The deprecation, the beta state and the feature flag of a field or an operation. */
export function extensionsOf({
  flag,
  beta,
  deprecated,
}: Pick<FieldSpec, 'flag' | 'beta' | 'deprecated'>): JsonSchema {
  return {
    ...(deprecated && { deprecated: true }),
    ...(beta && { 'x-beta': true }),
    ...defined({ 'x-feature-flag': flag }),
  }
}

/** The keywords that hold for values of every type. */
const keywordsOfEveryType = ['type', 'enum', 'const']

/** One schema for each type: generators read a keyword of one type as a keyword of all listed types. */
const anyOf = (...schemas: readonly JsonSchema[]): JsonSchema => ({ anyOf: schemas })

function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: values, anyOf: members } = schema
  if (members) return anyOf(...(members as JsonSchema[]), { type: 'null' })
  if (Object.keys(schema).some((keyword) => !keywordsOfEveryType.includes(keyword)))
    return anyOf(schema, { type: 'null' })
  return {
    ...schema,
    type: [type, 'null'],
    ...(values !== undefined && { enum: [...(values as unknown[]), null] }),
  }
}

function baseSchema(spec: FieldSpec, use: SchemaUse): JsonSchema {
  const { kind, options = [], items, shape = {} } = spec
  switch (kind) {
    case 'integer':
      if (spec.asText) return anyOf({ type: kind }, { type: 'string', pattern: '^\\d+$' })
      return { type: kind, ...rangeOf(spec) }
    case 'number':
      if (spec.asText)
        return anyOf({ type: kind }, { type: 'string', pattern: numberTextPattern.source })
      return { type: spec.limit?.isWhole ? 'integer' : kind, ...rangeOf(spec) }
    case 'string':
      if (spec.format === 'decimal' && use === 'sent') return amountSchema(spec)
      return { type: 'string', ...(spec.format && formatSchemas[use][spec.format]) }
    case 'boolean':
      return { type: 'boolean' }
    case 'enum':
      return { type: 'string', enum: [...options] }
    case 'array':
      return { type: 'array', items: valueSchema((items as Field).spec, use) }
    case 'object':
      return objectSchema(shape, use)
    case 'variant':
      return variantSchema(spec, use)
    case 'map':
      return { type: 'object', additionalProperties: valueSchema((items as Field).spec, use) }
    case 'json':
      return { type: 'object', additionalProperties: true }
    case 'value':
      return anyOf(
        { type: 'string' },
        { type: 'number' },
        { type: 'boolean' },
        { type: 'array', items: { type: 'string' } },
      )
  }
}

function variantSchema(
  { discriminator = '', variants = {} }: FieldSpec,
  use: SchemaUse,
): JsonSchema {
  const objects = Object.entries(variants).map(([variant, shape]) => {
    const { properties, required = [], ...rest } = objectSchema(shape, use)
    return {
      ...rest,
      properties: {
        ...(properties as object),
        [discriminator]: { type: 'string', const: variant },
      },
      required: [...new Set([...(required as string[]), discriminator])],
    }
  })
  return objects.length === 1 ? (objects[0] as JsonSchema) : anyOf(...objects)
}

/** The schema of an amount in a body: a string or a number. */
function amountSchema({ limit }: FieldSpec): JsonSchema {
  const { source } = amountPattern
  const isNonNegative = limit?.min === 0
  return anyOf(
    {
      type: 'string',
      ...requestFormats.decimal,
      ...(isNonNegative && { pattern: source.replace('-?', '') }),
    },
    { type: 'number', ...(isNonNegative && { minimum: 0 }) },
  )
}

function rangeOf({ limit, min = limit?.min, max = limit?.max }: FieldSpec): JsonSchema {
  return defined({ minimum: min, maximum: max })
}

const requestFormats: Readonly<Record<FieldFormat, JsonSchema>> = {
  email: { format: 'email' },
  uri: { format: 'uri' },
  uuid: { format: 'uuid' },
  time_zone: {},
  date: { format: 'date' },
  timestamp: { format: 'date-time' },
  decimal: { format: 'decimal', pattern: amountPattern.source },
}

/** The formats of values in responses. */
const responseFormats: typeof requestFormats = {
  ...requestFormats,
  timestamp: { format: 'date-time', pattern: '\\.\\d{3}Z$' },
  decimal: { format: 'decimal', pattern: '^-?\\d+\\.\\d{2}$' },
}

const formatSchemas: Readonly<Record<SchemaUse, typeof requestFormats>> = {
  sent: requestFormats,
  answered: responseFormats,
}
