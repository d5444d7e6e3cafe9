/** The storage of an integration: values that survive a crash. */
import { isPromise } from '../../engine/errors/argument-checks.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { copyValue } from './value-copy.ts'

/**
 * Keeps values by key, as a database does. Values are cloned on the way in and on the way out, so that only a
 * value that was stored survives a crash. An exploration with the kind `storage` lets a write throw.
 */
export interface IntegrationStorage {
  /** Returns a copy of the value, or undefined. */
  get<T = unknown>(key: string): T | undefined
  /** Stores a copy of the value. @throws DataCloneError for a value that cannot be cloned, such as a function */
  set(key: string, value: unknown): void
  /**
   * Stores a copy of the value if the key has none, as an insert with a unique key does. Returns whether it stored it.
   *
   * @example
   * const isNew = storage.setIfAbsent(`seen ${notification.id}`, true)
   */
  setIfAbsent(key: string, value: unknown): boolean
  /** Deletes the value. Returns whether there was one. */
  delete(key: string): boolean
  /**
   * Returns the keys with copies of the values, in the order in which the keys were first set. Each call copies all
   * values. For one value, `get` is much faster.
   */
  entries<T = unknown>(): [key: string, value: T][]
  /** Returns the keys that begin with a text, with copies of their values, in the order in which they were first set. */
  list<T = unknown>(prefix: string): [key: string, value: T][]
  /**
   * Performs several writes as one: a crash keeps all of them or none. If `work` throws, nothing is written. `work`
   * reads its own writes.
   *
   * @throws EmulatorError if `work` returns a promise
   * @example
   * storage.transaction((tx) => {
   *   tx.set(`job ${notification.id}`, notification)
   *   tx.set(`seen ${notification.id}`, true)
   * })
   */
  transaction<T>(work: (tx: StorageTransaction) => T): T
}

/** The storage within a transaction. */
export type StorageTransaction = Omit<IntegrationStorage, 'transaction'>

/** What a write does, as the choice points of a run name it. */
export type StorageWrite = 'set' | 'delete' | 'commit'

/** Who uses a storage, and what happens when it writes. */
interface StorageUser {
  /** Whether the user writes to the values that are kept. A crashed integration does not. */
  isAlive(): boolean
  /** Performs a write, or throws. The key of a transaction joins the keys that it changed. */
  write(verb: StorageWrite, key: string, perform: () => void): void
}

type Values = Map<string, unknown>

/** The values of one run. Each instance of the integration opens them. */
export class StoredRunValues {
  readonly #values: Values = new Map()

  /** Returns the storage for one instance of the integration. */
  open(user: StorageUser): IntegrationStorage {
    // Note: code of an instance that crashed can go on. Its writes reach a copy, so that a loop over its jobs ends.
    let abandoned: Values | undefined
    const values = (): Values =>
      user.isAlive() ? this.#values : (abandoned ??= new Map(this.#values))
    const write: StorageUser['write'] = (operation, key, perform) => {
      if (user.isAlive()) user.write(operation, key, perform)
      else perform()
    }
    return guarded({
      ...storageOf(values, write),
      transaction<T>(work: (tx: StorageTransaction) => T): T {
        const kept = values()
        const copy = new Map(kept)
        const changed = new Set<string>()
        const tx = guarded(
          storageOf(
            () => copy,
            (_, key, perform) => {
              changed.add(key)
              perform()
            },
          ),
        )
        const result = work(tx)
        if (isPromise(result)) throw asyncTransactionError()
        if (changed.size > 0)
          write('commit', [...changed].join(','), () => replaceValues(kept, copy, changed))
        return result
      },
    })
  }
}

function storageOf(values: () => Values, write: StorageUser['write']): StorageTransaction {
  const list = <T>(prefix: string): [string, T][] =>
    copyValue([...values()].filter(([key]) => key.startsWith(prefix))) as [string, T][]
  const set = (key: string, value: unknown): void => {
    const stored = copyValue(value)
    const kept = values()
    write('set', key, () => void kept.set(key, stored))
  }
  return {
    get: <T>(key: string) => copyValue(values().get(key)) as T | undefined,
    set,
    setIfAbsent(key, value) {
      if (values().has(key)) return false
      set(key, value)
      return true
    },
    delete(key) {
      const kept = values()
      if (!kept.has(key)) return false
      write('delete', key, () => void kept.delete(key))
      return true
    },
    entries: <T>() => list<T>(''),
    list,
  }
}

/** Refuses a value that is set as a property: no restart would keep it. */
const propertyGuard: object = new Proxy(
  {},
  {
    set(_, key) {
      throw new EmulatorError('storage_property', {
        action: 'write to the storage',
        reason: `"${String(key)}" is set as a property, which the storage does not keep`,
        advice: `Write storage.set(${JSON.stringify(String(key))}, value).`,
      })
    },
  },
)

// Note: the guard is the prototype, so that a call of a method does not pass it.
const guarded = <S extends object>(storage: S): S =>
  Object.setPrototypeOf(storage, propertyGuard) as S

/** Takes the changed values of a transaction over. */
function replaceValues(values: Values, changed: Values, keys: Iterable<string>): void {
  for (const key of keys) {
    if (changed.has(key)) values.set(key, changed.get(key))
    else values.delete(key)
  }
}

const asyncTransactionError = (): EmulatorError =>
  new EmulatorError('async_transaction', {
    action: 'commit the transaction',
    reason: 'its work returns a promise',
    advice: 'Read what it needs first, and return no promise.',
  })
