/** Errors for members that an object does not have, in place of "… is not a function". */
import type { EmulatorError } from './errors.ts'

/** Names that the language, test runners and libraries for components read from any object. */
const probedNames: ReadonlySet<string> = new Set(
  [
    'then catch finally toJSON inspect asymmetricMatch toAsymmetricMatcher name message stack length size calls',
    'nodeType nodeName tagName hasAttribute attributes window key ref type props default',
  ].flatMap((line) => line.split(' ')),
)

/** Whether a name is one that code guesses, and none that a library reads from any object. */
export const isGuess = (name: PropertyKey): name is string =>
  typeof name === 'string' && /^[a-z][a-zA-Z_]*$/.test(name) && !probedNames.has(name)

/**
 * Returns a prototype, or a view of an object, of which each unknown member is a function that throws when it is
 * called, and when a member of it is read. One of `values` throws when it is read. A member that the object has costs no more
 * than before.
 */
export const withUnknownMembers = <T extends object>(
  target: T,
  errorOf: (name: string, object: object) => EmulatorError,
  values: readonly string[] = [],
): T =>
  new Proxy(target, {
    get(members, name, object: object) {
      const isValue = values.includes(name as string)
      if (name in members || !(isValue || isGuess(name)))
        return Reflect.get(members, name, object) as unknown
      const refuse = (): never => {
        throw errorOf(String(name), object)
      }
      if (isValue) refuse()
      // Note: an assertion that there is no element would pass.
      Object.defineProperty(refuse, 'length', { value: NaN })
      return new Proxy(refuse, {
        get: (self, member) =>
          // Note: a text of it, such as a URL, would be that of the function.
          member === Symbol.toPrimitive || (isGuess(member) && !(member in self))
            ? refuse()
            : (Reflect.get(self, member) as unknown),
      })
    },
  })
