/** Demo prices and limits of courses, programs, planned courses and editions that agree with given values. */
import * as d from '../../engine/define/define.ts'
import { type CostScheme, formatAmountOrNull, needsCost } from '../fields/money.ts'

/** Returns the preferred cost scheme, or a scheme without a cost if the given cost is null. */
export const demoCostScheme = ({ row }: d.RecipeContext, preferred: CostScheme): CostScheme =>
  row['cost'] === null && needsCost(preferred) ? 'tbd' : preferred

/** Returns the preferred cost, or a random cost if there is none but the cost scheme needs one. */
export const demoCost = (
  { row, random }: d.RecipeContext,
  preferred: string | null,
): string | null =>
  preferred === null && needsCost(row['cost_scheme'])
    ? formatAmountOrNull(random.integer(4, 60) * 50)
    : preferred

/** Returns the preferred minimum, but not above the maximum. */
export const demoMinimum = ({ row }: d.RecipeContext, preferred: number | null): number | null =>
  exceeds(preferred, row['max_participants']) ? row['max_participants'] : preferred

/** Returns the preferred maximum, but not below the minimum. */
export const demoMaximum = ({ row }: d.RecipeContext, preferred: number | null): number | null =>
  exceeds(row['min_participants'], preferred) ? row['min_participants'] : preferred

const exceeds = (min?: number | null, max?: number | null): boolean =>
  typeof min === 'number' && typeof max === 'number' && min > max

/** Returns why the price, the limits or the dates contradict each other, or undefined if they agree. */
export function offerConflict({ row }: d.RecipeContext): string | undefined {
  const { cost_scheme, cost, min_participants: min, max_participants: max } = row
  const { start_date, end_date } = row
  if (needsCost(cost_scheme) && (cost ?? null) === null) {
    return `the cost is null, but the cost scheme "${cost_scheme}" needs a cost`
  }
  if (exceeds(min, max)) return `the minimum of ${min} participants is above the maximum of ${max}`
  return start_date && end_date && end_date < start_date
    ? `the end date ${end_date} is before the start date ${start_date}`
    : undefined
}
