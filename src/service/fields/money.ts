/** Cost schemes, currencies and amounts. Amounts are strings with two decimals. */
import * as d from '../../engine/define/define.ts'
import { findEducator } from './first-record.ts'
import { limitsTotals, requiresCost } from '../behaviours/sales.ts'

export const currencies = ['EUR', 'GBP', 'ISK', 'USD'] as const

export const costSchemes = ['student', 'order', 'tbd', 'free'] as const
export type CostScheme = (typeof costSchemes)[number]

export const costSchemeField = () => d.choice(costSchemes)

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

/** Refuses a total with more than 12 integer digits; the error names the field. */
export function assertTotal(tx: d.Tx, field: string, cents: number): void {
  tx.logBehaviour(limitsTotals)
  if (Math.abs(cents) < centsLimit) return
  throw d.unprocessable({ [field]: ['makes a total of more than 12 digits'] }, limitsTotals)
}

export const needsCost = (scheme: CostScheme): boolean => scheme === 'student' || scheme === 'order'

interface Price {
  readonly cost_scheme?: CostScheme
  readonly cost?: string | null
}

/** Refuses a missing cost for a scheme that requires one. `stored` is the row that an update changes. */
export function assertCost(tx: d.Tx, sent: Price, stored?: Price): void {
  tx.logBehaviour(requiresCost)
  const { cost_scheme = 'student', cost = null } = { ...stored, ...sent }
  if (needsCost(cost_scheme) && cost === null) {
    throw d.unprocessable(
      { cost: [`is required when cost_scheme is ${cost_scheme}`] },
      requiresCost,
    )
  }
}

export const tenantCurrency = (tx: d.Tx): (typeof currencies)[number] =>
  findEducator(tx)?.currency ?? 'EUR'
