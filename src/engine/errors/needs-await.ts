/** Makes a promise that was not awaited fail where its result is used: `undefined` would pass silently. */
import { EmulatorError } from './errors.ts'

/** Starts work whose promise has members of the result, which throw when code reads them. `call` names the function. */
export function needsAwait<T>(
  call: string,
  members: readonly (keyof T & string)[],
  work: () => Promise<T>,
): Promise<T> {
  const promise = work()
  for (const name of members) {
    Object.defineProperty(promise, name, {
      get() {
        throw new EmulatorError('not_awaited', {
          action: `read \`${name}\` of \`${call}\``,
          reason: 'the result is a promise',
          advice: `Await it: \`await ${call}(…)\`.`,
        })
      },
    })
  }
  return promise
}
