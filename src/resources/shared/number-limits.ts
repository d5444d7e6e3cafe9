/** What a number in a body may be, besides a number. */
import { assumed, type Tx, unprocessable } from '../../define/define.ts'

const fraction = assumed(
  'number.whole',
  'a fraction where the record shows a whole number is refused; 422',
  { because: 'the body may hold any number, and the answer could not show it' },
)

const negative = assumed(
  'number.negative',
  'amounts, rates and numbers of people or days below nothing are refused; 422',
  {
    because: 'nobody pays less than nothing, and no room holds fewer than nobody',
    instead: 'a negative amount or number is stored as it was sent',
  },
)
const reversed = assumed(
  'participants.order',
  'a minimum of participants above their maximum is refused; 422',
  {
    because: 'such a course could never take place',
    instead: 'minimum and maximum are stored as they were sent',
  },
)

/** In a body: an amount or a number that is not negative. */
export function notNegative(
  tx: Tx,
  value: number | string | null,
): Readonly<Record<string, string>> {
  return Number(value) < 0 && tx.takes(negative) ? { '': 'must be at least 0' } : {}
}

/** In a body: a number that is whole and not negative. */
export const wholeAmount = (tx: Tx, value: number | null): Readonly<Record<string, string>> => ({
  ...notNegative(tx, value),
  ...whole(tx, value),
})

interface Limits {
  readonly min_participants?: number | null
  readonly max_participants?: number | null
}

/** Refuses limits that were sent where, with what is stored, they leave no number between them. */
export function insistOnLimits(tx: Tx, sent: Limits, stored: Limits = {}): void {
  if (sent.min_participants === undefined && sent.max_participants === undefined) return
  const { min_participants: min, max_participants: max } = { ...stored, ...sent }
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return
  if (tx.takes(reversed)) {
    throw unprocessable({ min_participants: ['is above the maximum'] }, reversed)
  }
}

/** In a body: a number that the record shows as a whole one. */
export function whole(tx: Tx, value: number | null): Readonly<Record<string, string>> {
  tx.uses(fraction)
  return Number.isInteger(value) ? {} : { '': 'must be a whole number' }
}

/** The same for a number inside a list. */
export function insistOnWhole(tx: Tx, path: string, value: number): void {
  for (const message of Object.values(whole(tx, value))) {
    throw unprocessable({ [path]: [message] }, fraction)
  }
}
