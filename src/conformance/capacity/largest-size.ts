/** Searches the largest size that fits into the window, with one run for each size. */
import type { LargestBasis } from './capacity.ts'

/** What the search needs of a run. */
export interface SizePoint {
  readonly size: number
  /** The accepted calls of the run. */
  readonly calls: number
  readonly durationMs: number
}

/** A size that does not fit. */
interface TooLarge {
  readonly size: number
  /** The accepted calls until the end of the window; undefined if the run failed. */
  readonly callsInWindow: number | undefined
}

/** The result of a run: a point if it fits. */
export type Probe = { readonly fits: SizePoint } | { readonly tooLarge: TooLarge }

interface Search {
  readonly windowMs: number
  /** The largest size to run. */
  readonly limit: number
  /** The runs so far that ended, smallest first. */
  readonly points: readonly SizePoint[]
  /** The smallest size that is known not to fit. */
  readonly tooLarge: TooLarge | undefined
  probe(size: number): Promise<Probe>
}

interface LargestSize {
  readonly size: number
  readonly basis: LargestBasis
}

/** After so many runs at sizes that calls suggest, the search halves the interval. */
const suggestionsMax = 4

const nothing: SizePoint = { size: 0, calls: 0, durationMs: 0 }

export async function findLargest(search: Search): Promise<LargestSize> {
  const points = [nothing, ...search.points]
  let { tooLarge } = search
  const fitting = points.filter(({ size }) => size < (tooLarge?.size ?? Infinity))
  const probe = async (size: number): Promise<void> => {
    const result = await search.probe(size)
    if ('tooLarge' in result) tooLarge = result.tooLarge
    else {
      fitting.push(result.fits)
      points.push(result.fits)
      points.sort((a, b) => a.size - b.size)
    }
  }
  for (let runs = 0; !tooLarge && sizeOf(fitting) < search.limit; runs += 1)
    await probe(sizeAbove(fitting, search, runs))
  for (let runs = 0; tooLarge; runs += 1) {
    const size = sizeBetween(sizeOf(fitting), tooLarge, runs < suggestionsMax ? points : [])
    if (size === undefined) return { size: sizeOf(fitting), basis: 'run' }
    await probe(size)
  }
  const extended = sizeOnLine(fitting, search.windowMs)
  return extended === undefined
    ? { size: sizeOf(fitting), basis: 'limit' }
    : { size: extended, basis: 'line' }
}

/** The largest size of points. */
const sizeOf = (points: readonly SizePoint[]): number => (points.at(-1) as SizePoint).size

/** The size at which the line through the two largest runs leaves the window; undefined if it does not rise. */
function sizeOnLine(points: readonly SizePoint[], windowMs: number): number | undefined {
  const [lower, upper] = points.slice(-2) as [SizePoint, SizePoint]
  const rise = upper.durationMs - lower.durationMs
  if (rise <= 0) return undefined
  const more = ((windowMs - upper.durationMs) * (upper.size - lower.size)) / rise
  return Math.floor(upper.size + more)
}

/** The next size while each size fits: above the line, so that it does not fit. */
function sizeAbove(
  fitting: readonly SizePoint[],
  { windowMs, limit }: Search,
  runs: number,
): number {
  const onLine = sizeOnLine(fitting, windowMs) ?? limit
  const margin = 0.1 * 2 ** runs
  return Math.min(limit, Math.max(sizeOf(fitting) + 1, rounded(onLine * (1 + margin))))
}

/** The next size in an interval; undefined if the ends differ in the third digit at most. */
function sizeBetween(
  low: number,
  { size: high, callsInWindow }: TooLarge,
  points: readonly SizePoint[],
): number | undefined {
  const step = stepAt(low + 1)
  if (high - low <= step) return undefined
  const suggested = rounded(sizeWithCalls(points, low, callsInWindow) ?? (low + high) / 2)
  const [first, last] = [Math.floor(low / step) + 1, Math.ceil(high / step) - 1]
  return Math.min(step * last, Math.max(step * first, suggested))
}

/**
 * The size whose run sends a number of calls, on the line from the largest size that fits to a larger run, or else
 * from a much smaller run; undefined if the line does not rise.
 */
function sizeWithCalls(
  points: readonly SizePoint[],
  low: number,
  calls: number | undefined,
): number | undefined {
  const largest = points.find(({ size }) => size === low)
  const other =
    points.find(({ size }) => size > low) ?? points.findLast(({ size }) => size <= low / 2)
  if (calls === undefined || !largest || !other || other.calls === largest.calls) return undefined
  const perCall = (other.size - largest.size) / (other.calls - largest.calls)
  return largest.size + (calls - largest.calls) * perCall
}

/** The value of the third digit. */
const stepAt = (size: number): number => 10 ** Math.max(0, String(Math.floor(size)).length - 3)

/** The size with zeros after its third digit. */
const rounded = (size: number): number => Math.floor(size / stepAt(size)) * stepAt(size)
