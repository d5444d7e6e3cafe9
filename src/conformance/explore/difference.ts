/** Compares two JSON values and lists where they differ. */
import { stableJson } from './choice-point.ts'
import type { Segments } from './state-paths.ts'
import { defined } from '../../engine/errors/defined.ts'

/** A place where two values differ. */
export interface EndingDifference {
  /** The path: `state.accounts.0.email`. */
  readonly path: string
  /** The value of the reference run; absent if it has none. */
  readonly expected?: unknown
  /** The value of the history; absent if it has none. */
  readonly actual?: unknown
}

/** A difference with the names that lead to it. */
export interface PlacedDifference extends EndingDifference {
  readonly segments: Segments
}

/** Whether a path is not compared. */
export type IsLeftOut = (segments: Segments) => boolean

const nothingLeftOut: IsLeftOut = () => false

/** Returns the differences with their places, in the order of paths. */
export function placedDifferences(
  expected: unknown,
  actual: unknown,
  isLeftOut: IsLeftOut = nothingLeftOut,
  segments: Segments = [],
): PlacedDifference[] {
  if (isLeftOut(segments) || stableJson(expected) === stableJson(actual)) return []
  if (
    !isContainer(expected) ||
    !isContainer(actual) ||
    Array.isArray(expected) !== Array.isArray(actual)
  ) {
    return [
      {
        segments,
        path: segments.join('.'),
        ...defined({ expected, actual }),
      },
    ]
  }
  const keys = [...new Set([...Object.keys(expected), ...Object.keys(actual)])].sort(compareKeys)
  return keys.flatMap((key) =>
    placedDifferences(expected[key], actual[key], isLeftOut, [...segments, key]),
  )
}

/** Returns the differences, in the order of paths. */
export const differencesBetween = (
  expected: unknown,
  actual: unknown,
  isLeftOut: IsLeftOut = nothingLeftOut,
  path: Segments = [],
): EndingDifference[] => placedDifferences(expected, actual, isLeftOut, path).map(withoutSegments)

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

const compareKeys = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })
