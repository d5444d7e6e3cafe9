/** Errors for the author of a test. They are not part of the emulated API. */
import { suggestedNames } from './near-names.ts'
import { printable } from './printable.ts'
import { raiseStackLimit } from './stack-limit.ts'

/** The parts of an error message. */
export interface EmulatorErrorDetails {
  /** The failed action, as a verb and an object: `find the operation "get_usres"`. */
  readonly action: string
  /** The reason, as a clause without a full stop. */
  readonly reason: string
  /** How to fix the mistake, as a sentence. Default: no advice. */
  readonly advice?: string
  /** The error or the value that caused the mistake. Default: none. */
  readonly cause?: unknown
}

/**
 * Thrown for invalid use of the test kit.
 *
 * The message has the form "Could not <action>: <reason>. <Advice>". For an unknown name, the advice
 * contains the nearest known name.
 *
 * @example
 * try { emulator.mintToken({ user: 4711 }) } catch (error) {
 *   if (error instanceof EmulatorError) console.log(error.code) // 'unknown_user'
 * }
 */
export class EmulatorError extends Error {
  /** Always `EmulatorError`. */
  override readonly name = 'EmulatorError'
  /** A stable code of the kind of mistake, such as `unknown_user`. */
  readonly code: string

  constructor(code: string, { action, reason, advice, cause }: EmulatorErrorDetails) {
    // Note: the reason may be the message of another error.
    const clause = reason.replace(/\.$/, '')
    const message = `Could not ${action}: ${clause}.${advice ? ` ${advice}` : ''}`
    const restore = raiseStackLimit()
    super(printable(message), cause === undefined ? undefined : { cause })
    restore()
    this.code = code
  }
}

/**
 * Creates an error for an unknown name; its advice contains the suggested name, or else the nearest known
 * names. The code has the noun of `kind` alone: `unknown_field` for `field of users`.
 */
export function unknownNameError(
  kind: string,
  givenName: unknown,
  known: Iterable<string>,
  action = isNameless(givenName) ? `find the ${kind}` : `find the ${kind} "${textOf(givenName)}"`,
  suggestion?: string,
): EmulatorError {
  // Note: JavaScript callers may pass any value.
  const name = textOf(givenName)
  // Note: the keys of a map can be iterated only once.
  const names = [...known]
  const suggested = isNameless(givenName) ? [] : suggestedNames(name, names)
  const near = suggestion === undefined ? suggested : [suggestion]
  const [noun] = kind.split(' of ') as [string]
  return new EmulatorError(`unknown_${noun.replaceAll(' ', '_')}`, {
    action,
    reason: unknownNameReason(kind, givenName, action),
    advice: adviceFor(givenName, near, names),
  })
}

function adviceFor(givenName: unknown, near: readonly string[], names: readonly string[]): string {
  if (near.length > 0) return `Did you mean ${formatChoice(near)}?`
  // Note: the names of an operation and of an event tell little about a list.
  if (Array.isArray(givenName) && names.length > listedNamesMax)
    return `Give one name, such as "${names[0]}".`
  return formatKnownNames(names, isNameless(givenName) ? '' : textOf(givenName))
}

function unknownNameReason(kind: string, givenName: unknown, action: string): string {
  if (givenName == null) return `the name of the ${kind} is missing`
  if (isNameless(givenName)) return `the name of the ${kind} is ${textOf(givenName)}`
  const quoted = `"${textOf(givenName)}"`
  return action.includes(quoted) ? 'the name is unknown' : `there is no ${kind} ${quoted}`
}

/** Whether a value cannot stand in a message as a name. */
const isNameless = (value: unknown): boolean =>
  value == null || typeof value === 'function' || typeof value === 'object'

/** `"a"`, or `"a", "b" or "c"`; of at least one name. */
function formatChoice(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`)
  const last = quoted.pop() as string
  return quoted.length > 0 ? `${quoted.join(', ')} or ${last}` : last
}

const anObject = 'an object'

/** Converts a value to text; some objects and symbols in lists have none, and that of others tells nothing. */
export function textOf(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return 'a list'
  try {
    const text = String(value)
    return text.startsWith('[object ') ? anObject : text
  } catch {
    return anObject
  }
}

/** The maximum number of names in a message. */
const listedNamesMax = 20

/** Formats the known names. Of many, those that share words with the given one come first. */
function formatKnownNames(names: readonly string[], given = ''): string {
  if (names.length === 0) return 'There is none.'
  const words = given
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 2)
  const sharedCount = (name: string): number => words.filter((word) => name.includes(word)).length
  const sorted =
    names.length > listedNamesMax
      ? names.toSorted((a, b) => sharedCount(b) - sharedCount(a))
      : names
  const some = sorted.slice(0, listedNamesMax).join(', ')
  if (names.length <= listedNamesMax) return `Known are: ${some}.`
  return `${listedNamesMax} of the ${names.length} are: ${some}.`
}
