/** What the emulator says to the person who writes a test; never what the service would say. */

/** What the message of an error is made of. */
export interface EmulatorErrorDetails {
  /** What could not be done, as a verb and a thing: `find the operation "get_usres"`. */
  readonly action: string
  /** The reason, as a clause. */
  readonly reason: string
  /** What to do about it, as a sentence. */
  readonly advice?: string
}

/**
 * Thrown when the test kit is used in a way that cannot work.
 *
 * The message reads "Could not <verb> <thing>: <reason>. <What to do.>" and, where a name was not
 * known, names the nearest that is.
 *
 * @example
 * try { emulator.mintToken({ user: 4711 }) } catch (error) {
 *   if (error instanceof EmulatorError) console.log(error.code) // 'unknown_user'
 * }
 */
export class EmulatorError extends Error {
  /** Always `EmulatorError`. */
  override readonly name = 'EmulatorError'
  /** A stable name of the kind of mistake, such as `unknown_user`. */
  readonly code: string

  constructor(code: string, { action, reason, advice }: EmulatorErrorDetails) {
    super(`Could not ${action}: ${reason}.${advice ? ` ${advice}` : ''}`)
    this.code = code
  }
}

/** An error for a name that is not known, with the nearest names that are. */
export function unknownNameError(
  kind: string,
  givenName: unknown,
  known: Iterable<string>,
  action = `find the ${kind} "${String(givenName)}"`,
): EmulatorError {
  // Note: whoever has no compiler may say anything.
  const name = String(givenName)
  // Note: the keys of a map can be gone through only once.
  const names = [...known]
  const near = nearestName(name, names)
  return new EmulatorError(`unknown_${kind.replaceAll(' ', '_')}`, {
    action,
    reason: `there is no ${kind} "${name}"`,
    advice: near ? `Did you mean "${near}"?` : formatKnownNames(names),
  })
}

/** What a message can list. */
const listedNamesMax = 12

function formatKnownNames(names: readonly string[]): string {
  if (names.length === 0) return 'There is none.'
  const some = names.slice(0, listedNamesMax).join(', ')
  if (names.length <= listedNamesMax) return `Known are: ${some}.`
  return `${listedNamesMax} of the ${names.length} are: ${some}.`
}

/** The known name with the smallest edit distance, if one is near enough to have been meant. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  return nearestNames(name, known, 1)[0]
}

/** The nearest known names, best first; one that is much farther off than the best is left out. */
export function nearestNames(name: string, known: Iterable<string>, count: number): string[] {
  const distanceMax = Math.max(2, Math.ceil(name.length * 0.4))
  const candidates = [...known]
    .map((each) => ({ each, distance: editDistance(name.toLowerCase(), each.toLowerCase()) }))
    .filter(({ distance }) => distance <= distanceMax)
    .sort((a, b) => a.distance - b.distance)
  const best = candidates[0]?.distance ?? 0
  return candidates
    .filter(({ distance }) => distance <= best + 1)
    .slice(0, count)
    .map(({ each }) => each)
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i += 1) {
    const above = row
    row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (above[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(changed, (above[j] as number) + 1, (row[j - 1] as number) + 1))
    }
  }
  return row[b.length] as number
}
