/** Says where a value differs from what is looked for, as far as that goes: what it does not name may be anything. */

/** One place where a value is not what was looked for. */
export interface Difference {
  /** Where, such as `body.address.city`. */
  readonly path: string
  readonly expected: unknown
  readonly actual: unknown
}

/** What `expect.any`, `expect.stringMatching` and their like are to every test runner. */
interface AsymmetricMatcher {
  asymmetricMatch(actual: unknown): boolean
  toAsymmetricMatcher?(): string
}

/**
 * The places where `actual` is not like `like`; none when it is. Objects are compared by the members
 * that `like` names, lists member by member, texts by a pattern too; `undefined` looks for nothing.
 */
export function findDifferences(actual: unknown, expected: unknown, path = ''): Difference[] {
  const mismatch = [{ path, expected: expected, actual }]
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

/** One line for each difference. */
export function formatDifferences(differences: readonly Difference[]): string[] {
  const width = Math.max(...differences.map(({ path }) => path.length))
  return differences.map(
    ({ path, expected, actual }) =>
      `${path.padEnd(width)}  expected ${inspectValue(expected)}, was ${inspectValue(actual)}`,
  )
}

const charactersMax = 200

/** A value as it stands in a message: JSON, with matchers and patterns by their names. */
export function inspectValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = isPlain(value) ? inspectNested(value) : formatMatcher(value)
  return text.length > charactersMax ? `${text.slice(0, charactersMax)}…` : text
}

function inspectNested(value: unknown): string {
  if (!isPlain(value)) return formatMatcher(value)
  if (Array.isArray(value)) return `[${value.map(inspectNested).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'nothing'
  const members = Object.entries(value).map(([name, member]) => `${name}: ${inspectNested(member)}`)
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}'
}

const isPlain = (value: unknown): boolean => !isAsymmetric(value) && !(value instanceof RegExp)

const formatMatcher = (value: unknown): string =>
  isAsymmetric(value) && value.toAsymmetricMatcher ? value.toAsymmetricMatcher() : String(value)

const isAsymmetric = (value: unknown): value is AsymmetricMatcher =>
  typeof (value as AsymmetricMatcher | undefined | null)?.asymmetricMatch === 'function'
