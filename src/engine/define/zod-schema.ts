/** Creates the zod schema of a shape on first use, with the service's error messages. */
import * as z from 'zod/mini'
import { amountPattern, type Field, type FieldSpec, type Shape } from './fields.ts'
import { numberTextPattern } from './body-values.ts'
import { resolveTimeZone } from '../clock/time-zone.ts'

// Note: compiling a schema costs more time than it saves in a test, and some pages forbid `eval`.
z.config({ jitless: true })

type ZodSchema = z.ZodMiniType

const schemas = new WeakMap<Shape, ZodSchema>()

/** Returns the schema of a shape. It drops keys that the shape does not have. */
export function zodSchemaOf(shape: Shape): ZodSchema {
  let schema = schemas.get(shape)
  if (!schema) {
    schema = objectSchema(shape)
    schemas.set(shape, schema)
  }
  return schema
}

function objectSchema(shape: Shape): ZodSchema {
  return z.object(memberSchemas(shape), { error: errorMessage('must be an object') })
}

function memberSchemas(shape: Shape): Record<string, ZodSchema> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, memberSchema(field)]),
  )
}

function memberSchema(field: Field): ZodSchema {
  const value = valueSchema(field.spec)
  const nullable = field.spec.nullable ? z.nullable(value) : value
  return field.spec.required ? nullable : z.optional(nullable)
}

function valueSchema(spec: FieldSpec): ZodSchema {
  const { kind, options = [], items, shape = {} } = spec
  switch (kind) {
    case 'integer':
      return spec.asText ? digitsSchema() : wholeNumberSchema(spec)
    case 'number':
      return spec.asText ? numericTextSchema() : numberSchema(spec)
    case 'string':
      return textSchema(spec)
    case 'boolean':
      return z
        .literal([true, false, 0, 1], { error: errorMessage('must be true or false') })
        .check(z.overwrite(Boolean))
    case 'enum':
      return z.enum(options as [string], {
        error: errorMessage(`must be one of ${options.join(', ')}`),
      })
    case 'array':
      return z.array(memberSchema((items as Field).required()), {
        error: errorMessage('must be a list'),
      })
    case 'object':
      return objectSchema(shape)
    case 'variant':
      return variantSchema(spec)
    case 'json':
      return z.looseObject({}, { error: errorMessage('must be an object') })
    case 'value':
      return z.union([z.string(), z.number(), z.boolean(), z.array(z.string())], {
        error: errorMessage('must be a text, a number, true, false or a list of texts'),
      })
    case 'map':
      return z.record(z.string(), memberSchema((items as Field).required()), {
        error: errorMessage('must be an object'),
      })
  }
}

const wholeNumberSchema = (spec: FieldSpec): ZodSchema =>
  z.int({ error: errorMessage('must be a whole number') }).check(...rangeChecks(spec))

const numberSchema = (spec: FieldSpec): ZodSchema =>
  z.number({ error: errorMessage('must be a number') }).check(...rangeChecks(spec))

const numericTextSchema = (): ZodSchema =>
  convertedTextSchema(z.number(), numberTextPattern, 'must be a number')

const digitsSchema = (): ZodSchema =>
  convertedTextSchema(z.int(), /^\d+$/, 'must be a whole number')

/** Returns the schema of a number or a text with these digits, converted to a number. */
function convertedTextSchema(numbers: ZodSchema, digits: RegExp, message: string): ZodSchema {
  const isNumber = (text: unknown): boolean =>
    digits.test(String(text)) && Number.isFinite(Number(text))
  // Note: a union reports the message of a check if only that check fails.
  const texts = z.string().check(z.refine(isNumber, { error: message }))
  return z.pipe(z.union([numbers, texts], { error: errorMessage(message) }), z.transform(Number))
}

type Member = z.ZodMiniObject<Record<string, ZodSchema>>

function variantSchema({ discriminator = '', variants = {} }: FieldSpec): ZodSchema {
  const names = Object.keys(variants)
  const objects = Object.entries(variants).map(([name, shape]) =>
    z.object({ ...memberSchemas(shape), [discriminator]: z.literal(name) }),
  )
  return z.discriminatedUnion(discriminator, objects as [Member, ...Member[]], {
    error: errorMessage(`must be an object whose ${discriminator} is one of ${names.join(', ')}`),
  })
}

const timestampSchema = z.iso.datetime({
  offset: true,
  error: errorMessage('must be a moment, yyyy-MM-ddTHH:mm:ss.SSSZ'),
})

/** Returns whether a text is a timestamp with a time zone. */
export const isTimestampText = (text: string): boolean => timestampSchema.safeParse(text).success

function textSchema({ format }: FieldSpec): ZodSchema {
  const text = z.string({ error: errorMessage('must be a text') })
  switch (format) {
    case 'email':
      return z.email({ error: errorMessage('must be an email address') })
    case 'uri':
      return z.url({ error: errorMessage('must be an address') })
    case 'date':
      return z.pipe(
        z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
          error: errorMessage('must be a date, yyyy-MM-dd'),
        }),
        z.transform((value) => value.slice(0, 10)),
      )
    case 'timestamp':
      return z.pipe(
        timestampSchema,
        z.transform((value) => new Date(value).toISOString()),
      )
    case 'decimal':
      return amountSchema()
    case 'time_zone':
      return text.check(
        z.refine((name) => resolveTimeZone(String(name)) !== undefined, { error: timeZoneMessage }),
      )
    default:
      return text
  }
}

/** Returns the schema of an amount: a decimal string or a number, converted to two decimals. */
const amountSchema = (): ZodSchema =>
  z.pipe(
    z
      .union([z.string(), z.number()], { error: errorMessage(amountMessage) })
      .check(z.refine((value) => amountPattern.test(String(value)), { error: amountRangeMessage })),
    z.transform((value) => Number(value).toFixed(2)),
  )

const amountMessage = 'must be an amount, such as 120.00'
const amountRangeMessage = `${amountMessage}, with at most 12 digits and 2 decimals`

const timeZoneMessage = 'must be an IANA time zone, such as Europe/Amsterdam, or the city of one'

function rangeChecks({ min, max }: FieldSpec) {
  return [
    ...(min === undefined ? [] : [z.gte(min, { error: `must be at least ${min}` })]),
    ...(max === undefined ? [] : [z.lte(max, { error: `must be at most ${max}` })]),
  ]
}

/** The message for a required field that is absent. */
export const missingMessage = 'is missing'

function errorMessage(message: string) {
  return ({ input }: { input?: unknown }): string =>
    input === undefined ? missingMessage : input === null ? 'cannot be null' : message
}
