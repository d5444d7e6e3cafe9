/** The growth of each operation, and the search for the greatest size. */
import type { OperationGrowth } from './capacity.ts'
import type { CapacityModel } from './capacity-model.ts'
import { type FormulaShare, formatSum } from './count-formula.ts'

/** Returns the operations with their calls at the target and their formulas, most calls first. */
export function growthOf(model: CapacityModel, target: number): OperationGrowth[] {
  const counts = model.countsAt(target)
  const growths = new Map<string, { calls: number; formulas: FormulaShare[] }>()
  for (const { step, formulas } of model.growths) {
    const { operations } = step.segment
    const names = [...new Set(operations)]
    for (const operation of names) {
      const growth = growths.get(operation) ?? { calls: 0, formulas: [] }
      const share = operations.filter((each) => each === operation).length / operations.length
      growth.calls += Math.round((counts.get(step) ?? 0) * share)
      growth.formulas.push({ formula: formulas[0], share })
      growths.set(operation, growth)
    }
  }
  return [...growths]
    .map(([operation, { calls, formulas }]) => ({
      operation,
      calls,
      formula: formatSum(formulas),
    }))
    .sort((a, b) => b.calls - a.calls)
}

/** Returns the greatest size from `low` to `high` that fits. `low` is assumed to fit. */
export function greatestSize(low: number, high: number, fits: (size: number) => boolean): number {
  if (fits(high)) return high
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}

/** Sizes for the curve, from small to large. */
export const curveSizes = (first: number, end: number): number[] =>
  [...new Set([first, ...Array.from({ length: 8 }, (_, i) => Math.round((end * (i + 1)) / 8))])]
    .filter((size) => size > 0)
    .sort((a, b) => a - b)
