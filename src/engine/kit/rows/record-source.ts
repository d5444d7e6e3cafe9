/** Reads the records of a source: a list, a collection of @msw/data or a model of @mswjs/data. */

/** Returns the values of a source; undefined for a value that holds no records. */
export function recordsOfSource(source: unknown): unknown[] | undefined {
  const { all, getAll } = (source ?? {}) as { all?: unknown; getAll?: unknown }
  const readAll = typeof all === 'function' ? all : getAll
  const given: unknown = typeof readAll === 'function' ? readAll.call(source) : source
  const isList = typeof (given as Iterable<unknown> | null)?.[Symbol.iterator] === 'function'
  return isList && typeof given !== 'string' ? [...(given as Iterable<unknown>)] : undefined
}
