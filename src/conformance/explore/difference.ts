/** Compares two JSON values and lists where they differ. */
import { stableJson } from './choice-point.ts'

/** A place where two values differ. */
export interface EndingDifference {
  /** The path: `state.accounts.0.email`. */
  readonly path: string
  /** The value of the reference run; absent if it has none. */
  readonly expected?: unknown
  /** The value of the history; absent if it has none. */
  readonly actual?: unknown
}

/** Returns the differences, in the order of paths. Masked paths are not compared. */
export function differencesBetween(
  expected: unknown,
  actual: unknown,
  mask: ReadonlySet<string> = new Set(),
  path = '',
): EndingDifference[] {
  if (mask.has(path) || stableJson(expected) === stableJson(actual)) return []
  if (
    !isContainer(expected) ||
    !isContainer(actual) ||
    Array.isArray(expected) !== Array.isArray(actual)
  ) {
    return [
      {
        path,
        ...(expected !== undefined && { expected }),
        ...(actual !== undefined && { actual }),
      },
    ]
  }
  const keys = [...new Set([...Object.keys(expected), ...Object.keys(actual)])].sort(compareKeys)
  return keys.flatMap((key) =>
    differencesBetween(expected[key], actual[key], mask, path === '' ? key : `${path}.${key}`),
  )
}

/** Formats differences as lines: `state.accounts.0.email: "a@x.test" instead of "b@x.test"`. */
export const formatEndingDifferences = (differences: readonly EndingDifference[]): string =>
  differences.map(formatEndingDifference).join('\n')

function formatEndingDifference({ path, ...values }: EndingDifference): string {
  const text = (name: 'expected' | 'actual'): string =>
    name in values ? stableJson(values[name]) : 'no value'
  return `${path}: ${text('actual')} instead of ${text('expected')}`
}

const isContainer = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object'

const compareKeys = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })
