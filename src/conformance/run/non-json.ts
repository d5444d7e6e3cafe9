/** Finds what JSON cannot hold in a value, so that two different values are not compared as equal. */

/** A part of a value that JSON cannot hold. */
interface NonJson {
  /** The kind of the part: `a Map`. */
  readonly noun: string
  /** The names and the indexes that lead to the part. */
  readonly path: readonly (string | number)[]
  /** What to return instead. */
  readonly advice: string
}

/**
 * Returns the first part that JSON drops, refuses or writes as `{}`; undefined if there is none. As in JSON, an
 * object may have a `toJSON`, and members may be undefined.
 */
export const findNonJson = (value: unknown): NonJson | undefined => nonJsonIn(value, '', new Set())

function nonJsonIn(given: unknown, key: string, parents: Set<object>): NonJson | undefined {
  const value = serialized(given, key)
  if (typeof value !== 'object' || value === null) return nonJsonScalar(value)
  if (parents.has(value)) {
    return { noun: 'an object that contains itself', path: [], advice: 'return a plain object' }
  }
  const noun = nounOfHiddenContent(value)
  if (noun !== undefined) {
    return { noun, path: [], advice: adviceByNoun[noun] ?? 'return a plain object' }
  }
  parents.add(value)
  for (const [name, part] of Object.entries(value)) {
    const found = nonJsonIn(part, name, parents)
    if (found) {
      return { ...found, path: [Array.isArray(value) ? Number(name) : name, ...found.path] }
    }
  }
  parents.delete(value)
  return undefined
}

function serialized(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { toJSON } = value as { toJSON?: unknown }
  return typeof toJSON === 'function' ? (toJSON.call(value, key) as unknown) : value
}

function nonJsonScalar(value: unknown): NonJson | undefined {
  if (typeof value === 'bigint') {
    return { noun: 'a BigInt', path: [], advice: 'return a number or a string' }
  }
  if (typeof value !== 'function' && typeof value !== 'symbol') return undefined
  return { noun: `a ${typeof value}`, path: [], advice: 'return a JSON value' }
}

const adviceByNoun: Readonly<Record<string, string>> = {
  'a Set': 'return a list',
  'a Promise': 'await it',
}

/** The built-in classes whose content JSON writes as their text or as their items. */
const visibleClasses = new Set(['Object', 'Array', 'Number', 'String', 'Boolean'])

/** Names an object of a built-in class with content that JSON leaves out, such as a Map or a Promise. */
function nounOfHiddenContent(value: object): string | undefined {
  const name = Object.prototype.toString.call(value).slice('[object '.length, -1)
  if (name === 'Map' || name === 'Set') return `a ${name}`
  if (visibleClasses.has(name) || ArrayBuffer.isView(value)) return undefined
  if (Object.keys(value).length > 0) return undefined
  return /^[AEIOU]/.test(name) ? `an ${name}` : `a ${name}`
}

/** Formats a path as code: `state.names[2]`. */
export const formatPath = (root: string, path: NonJson['path']): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return /^[A-Za-z_$][\w$]*$/.test(part) ? `${text}.${part}` : `${text}[${JSON.stringify(part)}]`
  }, root)
