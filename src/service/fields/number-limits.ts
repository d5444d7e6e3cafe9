/** Limits of numbers in request bodies. */
import * as d from '../../engine/define/define.ts'
import {
  limitsDuration,
  refusesFractions,
  refusesNegatives,
  refusesReversedLimits,
} from '../behaviours/shared.ts'

/** Validates that an amount or number is not negative. */
function nonNegativeErrors(
  tx: d.Tx,
  value: number | string | null,
): Readonly<Record<string, string>> {
  return Number(value) < 0 && tx.assumes(refusesNegatives) ? { '': 'must be at least 0' } : {}
}

/** Validates that a number is whole and not negative. */
const nonNegativeIntegerErrors = (
  tx: d.Tx,
  value: number | null,
): Readonly<Record<string, string>> => ({
  ...nonNegativeErrors(tx, value),
  ...wholeNumberErrors(tx, value),
})

const daysMax = 36_500

/** Validates that a number of days is whole, not negative and at most 100 years. */
function numberOfDaysErrors(tx: d.Tx, value: number | null): Readonly<Record<string, string>> {
  if (value !== null && value > daysMax && tx.assumes(limitsDuration)) {
    return { '': `must be at most ${daysMax}` }
  }
  return nonNegativeIntegerErrors(tx, value)
}

/** An amount or number from 0. */
export const nonNegative: d.NumberLimit = { min: 0, check: nonNegativeErrors }
/** A whole number from 0. */
export const nonNegativeInteger: d.NumberLimit = {
  min: 0,
  isWhole: true,
  check: nonNegativeIntegerErrors,
}
/** A number of days: a whole number from 0 to 100 years. */
export const numberOfDays: d.NumberLimit = {
  min: 0,
  max: daysMax,
  isWhole: true,
  check: numberOfDaysErrors,
}
/** A whole number inside a list; `assertWholeNumber` checks it. */
export const wholeNumber: d.NumberLimit = { isWhole: true }

interface ParticipantLimits {
  readonly min_participants?: number | null
  readonly max_participants?: number | null
}

/** Refuses limits that, together with the stored ones, have a minimum above the maximum. */
export function assertParticipantLimits(
  tx: d.Tx,
  sent: ParticipantLimits,
  stored: ParticipantLimits = {},
): void {
  if (sent.min_participants === undefined && sent.max_participants === undefined) return
  const { min_participants: min, max_participants: max } = { ...stored, ...sent }
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return
  if (tx.assumes(refusesReversedLimits)) {
    throw d.unprocessable({ min_participants: ['is above the maximum'] }, refusesReversedLimits)
  }
}

/** Validates that a number is whole. */
function wholeNumberErrors(tx: d.Tx, value: number | null): Readonly<Record<string, string>> {
  tx.logBehaviour(refusesFractions)
  return Number.isInteger(value) ? {} : { '': 'must be a whole number' }
}

/** Refuses a fraction at a path inside a list. */
export function assertWholeNumber(tx: d.Tx, path: string, value: number): void {
  for (const message of Object.values(wholeNumberErrors(tx, value))) {
    throw d.unprocessable({ [path]: [message] }, refusesFractions)
  }
}
