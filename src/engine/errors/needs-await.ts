/** Makes a promise that was not awaited fail where its result is used: `undefined` would pass silently. */
import { EmulatorError } from './errors.ts'
import { isGuess } from './unknown-members.ts'

/** What else code reads of a result: the length and the items of a list, and the name of a record. */
const isOfResult = (name: PropertyKey): boolean =>
  isGuess(name) || name === Symbol.iterator || /^(length|name|\d+)$/.test(String(name))

/** The calls that have not ended, by their number. */
const pending = new Map<number, string>()
/** The calls whose promise no code has awaited. */
const unawaited = new Set<number>()
let callCount = 0

/** What runs at the end of a test. `isAlone` tells that it passed so far, and that no other test ran beside it. */
type TestEnd = (isAlone: boolean) => void

/** Runs work at the end of the test that runs now, and returns whether one runs. Undefined outside a runner that tells it. */
let atTestEnd: ((end: TestEnd) => boolean) | undefined

export const provideTestEnd = (provided: (end: TestEnd) => boolean): void =>
  void (atTestEnd = provided)

/** Runs work at the end of the test that runs now, and returns whether a runner tells that one runs. */
export const runAtTestEnd = (end: TestEnd): boolean => atTestEnd?.(end) ?? false

/** Runs a check at the end of the test that runs now, if it passed so far and ran alone. */
export const checkAtTestEnd = (check: () => void): void =>
  void runAtTestEnd((isAlone) => {
    if (isAlone) check()
  })

/** The error of calls that no code awaits. `when` follows the names of the calls. */
export const unsettledWork = (
  action: string,
  calls: readonly string[],
  when = '',
  advice = `Await it: \`await ${calls[0]}(…)\`.`,
): EmulatorError =>
  new EmulatorError('unsettled_work', {
    action,
    reason: `${calls.map((call) => `\`${call}\``).join(' and ')} still ${calls.length > 1 ? 'run' : 'runs'}${when}`,
    advice,
  })

function assertEnded(number: number): void {
  const call = pending.get(number)
  if (call !== undefined) throw unsettledWork('end the test', [call])
}

// Note: a handler of its rejection would hide that the caller has none.
async function counted<T>(number: number, call: string, work: () => Promise<T>): Promise<T> {
  pending.set(number, call)
  unawaited.add(number)
  checkAtTestEnd(() => assertEnded(number))
  try {
    return await work()
  } catch (error) {
    throw unawaited.has(number) ? unawaitedError(call, error) : error
  } finally {
    pending.delete(number)
    unawaited.delete(number)
  }
}

/** The error of a call that fails while no code awaits it: the runner tells of it without the place of the call. */
const unawaitedError = (call: string, cause: unknown): EmulatorError =>
  new EmulatorError('not_awaited', {
    action: `pass on the error of \`${call}\``,
    reason: 'no code awaits it',
    advice: `Await it: \`await ${call}(…)\`.\n${cause instanceof Error ? cause.message : String(cause)}`,
    cause,
  })

/** Starts work whose promise throws when code reads a member that no promise has. `call` names the function. */
export function needsAwait<T>(call: string, work: () => Promise<T>): Promise<T> {
  callCount += 1
  const number = callCount
  return new Proxy(counted(number, call, work), {
    get(promise, name) {
      if (name === 'then' || name === 'catch' || name === 'finally') unawaited.delete(number)
      // Note: the method accepts no other `this`.
      if (name === 'then') return promise.then.bind(promise)
      if (name in promise || !isOfResult(name)) return Reflect.get(promise, name) as unknown
      pending.delete(number)
      const member = typeof name === 'symbol' ? 'the items' : `\`${name}\``
      throw new EmulatorError('not_awaited', {
        action: `read ${member} of \`${call}\``,
        reason: 'the result is a promise',
        advice: `Await it: \`await ${call}(…)\`.`,
      })
    },
  })
}
