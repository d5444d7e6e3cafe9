/** The storage of the middleware: a table with a key and a value. A test replaces it, and so does a real database. */

export interface Storage {
  get<T = unknown>(key: string): T | undefined
  set(key: string, value: unknown): void
  delete(key: string): boolean
  entries<T = unknown>(): [key: string, value: T][]
}

/** A storage that lasts as long as the process. */
export function createMemoryStorage(): Storage {
  const values = new Map<string, unknown>()
  return {
    get: <T>(key: string) => structuredClone(values.get(key)) as T | undefined,
    set: (key, value) => void values.set(key, structuredClone(value)),
    delete: (key) => values.delete(key),
    entries: <T>() => structuredClone([...values]) as [string, T][],
  }
}
