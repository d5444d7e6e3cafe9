/** Who pays, and what; amounts are strings with two decimals. */
import {
  type AnyRow,
  behaviour,
  choice,
  toStoredValues,
  type Tx,
  unprocessable,
} from '../../define/define.ts'
import type { Shape } from '../../define/fields.ts'

export const currencies = ['EUR', 'GBP', 'ISK', 'USD'] as const

export const costSchemes = ['student', 'order', 'tbd', 'free'] as const
export type CostScheme = (typeof costSchemes)[number]

export const costSchemeField = () => choice(costSchemes)

/** The amount as the service writes it. */
export const formatAmount = (value: number | string): string => Number(value).toFixed(2)

export const formatAmountOrNull = (value: number | string | null | undefined): string | null =>
  value === null || value === undefined ? null : formatAmount(value)

/** An amount in whole cents, in which sums are exact. */
export const toCents = (amount: number | string): number => Math.round(Number(amount) * 100)

/** A rate in parts of ten thousand: 1.21 is 12,100. */
export const toRate = (multiplier: number | string): number =>
  Math.round(Number(multiplier) * rateScale)

const rateScale = 10_000

/** Cents that were multiplied by a rate, rounded once; half a cent counts as a whole one. */
export const roundRatedCents = (cents: number): number =>
  Math.sign(cents) * Math.round(Math.abs(cents) / rateScale)

const requiresCost = behaviour(
  'cost.needed',
  'a cost is needed when the cost scheme is student, which is the default, or order',
)

/** Refuses a scheme under which somebody pays, when nobody says how much. */
function assertCost(tx: Tx, scheme: CostScheme, cost: unknown): void {
  tx.logBehaviour(requiresCost)
  if ((scheme === 'student' || scheme === 'order') && (cost === null || cost === undefined)) {
    throw unprocessable({ cost: [`is needed when cost_scheme is ${scheme}`] }, requiresCost)
  }
}

interface PriceInput {
  readonly cost_scheme?: CostScheme | undefined
  readonly cost?: number | string | null | undefined
}

/** What a create stores of what was sent, with the amount as the service writes it. */
export function priceCreateValues(tx: Tx, shape: Shape, sent: PriceInput): Record<string, unknown> {
  assertCost(tx, sent.cost_scheme ?? 'student', sent.cost)
  return { ...toStoredValues(shape, { ...sent }), cost: formatAmountOrNull(sent.cost) }
}

/** The same for an update of a row; the scheme that comes of it may need an amount. */
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

/** The currency in which the tenant counts. */
export const tenantCurrency = (tx: Tx): (typeof currencies)[number] =>
  tx.where('educators', {})[0]?.currency ?? 'EUR'
