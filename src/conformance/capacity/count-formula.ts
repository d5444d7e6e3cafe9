/** Formulas for the number of calls at a size, fitted exactly with integers. */

/** `base + perPage × floor((size + offset) / pageSize) + perRow × size`. */
export interface CountFormula {
  readonly base: number
  readonly perPage: number
  readonly pageSize: number
  readonly offset: number
  readonly perRow: number
}

/** The number of calls at one size. */
export interface CountPoint {
  readonly size: number
  readonly calls: number
  /** The number of records that the calls returned. */
  readonly rows: number
}

export const countAt = (formula: CountFormula, size: number): number => {
  const { base, perPage, pageSize, offset, perRow } = formula
  return Math.max(0, base + perPage * Math.floor((size + offset) / pageSize) + perRow * size)
}

const constant = (base: number): CountFormula => ({
  base,
  perPage: 0,
  pageSize: 1,
  offset: 0,
  perRow: 0,
})

/**
 * Returns the formulas that agree with every point, simplest first. The number of calls for each record wins
 * over pages; pages have one of the sizes, or the size that the slope of the points gives.
 */
export function fittingFormulas(
  points: readonly CountPoint[],
  pageSizes: Iterable<number>,
): CountFormula[] {
  const [first, last] = [points[0] as CountPoint, points.at(-1) as CountPoint]
  const fits = (formula: CountFormula): boolean =>
    points.every(({ size, calls }) => countAt(formula, size) === calls)
  const rise = last.calls - first.calls
  const run = last.size - first.size
  if (rise === 0) return [constant(first.calls)].filter(fits)
  const perRow = rise / run
  const linear = { ...constant(first.calls - perRow * first.size), perRow }
  if (Number.isInteger(perRow) && fits(linear)) return [linear]
  const sizes = new Set([...pageSizes, run / greatestDivisor(rise, run)])
  const paged = [...sizes].flatMap((pageSize) => pagedFormulas(points, pageSize).filter(fits))
  const surplus = last.rows - last.size
  // Note: a walk ends after a short page or after the last page, so the records give the offset.
  const isWalk = points.every(({ rows, size }) => rows - size === surplus)
  const natural = paged.filter(
    ({ offset, pageSize }) =>
      isWalk && [surplus, surplus - 1].some((value) => (value - offset) % pageSize === 0),
  )
  return natural.length > 0 ? natural : paged
}

function pagedFormulas(points: readonly CountPoint[], pageSize: number): CountFormula[] {
  const [first, last] = [points[0] as CountPoint, points.at(-1) as CountPoint]
  return Array.from({ length: pageSize }, (_, offset) => {
    const pagesAt = ({ size }: CountPoint): number => Math.floor((size + offset) / pageSize)
    const perPage = (last.calls - first.calls) / (pagesAt(last) - pagesAt(first))
    const base = first.calls - perPage * pagesAt(first)
    return { base, perPage, pageSize, offset, perRow: 0 }
  }).filter(({ perPage }) => Number.isInteger(perPage))
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? Math.abs(a) : greatestDivisor(b, a % b)
}

/**
 * Returns the size at which a run separates the formulas best; undefined if they agree at every size.
 * Small sizes come first.
 */
export function separatingSize(
  formulas: readonly CountFormula[],
  smallestSize: number,
): number | undefined {
  const span = Math.max(...formulas.map(({ pageSize }) => pageSize))
  let best: { size: number; largestGroup: number } | undefined
  for (let size = smallestSize + 1; size <= smallestSize + span; size += 1) {
    const groups = new Map<number, number>()
    for (const formula of formulas) {
      const value = countAt(formula, size)
      groups.set(value, (groups.get(value) ?? 0) + 1)
    }
    const largestGroup = Math.max(...groups.values())
    if (groups.size > 1 && (!best || largestGroup < best.largestGroup))
      best = { size, largestGroup }
  }
  return best?.size
}

/** Changes the page size of a formula. The walk keeps its condition for the last page. */
export function withPageSize(formula: CountFormula, from: number, to: number): CountFormula {
  if (formula.perPage === 0 || formula.pageSize !== from) return formula
  const { offset } = formula
  return { ...formula, pageSize: to, offset: offset > from / 2 ? offset - from + to : offset }
}

/** A formula of a part of the calls: its share of the formula of a segment. */
export interface FormulaShare {
  readonly formula: CountFormula | undefined
  readonly share: number
}

/** Formats a sum of formulas: `1 + floor(records / 100)`; `not linear` if a formula is missing. */
export function formatSum(parts: readonly FormulaShare[]): string {
  const factors = new Map<string, number>()
  for (const { formula, share } of parts) {
    if (!formula) return 'not linear'
    const { base, perPage, pageSize, offset, perRow } = formula
    const inner = offset === 0 ? 'records' : `(records + ${offset})`
    const terms = { '': base, [`floor(${inner} / ${pageSize})`]: perPage, records: perRow }
    for (const [term, factor] of Object.entries(terms))
      factors.set(term, (factors.get(term) ?? 0) + factor * share)
  }
  const terms = [...factors].flatMap(([term, sum]) => {
    const factor = Number(sum.toFixed(3))
    if (factor === 0) return []
    return term === '' ? [String(factor)] : [factor === 1 ? term : `${factor} × ${term}`]
  })
  return terms.join(' + ') || '0'
}
