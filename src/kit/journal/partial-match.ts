/** Says where a value differs from what is looked for, as far as that goes: what it does not name may be anything. */

/** One place where a value is not what was looked for. */
export interface Difference {
  /** Where, such as `body.address.city`. */
  readonly path: string
  readonly expected: unknown
  readonly actual: unknown
}

/** What `expect.any`, `expect.stringMatching` and their like are to every test runner. */
interface Asymmetric {
  asymmetricMatch(actual: unknown): boolean
  toAsymmetricMatcher?(): string
}

/**
 * The places where `actual` is not like `like`; none when it is. Objects are compared by the members
 * that `like` names, lists member by member, texts by a pattern too; `undefined` looks for nothing.
 */
export function differences(actual: unknown, like: unknown, path = ''): Difference[] {
  const found = [{ path, expected: like, actual }]
  if (isAsymmetric(like)) return like.asymmetricMatch(actual) ? [] : found
  if (like instanceof RegExp) return typeof actual === 'string' && like.test(actual) ? [] : found
  if (typeof like !== 'object' || like === null) return Object.is(actual, like) ? [] : found
  if (typeof actual !== 'object' || actual === null) return found
  if (Array.isArray(like) !== Array.isArray(actual)) return found
  if (Array.isArray(like) && like.length !== (actual as unknown[]).length) return found
  return Object.entries(like).flatMap(([name, member]) =>
    differences((actual as Record<string, unknown>)[name], member, path ? `${path}.${name}` : name),
  )
}

/** One line for each difference. */
export function differenceLines(found: readonly Difference[]): string[] {
  const width = Math.max(...found.map(({ path }) => path.length))
  return found.map(
    ({ path, expected, actual }) =>
      `${path.padEnd(width)}  expected ${inWords(expected)}, was ${inWords(actual)}`,
  )
}

const charactersMax = 200

/** A value as it stands in a message: JSON, with matchers and patterns by their names. */
export function inWords(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = isPlain(value) ? spelled(value) : nameOf(value)
  return text.length > charactersMax ? `${text.slice(0, charactersMax)}…` : text
}

function spelled(value: unknown): string {
  if (!isPlain(value)) return nameOf(value)
  if (Array.isArray(value)) return `[${value.map(spelled).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'nothing'
  const members = Object.entries(value).map(([name, member]) => `${name}: ${spelled(member)}`)
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}'
}

const isPlain = (value: unknown): boolean => !isAsymmetric(value) && !(value instanceof RegExp)

const nameOf = (value: unknown): string =>
  isAsymmetric(value) && value.toAsymmetricMatcher ? value.toAsymmetricMatcher() : String(value)

const isAsymmetric = (value: unknown): value is Asymmetric =>
  typeof (value as Asymmetric | undefined | null)?.asymmetricMatch === 'function'
