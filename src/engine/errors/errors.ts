/** Errors for the author of a test. They are not part of the emulated API. */
import { printable } from './printable.ts'

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
    const message = `Could not ${action}: ${reason}.${advice ? ` ${advice}` : ''}`
    super(printable(message), cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/**
 * Creates an error for an unknown name; its advice contains the suggested name, or else the nearest known
 * name. The code has the noun of `kind` alone: `unknown_field` for `field of users`.
 */
export function unknownNameError(
  kind: string,
  givenName: unknown,
  known: Iterable<string>,
  action = givenName == null ? `find the ${kind}` : `find the ${kind} "${textOf(givenName)}"`,
  suggestion?: string,
): EmulatorError {
  // Note: JavaScript callers may pass any value.
  const name = textOf(givenName)
  // Note: the keys of a map can be iterated only once.
  const names = [...known]
  const near = suggestion ?? nearestName(name, names)
  const [noun] = kind.split(' of ') as [string]
  return new EmulatorError(`unknown_${noun.replaceAll(' ', '_')}`, {
    action,
    reason: unknownNameReason(kind, givenName, action),
    advice: near ? `Did you mean "${near}"?` : formatKnownNames(names),
  })
}

function unknownNameReason(kind: string, givenName: unknown, action: string): string {
  if (givenName == null) return `the name of the ${kind} is missing`
  const quoted = `"${textOf(givenName)}"`
  return action.includes(quoted) ? 'the name is unknown' : `there is no ${kind} ${quoted}`
}

/** Converts a value to text; some objects and symbols in lists have none. */
export function textOf(value: unknown): string {
  try {
    return String(value)
  } catch {
    return 'an object'
  }
}

/** The maximum number of names in a message. */
const listedNamesMax = 20

function formatKnownNames(names: readonly string[]): string {
  if (names.length === 0) return 'There is none.'
  const some = names.slice(0, listedNamesMax).join(', ')
  if (names.length <= listedNamesMax) return `Known are: ${some}.`
  return `${listedNamesMax} of the ${names.length} are: ${some}.`
}

/** Returns the known name with the smallest edit distance, if it is near enough. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  return nearestNames(name, known, 1)[0]
}

/** The largest share of characters that differ between a name and a near name. */
const differenceMax = 0.45

/** Returns the nearest known names, best first. It omits names much farther away than the best. */
export function nearestNames(name: string, known: Iterable<string>, count: number): string[] {
  const candidates = [...known]
    .map((each) => ({ each, ...compareNames(name.toLowerCase(), each.toLowerCase()) }))
    .filter(({ isNear }) => isNear)
    .sort((a, b) => a.distance - b.distance)
  const best = candidates[0]?.distance ?? 0
  return candidates
    .filter(({ distance }) => distance <= best + 1)
    .slice(0, count)
    .map(({ each }) => each)
}

/** A name is near if few characters differ, or if one name is the beginning of the other. */
function compareNames(name: string, known: string): { distance: number; isNear: boolean } {
  const distance = editDistance(name, known)
  const [shorter, longer] = [name.length, known.length].sort((a, b) => a - b) as [number, number]
  const isBeginning = shorter >= 3 && name.slice(0, shorter) === known.slice(0, shorter)
  return { distance, isNear: isBeginning || distance <= differenceMax * longer }
}

/** Counts the insertions, deletions, replacements and swaps of neighbours between two texts. */
function editDistance(a: string, b: string): number {
  let above: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i += 1) {
    const beforeAbove = above
    above = row
    row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (above[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? (beforeAbove[j - 2] as number) + 1 : Infinity
      row.push(Math.min(changed, (above[j] as number) + 1, (row[j - 1] as number) + 1, swapped))
    }
  }
  return row[b.length] as number
}
