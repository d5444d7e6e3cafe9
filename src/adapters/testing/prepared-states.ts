/** A cache of prepared states, by the function that prepares and the other options. */
import { isObject } from '../../engine/errors/argument-checks.ts'

interface PreparedState<O, T> {
  readonly options: O
  readonly state: Promise<T>
}

/** Returns the prepared state of options. It is created at the first call. */
type PreparedStates<O extends object, T> = (
  prepare: object,
  options: O,
  create: () => Promise<T>,
) => Promise<T>

/** Creates a cache of prepared states, by the function that prepares and the other options. */
export function createPreparedStates<O extends object, T>(): PreparedStates<O, T> {
  const statesByPrepare = new WeakMap<object, PreparedState<O, T>[]>()
  return (prepare, options, create) => {
    const states = statesByPrepare.get(prepare) ?? []
    statesByPrepare.set(prepare, states)
    const known = states.find((each) => haveSameValues(each.options, options))
    if (known) return known.state
    const state = create()
    states.push({ options, state })
    return state
  }
}

/** Whether two sets of options have the same values. Flags and assumptions are compared by content. */
function haveSameValues(one: object, other: object): boolean {
  const names = Object.keys({ ...one, ...other })
  return names.every((name) => isSameValue(Reflect.get(one, name), Reflect.get(other, name)))
}

const isSameValue = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) ||
  (isObject(one) && isObject(other) && JSON.stringify(one) === JSON.stringify(other))
