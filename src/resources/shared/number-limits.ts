/** Limits of numbers in request bodies. */
import { assumed, type NumberLimit, type Tx, unprocessable } from '../../define/define.ts'

const refusesFractions = assumed(
  'number.whole',
  'a fraction for a field with whole numbers is refused with 422',
  { reason: 'the body permits any number, but the record shows whole numbers only' },
)

const refusesNegatives = assumed(
  'number.negative',
  'a negative cost, rate, duration, value of a lead or number of people is refused with 422',
  {
    reason: 'a negative price or number of people has no meaning',
    alternatives: { alternative: 'a negative cost, value or number is stored unchanged' },
  },
)
const limitsDuration = assumed(
  'duration.range',
  'a duration of a planned course above 36,500 days is refused with 422',
  { reason: 'the end date of an enrollment is a date with a year of four digits' },
)
const refusesReversedLimits = assumed(
  'participants.range',
  'a minimum number of participants above the maximum is refused with 422',
  {
    reason: 'a course with such limits could never take place',
    alternatives: { alternative: 'the minimum and the maximum are stored unchanged' },
  },
)

/** Validates that an amount or number is not negative. */
function nonNegativeErrors(
  tx: Tx,
  value: number | string | null,
): Readonly<Record<string, string>> {
  return Number(value) < 0 && tx.assumes(refusesNegatives) ? { '': 'must be at least 0' } : {}
}

/** Validates that a number is whole and not negative. */
const nonNegativeIntegerErrors = (
  tx: Tx,
  value: number | null,
): Readonly<Record<string, string>> => ({
  ...nonNegativeErrors(tx, value),
  ...wholeNumberErrors(tx, value),
})

const daysMax = 36_500

/** Validates that a number of days is whole, not negative and at most 100 years. */
function numberOfDaysErrors(tx: Tx, value: number | null): Readonly<Record<string, string>> {
  if (value !== null && value > daysMax && tx.assumes(limitsDuration)) {
    return { '': `must be at most ${daysMax}` }
  }
  return nonNegativeIntegerErrors(tx, value)
}

/** An amount or number from 0. */
export const nonNegative: NumberLimit = { min: 0, check: nonNegativeErrors }
/** A whole number from 0. */
export const nonNegativeInteger: NumberLimit = {
  min: 0,
  isWhole: true,
  check: nonNegativeIntegerErrors,
}
/** A number of days: a whole number from 0 to 100 years. */
export const numberOfDays: NumberLimit = {
  min: 0,
  max: daysMax,
  isWhole: true,
  check: numberOfDaysErrors,
}
/** A whole number inside a list; `assertWholeNumber` checks it. */
export const wholeNumber: NumberLimit = { isWhole: true }

interface ParticipantLimits {
  readonly min_participants?: number | null
  readonly max_participants?: number | null
}

/** Refuses limits that, together with the stored ones, have a minimum above the maximum. */
export function assertParticipantLimits(
  tx: Tx,
  sent: ParticipantLimits,
  stored: ParticipantLimits = {},
): void {
  if (sent.min_participants === undefined && sent.max_participants === undefined) return
  const { min_participants: min, max_participants: max } = { ...stored, ...sent }
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return
  if (tx.assumes(refusesReversedLimits)) {
    throw unprocessable({ min_participants: ['is above the maximum'] }, refusesReversedLimits)
  }
}

/** Validates that a number is whole. */
function wholeNumberErrors(tx: Tx, value: number | null): Readonly<Record<string, string>> {
  tx.logBehaviour(refusesFractions)
  return Number.isInteger(value) ? {} : { '': 'must be a whole number' }
}

/** Refuses a fraction at a path inside a list. */
export function assertWholeNumber(tx: Tx, path: string, value: number): void {
  for (const message of Object.values(wholeNumberErrors(tx, value))) {
    throw unprocessable({ [path]: [message] }, refusesFractions)
  }
}
