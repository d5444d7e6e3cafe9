/** Lists how a serialized record differs from its shape. */
import type { Field, FieldSpec, FieldFormat, Shape } from '../../src/engine/define/fields.ts'
import { resolveTimeZone } from '../../src/engine/clock/time-zone.ts'

/** Every difference between the value and the shape, as short lines; empty if it is valid. */
export function shapeViolations(shape: Shape, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return ['is not an object']
  const record = value as Record<string, unknown>
  const shown = Object.entries(shape).filter(([, { spec }]) => !spec.hidden)
  const unknown = Object.keys(record).filter((name) => !shown.some(([known]) => known === name))
  return [
    ...unknown.map((name) => `${name} is not promised`),
    ...shown.flatMap(([name, field]) =>
      name in record
        ? valueViolations(field, record[name]).map((why) => `${name} ${why}`)
        : field.spec.omittedWhen
          ? []
          : [`${name} is missing`],
    ),
  ]
}

const formatChecks: Record<FieldFormat, (text: string) => boolean> = {
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isTimestamp(`${text}T00:00:00.000Z`),
  timestamp: (text) => isTimestamp(text),
  email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
  uri: (text) => /^https?:\/\//.test(text) && URL.canParse(text),
  decimal: (text) => /^-?\d+\.\d{2}$/.test(text),
  time_zone: (text) => resolveTimeZone(text) !== undefined,
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
}

/** A timestamp in the format of the service; a date that does not exist, such as 30 February, is invalid. */
function isTimestamp(text: string): boolean {
  const ms = Date.parse(text)
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text
}

/** The same for a value that is not a record. */
export function valueViolations({ spec }: Field, value: unknown): string[] {
  if (value === null) return spec.nullable ? [] : ['is null']
  switch (spec.kind) {
    case 'integer':
      return Number.isInteger(value) ? rangeViolations(spec, value) : ['is not a whole number']
    case 'number':
      return Number.isFinite(value) ? rangeViolations(spec, value) : ['is not a number']
    case 'boolean':
      return typeof value === 'boolean' ? [] : ['is not a boolean']
    case 'enum':
      return spec.options?.includes(value as string) ? [] : [`cannot be ${String(value)}`]
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((item) => valueViolations(spec.items as Field, item))
        : ['is not a list']
    case 'object':
      return shapeViolations(spec.shape ?? {}, value)
    case 'map':
      return typeof value === 'object' && !Array.isArray(value)
        ? Object.values(value).flatMap((item) => valueViolations(spec.items as Field, item))
        : ['is not an object']
    case 'variant':
      return shapeViolations(variantFor(spec, value), value)
    case 'json':
      return typeof value === 'object' ? [] : ['is not an object']
    case 'value':
      return []
    default:
      return textViolations(spec, value)
  }
}

const variantFor = ({ variants, discriminator }: FieldSpec, value: unknown): Shape =>
  variants?.[(value as Record<string, string>)[discriminator as string] as string] ?? {}

function rangeViolations({ min = -Infinity, max = Infinity }: FieldSpec, value: unknown): string[] {
  return (value as number) >= min && (value as number) <= max ? [] : [`is not ${min} to ${max}`]
}

function textViolations({ format }: FieldSpec, value: unknown): string[] {
  if (typeof value !== 'string') return ['is not a string']
  return !format || formatChecks[format](value) ? [] : [`is no ${format}: ${value}`]
}
