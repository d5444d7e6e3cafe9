/** Compares a value with a partial expectation and lists the differences. Keys that the expectation omits are ignored. */

/** A difference between a value and the expectation. */
export interface Difference {
  /** The path of the value: `body.address.city`. */
  readonly path: string
  readonly expected: unknown
  readonly actual: unknown
}

/** An asymmetric matcher such as `expect.any`, which every test runner implements in this form. */
interface AsymmetricMatcher {
  asymmetricMatch(actual: unknown): boolean
  toAsymmetricMatcher?(): string
}

/**
 * Lists the differences between `actual` and `expected`. It compares the properties that `expected` contains,
 * lists item by item, and texts also with a regular expression.
 */
export function findDifferences(actual: unknown, expected: unknown, path = ''): Difference[] {
  const mismatch = [{ path, expected, actual }]
  if (isAsymmetric(expected)) return expected.asymmetricMatch(actual) ? [] : mismatch
  if (expected instanceof RegExp)
    return typeof actual === 'string' && expected.test(actual) ? [] : mismatch
  if (typeof expected !== 'object' || expected === null)
    return Object.is(actual, expected) ? [] : mismatch
  if (typeof actual !== 'object' || actual === null) return mismatch
  if (Array.isArray(expected) !== Array.isArray(actual)) return mismatch
  if (Array.isArray(expected) && expected.length !== (actual as unknown[]).length) return mismatch
  return Object.entries(expected).flatMap(([name, member]) =>
    findDifferences(
      (actual as Record<string, unknown>)[name],
      member,
      path ? `${path}.${name}` : name,
    ),
  )
}

/** Formats one line for each difference. */
export function formatDifferences(differences: readonly Difference[]): string[] {
  const width = Math.max(...differences.map(({ path }) => path.length))
  return differences.map(
    ({ path, expected, actual }) =>
      `${path.padEnd(width)}  expected ${inspectValue(expected)}, was ${inspectValue(actual)}`,
  )
}

const charactersMax = 200

/** Formats a value for a message: as JSON, with matchers and regular expressions by their names. */
export function inspectValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = isPlain(value) ? inspectNested(value) : formatMatcher(value)
  return text.length > charactersMax ? `${text.slice(0, charactersMax)}…` : text
}

function inspectNested(value: unknown): string {
  if (!isPlain(value)) return formatMatcher(value)
  if (Array.isArray(value)) return `[${value.map(inspectNested).join(', ')}]`
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'nothing'
  const members = Object.entries(value).map(([name, member]) => `${name}: ${inspectNested(member)}`)
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}'
}

const isPlain = (value: unknown): boolean => !isAsymmetric(value) && !(value instanceof RegExp)

const formatMatcher = (value: unknown): string =>
  isAsymmetric(value) && value.toAsymmetricMatcher ? value.toAsymmetricMatcher() : String(value)

const isAsymmetric = (value: unknown): value is AsymmetricMatcher =>
  typeof (value as AsymmetricMatcher | undefined | null)?.asymmetricMatch === 'function'
