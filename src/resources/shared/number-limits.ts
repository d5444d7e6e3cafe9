/** What a number in a body may be, besides a number. */
import { assumed, type Tx, unprocessable } from '../../define/define.ts'

const refusesFractions = assumed(
  'number.whole',
  'a fraction where the record shows a whole number is refused; 422',
  { reason: 'the body may hold any number, and the answer could not show it' },
)

const refusesNegatives = assumed(
  'number.negative',
  'amounts, rates and numbers of people or days below nothing are refused; 422',
  {
    reason: 'nobody pays less than nothing, and no room holds fewer than nobody',
    alternative: 'a negative amount or number is stored as it was sent',
  },
)
const refusesReversedLimits = assumed(
  'participants.order',
  'a minimum of participants above their maximum is refused; 422',
  {
    reason: 'such a course could never take place',
    alternative: 'minimum and maximum are stored as they were sent',
  },
)

/** In a body: an amount or a number that is not negative. */
export function nonNegativeErrors(
  tx: Tx,
  value: number | string | null,
): Readonly<Record<string, string>> {
  return Number(value) < 0 && tx.assumes(refusesNegatives) ? { '': 'must be at least 0' } : {}
}

/** In a body: a number that is whole and not negative. */
export const nonNegativeIntegerErrors = (
  tx: Tx,
  value: number | null,
): Readonly<Record<string, string>> => ({
  ...nonNegativeErrors(tx, value),
  ...wholeNumberErrors(tx, value),
})

interface ParticipantLimits {
  readonly min_participants?: number | null
  readonly max_participants?: number | null
}

/** Refuses limits that were sent where, with what is stored, they leave no number between them. */
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

/** In a body: a number that the record shows as a whole one. */
export function wholeNumberErrors(tx: Tx, value: number | null): Readonly<Record<string, string>> {
  tx.logBehaviour(refusesFractions)
  return Number.isInteger(value) ? {} : { '': 'must be a whole number' }
}

/** The same for a number inside a list. */
export function assertWholeNumber(tx: Tx, path: string, value: number): void {
  for (const message of Object.values(wholeNumberErrors(tx, value))) {
    throw unprocessable({ [path]: [message] }, refusesFractions)
  }
}
