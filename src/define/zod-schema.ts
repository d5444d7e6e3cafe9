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
  return z.object(membersOf(shape), { error: says('must be an object') })
}

function membersOf(shape: Shape): Record<string, Schema> {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, memberOf(field)]))
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
      return spec.asText ? digits() : whole(spec)
    case 'number':
      return z.number({ error: says('must be a number') }).check(...rangeOf(spec))
    case 'string':
      return textOf(spec)
    case 'boolean':
      return z
        .literal([true, false, 0, 1], { error: says('must be true or false') })
        .check(z.overwrite(Boolean))
    case 'enum':
      return z.enum(options as [string], { error: says(`must be one of ${options.join(', ')}`) })
    case 'array':
      return listOf((items as Field).required())
    case 'object':
      return objectOf(shape)
    case 'variant':
      return variantOf(spec)
    case 'json':
      return z.looseObject({}, { error: says('must be an object') })
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

const whole = (spec: FieldSpec): Schema =>
  z.int({ error: says('must be a whole number') }).check(...rangeOf(spec))

const digits = (): Schema =>
  z.pipe(
    z.union([z.int(), z.string().check(z.regex(/^\d+$/))], {
      error: says('must be a whole number'),
    }),
    z.transform(Number),
  )

/** A list of ids is a set: who is named twice is meant once. */
function listOf(item: Field): Schema {
  const list = z.array(memberOf(item), { error: says('must be a list') })
  return item.spec.kind === 'integer' ? list.check(z.overwrite((ids) => [...new Set(ids)])) : list
}

function variantOf({ by = '', variants = {} }: FieldSpec): Schema {
  const words = Object.keys(variants)
  const objects = Object.entries(variants).map(([word, shape]) =>
    z.object({ ...membersOf(shape), [by]: z.literal(word) }),
  )
  return z.discriminatedUnion(by, objects as unknown as [z.ZodMiniObject], {
    error: says(`must be an object whose ${by} is one of ${words.join(', ')}`),
  })
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
      return z.pipe(
        text.check(z.regex(/^-?\d+(\.\d+)?$/, { error: 'must be an amount, such as 120.00' })),
        z.transform((value) => Number(value).toFixed(2)),
      )
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
