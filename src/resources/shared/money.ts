/** Cost schemes, currencies and amounts. Amounts are strings with two decimals. */
import {
  type AnyRow,
  assumed,
  behaviour,
  choice,
  type Shape,
  toStoredValues,
  type Tx,
  unprocessable,
} from '../../define/define.ts'

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

/** Refuses a missing cost for a scheme that requires one. */
function assertCost(tx: Tx, scheme: CostScheme, cost: unknown): void {
  tx.logBehaviour(requiresCost)
  if (needsCost(scheme) && (cost === null || cost === undefined)) {
    throw unprocessable({ cost: [`is required when cost_scheme is ${scheme}`] }, requiresCost)
  }
}

interface PriceInput {
  readonly cost_scheme?: CostScheme | undefined
  readonly cost?: number | string | null | undefined
}

/** Returns the values that a create stores, with a formatted cost. */
export function priceCreateValues(tx: Tx, shape: Shape, sent: PriceInput): Record<string, unknown> {
  assertCost(tx, sent.cost_scheme ?? 'student', sent.cost)
  return { ...toStoredValues(shape, { ...sent }), cost: formatAmountOrNull(sent.cost) }
}

/** Returns the values that an update stores. The resulting scheme may require a cost. */
export function priceUpdateValues<R extends AnyRow & PriceInput>(
  tx: Tx,
  shape: Shape,
  sent: PriceInput,
  row: R,
): Partial<R> {
  const values = toStoredValues(shape, { ...sent }, row)
  if (sent.cost !== undefined) values['cost'] = formatAmountOrNull(sent.cost)
  const { cost_scheme, cost } = { ...row, ...values }
  assertCost(tx, cost_scheme as CostScheme, cost)
  return values as Partial<R>
}

/** Returns the currency of the tenant. */
export const tenantCurrency = (tx: Tx): (typeof currencies)[number] =>
  tx.where('educators', {})[0]?.currency ?? 'EUR'
