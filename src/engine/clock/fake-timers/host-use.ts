/** Detects an integration that uses the network or the time of the host and not those of its connection. */
import { createAsyncStorage } from '../async-cause.ts'
import { EmulatorError } from '../../errors/errors.ts'
import { createPromiseQueue } from '../promise-queue.ts'

const watchedNames = ['fetch', 'setTimeout', 'setInterval'] as const
type WatchedName = (typeof watchedNames)[number]
type AnyFunction = (...input: never[]) => unknown

// Note: captured when the module loads. Fake timers that were installed later are not those of the host.
const natives: Readonly<Partial<Record<WatchedName, AnyFunction>>> = {
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
}

/** Why a use is refused, with what to use in its place and where it happened. */
const useError = (name: WatchedName, action: string, stack: string): EmulatorError => {
  const substitute = name === 'fetch' ? 'fetch' : 'sleep'
  return new EmulatorError('host_use', {
    action,
    reason: `it uses the global \`${name}\``,
    advice: `Pass it \`${substitute}\` of the connection${
      name === 'fetch' ? '' : ', or share fake timers with `shareTime`'
    }.\n${stack}`,
  })
}

interface HostUseWatch {
  /** What fails, as a verb and an object. */
  readonly action: string
  readonly names: readonly string[]
  /** The first use; undefined if there was none. */
  use?: EmulatorError
}

const watches = createAsyncStorage<HostUseWatch>()

/** The timers whose use is certainly that of the watched work: none without `AsyncLocalStorage`. */
export const attributedTimers: readonly WatchedName[] = watches ? ['setTimeout', 'setInterval'] : []

/** Without `AsyncLocalStorage`, watched runs are serialized, and a use is attributed to the current run. */
const turns = createPromiseQueue()
const active = new Set<HostUseWatch>()
let restoreGlobals = (): void => {}

const watchOfCaller = (): HostUseWatch | undefined => {
  const [first] = active
  const watch = watches ? watches.getStore() : first
  return watch && active.has(watch) ? watch : undefined
}

/**
 * Performs work and watches some globals. Returns its result with the first use in it, or in what it started.
 * A call of `fetch` is refused, because it would reach the network. Other code of the process is not affected.
 */
export function watchHostUse<T>(
  work: () => Promise<T>,
  action = 'explore the integration',
  names: readonly WatchedName[] = watchedNames,
): Promise<{ readonly result: T; readonly use: EmulatorError | undefined }> {
  const watch: HostUseWatch = { action, names }
  const watched = async () => {
    if (active.size === 0) restoreGlobals = replaceGlobals()
    active.add(watch)
    try {
      const result = await (watches ? watches.run(watch, work) : work())
      return { result, use: watch.use }
    } finally {
      active.delete(watch)
      if (active.size === 0) restoreGlobals()
    }
  }
  return watches ? watched() : turns.enqueue(watched)
}

/** The wrappers of this file. Other code may have kept one of them and set it again. */
const wrappers = new WeakSet<object>()

/** Whether a global of the host is watched. */
export const isWatched = (value: object): boolean => wrappers.has(value)

/**
 * Replaces the globals by wrappers, and returns a function that restores them. A global `fetch` that other code put
 * there, such as an emulator that listens, is replaced too. Timers of other code are fake timers.
 */
function replaceGlobals(): () => void {
  const replaced = watchedNames.flatMap((name) => {
    const original = globalThis[name] as AnyFunction
    if (name !== 'fetch' && original !== natives[name] && !wrappers.has(original)) return []
    // Note: each time a new wrapper. Other code may have wrapped an earlier one, which then calls it.
    const wrapper: AnyFunction = (...input) => {
      const watch = watchOfCaller()
      if (!watch?.names.includes(name)) return original(...input)
      const stack = callerStack()
      // Note: a `fetch` that code kept before it was replaced sets the timers of its connection.
      const used = /\bundici\b/.test(stack.split('\n', 1)[0] as string) ? 'fetch' : name
      const error = useError(used, watch.action, stack)
      watch.use ??= error
      return name === 'fetch' ? Promise.reject(error) : original(...input)
    }
    wrappers.add(wrapper)
    replaceGlobal(name, wrapper)
    return [{ name, original, wrapper }]
  })
  return () => {
    for (const { name, original, wrapper } of replaced)
      if (globalThis[name] === wrapper) replaceGlobal(name, original)
  }
}

function replaceGlobal(name: WatchedName, value: AnyFunction): void {
  ;(globalThis as Record<string, unknown>)[name] = value
}

/** The frames of the caller, without the message and the two frames of this file. */
const callerStack = (): string => (new Error('use').stack ?? '').split('\n').slice(3).join('\n')
