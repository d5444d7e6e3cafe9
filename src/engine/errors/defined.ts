/** Objects without the properties that are undefined. */

/** The properties of `T`, of which those that may be undefined may be absent. */
type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K]
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/**
 * Returns a copy without the properties that are undefined. JSON and a spread then treat them as absent.
 *
 * @example
 * defined({ at: 1, cause: undefined }) // { at: 1 }
 */
export function defined<T extends object>(values: T): Defined<T> {
  const copy: Record<string, unknown> = {}
  for (const name in values) if (values[name] !== undefined) copy[name] = values[name]
  return copy as Defined<T>
}
