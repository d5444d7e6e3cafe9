/** Checks the faults of a saved world. */
import {
  isCount,
  isInteger,
  isListOf,
  isMoment,
  isObjectOf,
  isOptional,
  isText,
  type JsonCheck,
} from '../errors/json-checks.ts'
import { parseEffect } from './effect-parser.ts'

/** An effect as a rule can have it. A combined effect has the keys of several rules. */
const isEffect: JsonCheck = (value) => {
  try {
    const { effect } = parseEffect(value)
    return Object.keys(effect).length === Object.keys(value as object).length
  } catch {
    return false
  }
}

const isCombinedEffect: JsonCheck = (value) =>
  isObjectOf({})(value) ||
  (typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(([key, each]) => isEffect({ [key]: each })))

const isPositive: JsonCheck = (value) => isInteger(value) && (value as number) >= 1
const isTarget: JsonCheck = (value) => value === 'request' || value === 'delivery'

const isFault = isObjectOf({
  id: isText,
  at: isTarget,
  outage: isOptional(isText),
  matched: isCount,
  hits: isCount,
  operation: isOptional(isText),
  group: isOptional(isText),
  path: isOptional(isText),
  event: isOptional(isText),
  webhook: isOptional(isText),
  nth: isOptional(isPositive),
  times: isOptional(isPositive),
  fromMs: isMoment,
  untilMs: isOptional(isMoment),
  with: isEffect,
})

/** The state of the fault store. */
export const isFaultState = isObjectOf({
  faultCount: isCount,
  outageCount: isCount,
  active: isListOf(isFault),
  ended: isListOf(isFault),
})

/** The faults that hit a delivery. */
export const isFaultHit = isObjectOf({
  faultIds: isText,
  effect: isCombinedEffect,
  changes: isListOf((change) => isEffect({ change })),
  hold: isOptional((value) => value === 'next' || value === 'release'),
})
