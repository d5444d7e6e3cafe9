/** Checks the stored values of a row from a saved world against the fields of its resource. */
import { isObject } from '../errors/argument-checks.ts'
import { type JsonCheck, isFlag, isInteger, isText } from '../errors/json-checks.ts'
import { resolveTimeZone } from '../clock/time-zone.ts'
import { isCalendarDay, parseIsoTimestampMs } from '../clock/timestamps.ts'
import type { Field, FieldFormat, FieldSpec, Shape } from './fields.ts'

/** Returns the check of a stored value. */
export function storedValueCheck(spec: FieldSpec): JsonCheck {
  const isValue = kindCheck(spec)
  return spec.nullable ? (value) => value === null || isValue(value) : isValue
}

function kindCheck(spec: FieldSpec): JsonCheck {
  switch (spec.kind) {
    case 'integer':
      return isInteger
    case 'number':
      return Number.isFinite
    case 'string':
      return spec.format === undefined ? isText : textCheck(formatChecks[spec.format])
    case 'boolean':
      return isFlag
    case 'enum':
      return (value) => spec.options?.includes(value as string) ?? false
    case 'array': {
      const isItem = storedValueCheck((spec.items as Field).spec)
      return (value) => Array.isArray(value) && value.every(isItem)
    }
    case 'map': {
      const isItem = storedValueCheck((spec.items as Field).spec)
      return (value) => isObject(value) && Object.values(value).every(isItem)
    }
    case 'object':
      return shapeCheck(spec.shape ?? {})
    case 'variant':
      return variantCheck(spec)
    case 'json':
      return isObject
    case 'value':
      return isCustomValue
  }
}

const textCheck =
  (hasFormat: (text: string) => boolean): JsonCheck =>
  (value) =>
    typeof value === 'string' && hasFormat(value)

// Note: the checks accept what a computation on the text accepts, not only what a body accepts.
const formatChecks: Readonly<Record<FieldFormat, (text: string) => boolean>> = {
  date: isCalendarDay,
  timestamp: (text) => parseIsoTimestampMs(text) !== undefined,
  decimal: (text) => /^-?\d{1,15}\.\d{2}$/.test(text),
  uri: (text) => URL.canParse(text),
  time_zone: (text) => resolveTimeZone(text) !== undefined,
  email: () => true,
  uuid: () => true,
}

/** An object with the fields of a shape. A field that is optional in a body can be absent. */
function shapeCheck(shape: Shape): JsonCheck {
  const checks = Object.entries(shape).map(
    ([name, { spec }]) => [name, spec.required ?? false, storedValueCheck(spec)] as const,
  )
  return (value) =>
    isObject(value) &&
    Object.keys(value).every((name) => Object.hasOwn(shape, name)) &&
    checks.every(([name, isRequired, isPart]) =>
      Object.hasOwn(value, name) ? value[name] === null || isPart(value[name]) : !isRequired,
    )
}

function variantCheck({ variants = {}, discriminator = '' }: FieldSpec): JsonCheck {
  const checks = new Map(
    Object.entries(variants).map(([name, shape]) => [name, shapeCheck(shape)] as const),
  )
  return (value) => {
    if (!isObject(value)) return false
    const { [discriminator]: name, ...parts } = value
    return checks.get(name as string)?.(parts) ?? false
  }
}

/** The value of a custom field. */
const isCustomValue: JsonCheck = (value) =>
  value === null ||
  isText(value) ||
  Number.isFinite(value) ||
  isFlag(value) ||
  (Array.isArray(value) && value.every(isText))
