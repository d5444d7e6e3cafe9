/**
 * Carries the cause of asynchronous work, such as the attempt whose receiver runs, through its promises.
 *
 * Node provides the storage. A browser has none, so that requests have no cause there.
 */

/** An entry of a journal. The identity tells apart the entries of forks and of cleared journals. */
export interface CauseRef {
  /** The identity of the journal. */
  readonly journal: object
  readonly number: number
}

/** The part of `AsyncLocalStorage` that the kit needs. */
interface AsyncStorage<V> {
  run<T>(value: V, work: () => T): T
  getStore(): V | undefined
}

interface AsyncHooks {
  readonly AsyncLocalStorage: new <V>() => AsyncStorage<V>
}

interface Host {
  process?: { getBuiltinModule?(id: string): AsyncHooks | undefined }
}

type StoredValues = Readonly<Record<symbol, unknown>>

// Note: the storage costs nothing before the first `run`. Deliveries with a fixed answer need no `run`.
const hooks = (globalThis as Host).process?.getBuiltinModule?.('node:async_hooks')
// Note: all storages share one of the host, because each of those adds to the cost of each promise.
const hostStorage = hooks && new hooks.AsyncLocalStorage<StoredValues>()
const storage = createAsyncStorage<CauseRef>()

/** Creates a storage whose values follow the promises and timers of their work; undefined in browsers. */
export function createAsyncStorage<V>(): AsyncStorage<V> | undefined {
  const key = Symbol('storage')
  return (
    hostStorage && {
      run: (value, work) => hostStorage.run({ ...hostStorage.getStore(), [key]: value }, work),
      getStore: () => hostStorage.getStore()?.[key] as V | undefined,
    }
  )
}

/** Runs work. The work and the promises that it starts have this cause. */
export const withAsyncCause = <T>(cause: CauseRef, work: () => T): T =>
  storage ? storage.run(cause, work) : work()

/** The cause of the running code; undefined outside of `withAsyncCause`. */
export const currentAsyncCause = (): CauseRef | undefined => storage?.getStore()

/** The journals whose entries caused requests to another emulator. */
const strayJournals = new WeakSet<object>()

/** Notes that work with a cause has sent a request to an emulator with another journal. */
export const noteStrayCause = ({ journal }: CauseRef): void => void strayJournals.add(journal)

export const hasStrayRequests = (journal: object): boolean => strayJournals.has(journal)

/** Returns the function with the current cause, for callbacks that another context calls, such as fake timers. */
export function bindAsyncCause<F>(callback: F): F {
  const cause = currentAsyncCause()
  if (!cause || typeof callback !== 'function') return callback
  return ((...args: unknown[]) =>
    withAsyncCause(cause, () => Reflect.apply(callback, undefined, args) as unknown)) as F
}
