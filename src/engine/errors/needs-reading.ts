/** Makes a result that is not ok known if no code reads it: its function throws for no failure. */
import { macrotask } from '../clock/idle-tracker.ts'

interface UnreadResult {
  /** The result as the subject of a sentence. */
  readonly name: string
  /** An assertion of the result. */
  readonly assertion: string
}

/** Returns the result. One that is not ok prints a line unless the code that awaits it reads a member at once. */
export function needsReading<T extends { readonly ok: boolean }>(
  result: T,
  { name, assertion }: UnreadResult,
): T {
  if (result.ok) return result
  let isRead = false
  void macrotask().then(() => {
    if (isRead) return
    console.error(`${name} is not ok, and throws nothing. Assert it: ${assertion}.`)
  })
  return new Proxy(result, {
    get(target, member) {
      // Note: a promise that resolves with the result looks for `then`.
      if (member !== 'then') isRead = true
      const value: unknown = Reflect.get(target, member)
      // Note: the private fields of the class are those of the result, and not of the proxy.
      return typeof value === 'function' && member !== 'constructor'
        ? (value.bind(target) as unknown)
        : value
    },
  })
}
