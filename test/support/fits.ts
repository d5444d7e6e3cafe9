/** Says in which ways a record on the wire does not fit the shape that was promised. */
import type { Field, FieldSpec, Shape } from '../../src/define/fields.ts'

/** Every way in which the value differs from the shape, each as a short line; none where it fits. */
export function misfits(shape: Shape, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return ['is no object']
  const record = value as Record<string, unknown>
  const shown = Object.entries(shape).filter(([, { spec }]) => !spec.hidden)
  const unknown = Object.keys(record).filter((name) => !shown.some(([known]) => known === name))
  return [
    ...unknown.map((name) => `${name} is not promised`),
    ...shown.flatMap(([name, field]) =>
      name in record
        ? valueMisfits(field, record[name]).map((why) => `${name} ${why}`)
        : [`${name} is missing`],
    ),
  ]
}

const forms: Record<string, RegExp> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  timestamp: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  uri: /^https?:\/\//,
  decimal: /^-?\d+(\.\d+)?$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
}

function valueMisfits({ spec }: Field, value: unknown): string[] {
  if (value === null) return spec.nullable ? [] : ['is null']
  switch (spec.kind) {
    case 'integer':
      return Number.isInteger(value) ? [] : ['is no whole number']
    case 'number':
    case 'boolean':
      return typeof value === spec.kind ? [] : [`is no ${spec.kind}`]
    case 'enum':
      return spec.options?.includes(value as string) ? [] : [`cannot be ${String(value)}`]
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((item) => valueMisfits(spec.items as Field, item))
        : ['is no list']
    case 'object':
      return misfits(spec.shape ?? {}, value)
    case 'map':
      return typeof value === 'object'
        ? Object.values(value).flatMap((item) => valueMisfits(spec.items as Field, item))
        : ['is no object']
    case 'value':
      return []
    default:
      return textMisfits(spec, value)
  }
}

function textMisfits({ format }: FieldSpec, value: unknown): string[] {
  if (typeof value !== 'string') return ['is no text']
  const form = format && forms[format]
  return !form || form.test(value) ? [] : [`is no ${format}: ${value}`]
}
