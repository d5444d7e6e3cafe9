/** Checks of values from a saved world, which can have any content. */
import { isObject } from './argument-checks.ts'
import { type Codec, damagedWorldError, jsonCodec } from '../store/codecs.ts'
import { lastTimestampMs } from '../clock/timestamps.ts'

/** Returns whether a value has a form. */
export type JsonCheck = (value: unknown) => boolean

export const isText: JsonCheck = (value) => typeof value === 'string'
export const isFlag: JsonCheck = (value) => typeof value === 'boolean'
export const isInteger: JsonCheck = (value) => Number.isSafeInteger(value)
/** Larger counts would not stay exact while they grow. */
const countMax = 2 ** 52
/** A whole number from 0 that can grow. */
export const isCount: JsonCheck = (value) =>
  isInteger(value) && (value as number) >= 0 && (value as number) <= countMax
/** Milliseconds since 1970, up to the year 9999; fractions come from a scaled clock. */
export const isMoment: JsonCheck = (value) =>
  typeof value === 'number' && Math.abs(value) <= lastTimestampMs
/** The key of an entry: a list of scalars. */
export const isKey: JsonCheck = (value) => Array.isArray(value) && value.every(isScalar)

const isScalar: JsonCheck = (value) =>
  value === null || isText(value) || isFlag(value) || Number.isFinite(value)

export const isListOf =
  (isItem: JsonCheck): JsonCheck =>
  (value) =>
    Array.isArray(value) && value.every(isItem)

/** Makes a part of an object optional. */
export const isOptional =
  (isPart: JsonCheck): JsonCheck =>
  (value) =>
    value === undefined || isPart(value)

/** A list with one item for each check. */
export const isTupleOf =
  (...items: readonly JsonCheck[]): JsonCheck =>
  (value) =>
    Array.isArray(value) &&
    value.length === items.length &&
    items.every((isItem, i) => isItem(value[i]))

/** An object with these parts, and no other parts. */
export const isObjectOf =
  (parts: Readonly<Record<string, JsonCheck>>): JsonCheck =>
  (value) =>
    isObject(value) &&
    Object.keys(value).every((name) => Object.hasOwn(parts, name)) &&
    Object.entries(parts).every(([name, isPart]) =>
      isPart(Object.hasOwn(value, name) ? value[name] : undefined),
    )

/** The codec for values that are plain JSON in a form. */
export const checkedCodec = <T>(noun: string, isValid: JsonCheck): Codec<T> => ({
  encode: jsonCodec.encode,
  decode(json) {
    if (!isValid(json)) throw damagedWorldError(`its ${noun} are not valid`)
    return json as T
  },
})
