/** Cost schemes, currencies and amounts. Amounts are strings with two decimals. */
import { assumed, behaviour, choice, type Tx, unprocessable } from '../../define/define.ts'
import { findEducator } from './first-record.ts'

export const currencies = ['EUR', 'GBP', 'ISK', 'USD'] as const

export const costSchemes = ['student', 'order', 'tbd', 'free'] as const
export type CostScheme = (typeof costSchemes)[number]

export const costSchemeField = () => choice(costSchemes)

/** Formats an amount with two decimals. */
export const formatAmount = (value: number | string): string => Number(value).toFixed(2)

export const formatAmountOrNull = (value: number | string | null | undefined): string | null =>
  value === null || value === undefined ? null : formatAmount(value)

/** Converts an amount to whole cents, so that sums are exact. */
export const toCents = (amount: number | string): number => Math.round(Number(amount) * 100)

/** Converts a multiplier to parts of ten thousand: 1.21 becomes 12,100. */
export const toRate = (multiplier: number | string): number =>
  Math.round(Number(multiplier) * rateScale)

const rateScale = 10_000

/** Multiplies cents by a rate, without loss of a digit. */
export const multiplyByRate = (cents: number, rate: number): bigint =>
  BigInt(Math.round(cents)) * BigInt(rate)

/** Divides the product of cents and a rate by the rate scale, and rounds half a cent up. */
export function roundRatedCents(product: bigint): number {
  const half = BigInt(rateScale / 2)
  return Number((product < 0n ? product - half : product + half) / BigInt(rateScale))
}

/** The first number of cents that has more than 12 integer digits. */
const centsLimit = 1e14

const limitsTotals = assumed(
  'amount.total',
  'an amount whose total would have more than 12 integer digits is refused with 422',
  { reason: 'a total is answered as a string with two decimals, without loss of a digit' },
)

/** Refuses a total with more than 12 integer digits; the error names the field. */
export function assertTotal(tx: Tx, field: string, cents: number): void {
  tx.logBehaviour(limitsTotals)
  if (Math.abs(cents) < centsLimit) return
  throw unprocessable({ [field]: ['makes a total of more than 12 digits'] }, limitsTotals)
}

const requiresCost = behaviour(
  'cost.needed',
  'a cost is required when the cost scheme is student (the default) or order',
)

/** Whether a cost scheme requires a cost. */
export const needsCost = (scheme: CostScheme): boolean => scheme === 'student' || scheme === 'order'

interface Price {
  readonly cost_scheme?: CostScheme
  readonly cost?: string | null
}

/** Refuses a missing cost for a scheme that requires one. `stored` is the row that an update changes. */
export function assertCost(tx: Tx, sent: Price, stored?: Price): void {
  tx.logBehaviour(requiresCost)
  const { cost_scheme = 'student', cost = null } = { ...stored, ...sent }
  if (needsCost(cost_scheme) && cost === null) {
    throw unprocessable({ cost: [`is required when cost_scheme is ${cost_scheme}`] }, requiresCost)
  }
}

/** Returns the currency of the tenant. */
export const tenantCurrency = (tx: Tx): (typeof currencies)[number] =>
  findEducator(tx)?.currency ?? 'EUR'
