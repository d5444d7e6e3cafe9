/** Finds what a state lacks although two other states have it. */
import { isObject } from '../../engine/errors/argument-checks.ts'
import { stableJson } from '../run/choice-point.ts'

/** The states of two runs, and the one that is judged. */
type ComparedValues = readonly [earlier: unknown, later: unknown, actual: unknown]

/** The path of a part that both other states have. Values can differ, and the order of lists has no meaning. */
export function lostPath(path: string, values: ComparedValues): string | undefined {
  const [earlier, later, actual] = values
  if (earlier === undefined || later === undefined) return undefined
  if (actual === undefined) return path
  if (values.every(Array.isArray)) return lostItem(path, values.map(textsOf))
  if (!values.every(isObject)) return undefined
  const objects: readonly Record<string, unknown>[] = values
  for (const name of Object.keys(earlier ?? {})) {
    const [first, second, third] = objects.map((object) => object[name])
    const found = lostPath(`${path}.${name}`, [first, second, third])
    if (found !== undefined) return found
  }
  return undefined
}

const textsOf = (list: readonly unknown[]): ReadonlySet<string> =>
  new Set(list.map((item) => stableJson(item)))

function lostItem(path: string, lists: readonly ReadonlySet<string>[]): string | undefined {
  const [earlier, later, actual] = lists
  const item = [...(earlier ?? [])].find((each) => later?.has(each) && !actual?.has(each))
  return item && `${item} in ${path}`
}
