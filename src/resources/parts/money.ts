/** Who pays, and what; amounts are strings with two decimals. */
import { behaviour, choice, type Tx, unprocessable } from '../../define.ts'

export const currencies = ['EUR', 'GBP', 'ISK', 'USD'] as const

export const costSchemes = ['student', 'order', 'tbd', 'free'] as const
export type CostScheme = (typeof costSchemes)[number]

export const costScheme = () => choice(costSchemes)

/** The amount as the service writes it. */
export const amountOf = (value: number | string): string => Number(value).toFixed(2)

export const amountOrNull = (value: number | string | null | undefined): string | null =>
  value === null || value === undefined ? null : amountOf(value)

const costNeeded = behaviour(
  'cost.needed',
  'a cost is needed when the cost scheme is student, which is the default, or order',
)

/** Refuses a scheme under which somebody pays, when nobody says how much. */
export function insistOnCost(tx: Tx, scheme: CostScheme, cost: unknown): void {
  tx.uses(costNeeded)
  if ((scheme === 'student' || scheme === 'order') && (cost === null || cost === undefined)) {
    throw unprocessable({ cost: [`is needed when cost_scheme is ${scheme}`] }, costNeeded)
  }
}

/** The currency in which the tenant counts. */
export const currencyOf = (tx: Tx): (typeof currencies)[number] =>
  tx.where('educators', {})[0]?.currency ?? 'EUR'
