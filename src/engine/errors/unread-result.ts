/** Makes a result that is not ok known, also if no code reads it or if its name is misspelt: no failure throws. */
import { macrotask } from '../clock/idle-tracker.ts'
import { unknownNameError } from './errors.ts'
import { isGuess } from './unknown-members.ts'

interface UnreadResult {
  /** The result, such as `the report card`. */
  readonly subject: string
  /** An assertion of the result. */
  readonly assertion: string
  /** The call that the result is of, as `file:line`: a runner may print the line below the name of another test. */
  readonly callSite: string | undefined
  /** The lists that are empty although the result is not ok: who reads only them takes it for ok. */
  readonly emptyLists: readonly string[]
}

/**
 * Returns the result. One that is not ok prints a line unless the code that awaits it reads a member at once, and throws for a
 * member that it does not have.
 */
export function needsReading<T extends { readonly ok: boolean }>(
  result: T,
  { subject, assertion, callSite, emptyLists }: UnreadResult,
): T {
  if (result.ok) return result
  let isRead = false
  void macrotask().then(() => {
    if (isRead) return
    const place = callSite === undefined ? '' : ` (${callSite})`
    const text = `${subject}${place} is not ok, and throws nothing. Assert it: ${assertion}.`
    console.error(text.charAt(0).toUpperCase() + text.slice(1))
  })
  return new Proxy(result, {
    get(target, member) {
      // Note: a promise that resolves with the result looks for `then`.
      if (member !== 'then' && !emptyLists.includes(String(member))) isRead = true
      if (!(member in target) && isGuess(member))
        throw unknownNameError('member', member, membersOf(target), `read ${subject}`)
      const value: unknown = Reflect.get(target, member)
      // Note: the private fields of the class are those of the result, and not of the proxy.
      return typeof value === 'function' && member !== 'constructor'
        ? (value.bind(target) as unknown)
        : value
    },
  })
}

const membersOf = (target: object): string[] => [
  ...Object.keys(target),
  ...Object.getOwnPropertyNames(Object.getPrototypeOf(target)).filter((name) => isGuess(name)),
]
