/** The storage of an integration: values that survive a crash. */
import { copyValue } from './value-copy.ts'

/**
 * Keeps values by key, as a database does. Values are cloned on the way in and on the way out, so that only a
 * value that was stored survives a crash.
 */
export interface IntegrationStorage {
  /** Returns a copy of the value, or undefined. */
  get<T = unknown>(key: string): T | undefined
  /** Stores a copy of the value. @throws DataCloneError for a value that cannot be cloned, such as a function */
  set(key: string, value: unknown): void
  /** Deletes the value. Returns whether there was one. */
  delete(key: string): boolean
  /**
   * Returns the keys with copies of the values, in the order in which the keys were first set. Each call copies all
   * values. For one value, `get` is much faster.
   */
  entries<T = unknown>(): [key: string, value: T][]
}

/** Who uses a storage, and what happens after it stores a value. */
interface StorageUser {
  /** Whether the user may still write. A crashed integration may not. */
  isAlive(): boolean
  /** Called after each value that the user stores. */
  afterWrite(key: string): void
}

/** The values of one run. Each instance of the integration opens them. */
export class StoredRunValues {
  readonly #values = new Map<string, unknown>()

  /** Returns the storage for one instance of the integration. */
  open({ isAlive, afterWrite }: StorageUser): IntegrationStorage {
    const values = this.#values
    return {
      get: <T>(key: string) => copyValue(values.get(key)) as T | undefined,
      set(key, value) {
        if (!isAlive()) return
        values.set(key, copyValue(value))
        afterWrite(key)
      },
      delete: (key) => isAlive() && values.delete(key),
      entries: <T>() => copyValue([...values]) as [string, T][],
    }
  }
}
