/** Values that are valid for a JSON Schema of the OpenAPI document. */
import {
  type Arbitrary,
  anything,
  array,
  boolean,
  constant,
  constantFrom,
  date,
  dictionary,
  double,
  emailAddress,
  integer,
  maxSafeInteger,
  oneof,
  record,
  string,
  stringMatching,
  uuid,
  webUrl,
} from 'fast-check'

export interface ValueSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly ValueSchema[]
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: ValueSchema
  readonly properties?: Readonly<Record<string, ValueSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | ValueSchema
}

export function schemaArbitrary(schema: ValueSchema): Arbitrary<unknown> {
  if (schema.const !== undefined) return constant(schema.const)
  if (schema.enum) return constantFrom(...schema.enum)
  if (schema.anyOf) return oneof(...schema.anyOf.map(schemaArbitrary))
  const types = [schema.type ?? []].flat()
  return oneof(...types.map((type) => typeArbitrary(type, schema)))
}

function typeArbitrary(type: string, schema: ValueSchema): Arbitrary<unknown> {
  const { minimum: min, maximum: max, items = {} } = schema
  switch (type) {
    case 'null':
      return constant(null)
    case 'boolean':
      return boolean()
    case 'integer':
      return min === undefined && max === undefined
        ? oneof(integer({ min: -3, max: 50 }), maxSafeInteger())
        : integer({ min: min ?? -1_000_000, max: max ?? 1_000_000 })
    case 'number':
      return double({ noNaN: true, noDefaultInfinity: true, ...defined({ min, max }) })
    case 'array':
      return array(schemaArbitrary(items), { maxLength: 3 })
    case 'object':
      return objectArbitrary(schema)
    default:
      return textArbitrary(schema)
  }
}

const defined = (limits: { min: number | undefined; max: number | undefined }) =>
  Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined))

function objectArbitrary({
  properties,
  required = [],
  additionalProperties,
}: ValueSchema): Arbitrary<unknown> {
  if (properties) {
    const fields = Object.entries(properties).map(
      ([name, each]) => [name, schemaArbitrary(each)] as const,
    )
    return record(Object.fromEntries(fields), { requiredKeys: [...required] })
  }
  const values =
    typeof additionalProperties === 'object' ? schemaArbitrary(additionalProperties) : anything()
  return dictionary(constantFrom('a', 'brand', 'Ä'), values)
}

const moments = date({
  min: new Date('1900-01-01T00:00:00.000Z'),
  max: new Date('2999-12-31T00:00:00.000Z'),
  noInvalidDate: true,
}).map((each) => each.toISOString())

function textArbitrary({ format, pattern }: ValueSchema): Arbitrary<string> {
  if (pattern !== undefined) return stringMatching(RegExp(pattern))
  switch (format) {
    case 'email':
      return emailAddress().map((address) => address.replaceAll(/^[^@]+/g, toPlainName))
    case 'uri':
      return webUrl()
    case 'uuid':
      return uuid()
    case 'date':
      return moments.map((moment) => moment.slice(0, 10))
    case 'date-time':
      return oneof(
        moments,
        moments.map((moment) => moment.replace(/\.\d{3}Z$/, 'Z')),
        moments.map((moment) => moment.replace('Z', '+02:00')),
      )
    default:
      return oneof(string(), string({ unit: 'grapheme' }))
  }
}

/** Replaces the signs of a local part that only few mail systems accept. */
const toPlainName = (name: string): string => name.replaceAll(/[^\w.+-]/g, 'x')
