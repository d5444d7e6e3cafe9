/** Makes, on first use, the zod schema that checks a body of a shape; its messages are ours. */
import * as z from 'zod/mini'
import type { Field, FieldSpec, Shape } from './fields.ts'

// Note: compiling a schema costs more than a test ever wins back, and some pages forbid `eval`.
z.config({ jitless: true })

type Schema = z.ZodMiniType

const schemas = new WeakMap<Shape, Schema>()

/** Takes an object of this shape; what the shape does not name is left out. */
export function schemaOf(shape: Shape): Schema {
  let schema = schemas.get(shape)
  if (!schema) {
    schema = objectOf(shape)
    schemas.set(shape, schema)
  }
  return schema
}

function objectOf(shape: Shape): Schema {
  const fields = Object.entries(shape).map(([name, field]) => [name, memberOf(field)])
  return z.object(Object.fromEntries(fields), { error: says('must be an object') })
}

function memberOf(field: Field): Schema {
  const value = valueOf(field.spec)
  const nullable = field.spec.nullable ? z.nullable(value) : value
  return field.spec.required ? nullable : z.optional(nullable)
}

function valueOf(spec: FieldSpec): Schema {
  const { kind, options = [], items, shape = {} } = spec
  switch (kind) {
    case 'integer':
      return z.int({ error: says('must be a whole number') }).check(...rangeOf(spec))
    case 'number':
      return z.number({ error: says('must be a number') }).check(...rangeOf(spec))
    case 'string':
      return textOf(spec)
    case 'boolean':
      return z.pipe(
        z.union([z.boolean(), z.literal([0, 1])], { error: says('must be true or false') }),
        z.transform((value: boolean | 0 | 1) => Boolean(value)),
      )
    case 'enum':
      return z.enum(options as [string], { error: says(`must be one of ${options.join(', ')}`) })
    case 'array':
      return z.array(memberOf((items as Field).required()), { error: says('must be a list') })
    case 'object':
      return objectOf(shape)
    case 'value':
      return z.union([z.string(), z.number(), z.boolean(), z.array(z.string())], {
        error: says('must be a text, a number, true, false or a list of texts'),
      })
    case 'map':
      return z.record(z.string(), memberOf((items as Field).required()), {
        error: says('must be an object'),
      })
  }
}

function textOf({ format }: FieldSpec): Schema {
  const text = z.string({ error: says('must be a text') })
  switch (format) {
    case 'email':
      return z.email({ error: says('must be an email address') })
    case 'uri':
      return z.url({ error: says('must be an address') })
    case 'date':
      return z.pipe(
        z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
          error: says('must be a date, yyyy-MM-dd'),
        }),
        z.transform((value) => value.slice(0, 10)),
      )
    case 'timestamp':
      return z.pipe(
        z.iso.datetime({
          offset: true,
          error: says('must be a moment, yyyy-MM-ddTHH:mm:ss.SSSZ'),
        }),
        z.transform((value) => new Date(value).toISOString()),
      )
    case 'decimal':
      return text.check(z.regex(/^-?\d+(\.\d+)?$/, { error: 'must be an amount, such as 120.00' }))
    default:
      return text
  }
}

function rangeOf({ min, max }: FieldSpec) {
  return [
    ...(min === undefined ? [] : [z.gte(min, { error: `must be at least ${min}` })]),
    ...(max === undefined ? [] : [z.lte(max, { error: `must be at most ${max}` })]),
  ]
}

const says =
  (message: string) =>
  ({ input }: { input?: unknown }): string =>
    input === undefined ? 'is missing' : input === null ? 'cannot be null' : message
