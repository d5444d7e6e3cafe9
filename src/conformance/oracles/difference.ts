/** Compares two JSON values and lists where they differ. */
import { stableJson } from '../run/choice-point.ts'
import type { Segments } from './state-paths.ts'

/** A place where two values differ. */
export interface EndingDifference {
  /** The path: `state.accounts.0.email`. */
  readonly path: string
  /** The value of the reference run; absent if it has none. */
  readonly expected?: unknown
  /** The value of the schedule; absent if it has none. */
  readonly actual?: unknown
}

/** A difference with the names that lead to it. */
export interface PlacedDifference extends EndingDifference {
  /** The names that lead to it. A name can have a dot. */
  readonly segments: readonly string[]
}

/** Whether a path is not compared. */
export type IsLeftOut = (segments: Segments) => boolean

/**
 * Returns the names that do not depend on the order of work for the id of a row that a run created; none for another
 * value. Two values of two runs are equal if they share such a name.
 */
export type AliasesOf = (id: string) => readonly string[]

export interface Comparison {
  /** Default: no path is left out. */
  readonly isLeftOut?: IsLeftOut
  /** The names of created rows in the reference run. Default: none. */
  readonly expectedAliases?: AliasesOf
  /** The names of created rows in the compared run. Default: none. */
  readonly actualAliases?: AliasesOf
}

const noAliases: AliasesOf = () => []

/** Returns the differences with their places, in the order of paths. */
export function placedDifferences(
  expected: unknown,
  actual: unknown,
  comparison: Comparison = {},
  segments: Segments = [],
): PlacedDifference[] {
  if (comparison.isLeftOut?.(segments) || stableJson(expected) === stableJson(actual)) return []
  if (
    !isContainer(expected) ||
    !isContainer(actual) ||
    Array.isArray(expected) !== Array.isArray(actual)
  ) {
    if (isSameRow(comparison, expected, actual)) return []
    return [
      {
        segments,
        path: segments.join('.'),
        ...(expected !== undefined && { expected }),
        ...(actual !== undefined && { actual }),
      },
    ]
  }
  return keyPairs(expected, actual, comparison).flatMap(([expectedKey, actualKey]) =>
    placedDifferences(
      expectedKey === undefined ? undefined : expected[expectedKey],
      actualKey === undefined ? undefined : actual[actualKey],
      comparison,
      [...segments, (actualKey ?? expectedKey) as string],
    ),
  )
}

/** Pairs equal keys, and then keys that are ids of the same created row. The others have no counterpart. */
function keyPairs(
  expected: Record<string, unknown>,
  actual: Record<string, unknown>,
  comparison: Comparison,
): (readonly [expected: string | undefined, actual: string | undefined])[] {
  const added = new Set(Object.keys(actual).filter((key) => !(key in expected)))
  const pairs = Object.keys(expected).map((key): [string, string | undefined] => {
    if (key in actual) return [key, key]
    const counterpart = [...added].find((other) => isSameRow(comparison, key, other))
    if (counterpart !== undefined) added.delete(counterpart)
    return [key, counterpart]
  })
  return [...pairs, ...[...added].map((key) => [undefined, key] as const)].sort((a, b) =>
    compareKeys(a[0] ?? (a[1] as string), b[0] ?? (b[1] as string)),
  )
}

function isSameRow(
  { expectedAliases = noAliases, actualAliases = noAliases }: Comparison,
  expected: unknown,
  actual: unknown,
): boolean {
  if (!isId(expected) || !isId(actual)) return false
  const names = actualAliases(String(actual))
  return names.length > 0 && expectedAliases(String(expected)).some((name) => names.includes(name))
}

const isId = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

/** Returns the differences, in the order of paths. */
export const differencesBetween = (
  expected: unknown,
  actual: unknown,
  comparison: Comparison = {},
  path: Segments = [],
): EndingDifference[] => placedDifferences(expected, actual, comparison, path).map(withoutSegments)

export const withoutSegments = ({
  segments: _,
  ...difference
}: PlacedDifference): EndingDifference => difference

/** The runs or the moments of a comparison, as a text names them. */
export interface ComparedNames {
  /** The name of the reference: `baseline run` or `fresh start`. */
  readonly expected: string
  /** The name of the run that is compared with it: `this run`. */
  readonly actual: string
}

/** Formats differences as lines: `state.2: baseline run "Dekker" · this run "Berg"`. */
export const formatEndingDifferences = (
  differences: readonly EndingDifference[],
  names: ComparedNames,
): string => differences.map((each) => formatEndingDifference(each, names)).join('\n')

function formatEndingDifference(
  { path, ...values }: EndingDifference,
  names: ComparedNames,
): string {
  const text = (name: 'expected' | 'actual'): string =>
    `${names[name]} ${name in values ? stableJson(values[name]) : 'no value'}`
  return `${path}: ${text('expected')} · ${text('actual')}`
}

const isContainer = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object'

// Note: a collator compares many times as fast as `localeCompare`.
const { compare: compareKeys } = new Intl.Collator('en', { numeric: true })
