/** Paths in the state of an integration: patterns that name many of them, and what is left out of comparisons. */
import { parseBody } from '../../engine/emulator/reports/calls-and-deliveries.ts'
import { stableJson } from '../run/choice-point.ts'

/** The names and indexes that lead to a value. */
export type Segments = readonly string[]

/** Whether a segment is the key of a record and not the name of a field. */
const isKey = (segment: string): boolean => /[\d@]/.test(segment)

/** The pattern of a path: keys of records become `*`. */
export const pathPatternOf = (segments: Segments): string =>
  segments.map((each) => (isKey(each) ? '*' : each)).join('.')

/**
 * The pattern of the kind of a record: the words that identify it become `*`, so that `user 301` is of another kind than
 * `enrollment 7`.
 */
export const kindPatternOf = (segments: Segments): string =>
  segments.map((each) => each.replaceAll(/\S*[\d@]\S*/g, '*')).join('.')

/** Returns whether a path is a pattern's or below it. `*` stands for one name. */
export function matchesPattern(pattern: string, segments: Segments): boolean {
  const parts = pattern.split('.')
  return (
    parts.length <= segments.length &&
    parts.every((part, i) => part === '*' || part === segments[i])
  )
}

/** Whether a JSON value has a path. `*` stands for any name. */
export function hasPath(value: unknown, [name, ...rest]: Segments): boolean {
  if (name === undefined) return true
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([key, part]) => (name === '*' || name === key) && hasPath(part, rest),
  )
}

/** The paths of the values in a JSON value. An empty object or list has none. */
export function valuePathsOf(value: unknown, segments: Segments = []): readonly Segments[] {
  if (typeof value !== 'object' || value === null) return [segments]
  return Object.entries(value).flatMap(([name, part]) => valuePathsOf(part, [...segments, name]))
}

/** Returns a copy of a JSON value without the paths of the patterns. */
export function withoutPaths(
  value: unknown,
  patterns: readonly string[],
  segments: Segments = [],
): unknown {
  if (patterns.length === 0 || typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
    const path = [...segments, name]
    const isLeftOut = patterns.some((pattern) => matchesPattern(pattern, path))
    return isLeftOut ? [] : [[name, withoutPaths(part, patterns, path)]]
  })
  return Array.isArray(value) ? kept.map(([, part]) => part) : Object.fromEntries(kept)
}

/** The fields that identify an item of a list. */
const identifiers = ['id', 'key', 'email', 'name']

/**
 * Returns a copy of a JSON value in which each list is an object, so that items are compared by what they are and
 * not by their index. An item is named by its identifier, or by its content. A text that holds JSON is compared by its
 * parts: many stores keep only texts.
 */
export function withKeyedLists(value: unknown): unknown {
  if (typeof value === 'string') {
    // Note: the error of a text that is no JSON takes much longer than this look at its beginning.
    const parsed = /^[[{]/.test(value) ? parseBody(value) : value
    return typeof parsed === 'string' ? value : withKeyedLists(parsed)
  }
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, withKeyedLists(part)]),
    )
  }
  const names = new Map<string, number>()
  return Object.fromEntries(
    value.map((item: unknown) => {
      const name = nameOfItem(item)
      const count = (names.get(name) ?? 0) + 1
      names.set(name, count)
      return [count === 1 ? name : `${name} #${count}`, withKeyedLists(item)]
    }),
  )
}

/** Whether a value of a keyed list is one of its texts, which is named by its content. */
export function isTextItem(segments: Segments, value: unknown): boolean {
  const name = segments.at(-1) ?? ''
  return typeof value === 'string' && (name === value || name.startsWith(`${value} #`))
}

function nameOfItem(item: unknown): string {
  if (typeof item === 'object' && item !== null && !Array.isArray(item)) {
    const values = item as Record<string, unknown>
    const identifier = identifiers.find((name) => /^(string|number)$/.test(typeof values[name]))
    if (identifier !== undefined) return String(values[identifier])
  }
  return typeof item === 'string' ? item : stableJson(item)
}
