/**
 * Composes the class of the emulator from groups of methods.
 *
 * A group is a small class with the methods and getters of one topic. The composed class has an
 * accessor for each of them on its prototype. The first access creates the group and binds the
 * method, so an emulator that is only forked creates none, and `const { given } = emulator` works.
 */
import { emulatorPrototype } from './unknown-methods.ts'
import { withArgumentCount } from '../errors/argument-count.ts'
import { EmulatorError } from '../errors/errors.ts'
import type { EmulatorContext } from './context.ts'

/** The methods of one topic. Its getters and methods become those of the emulator. */
export abstract class MethodGroup {
  // Note: without the tag, the declarations of the package would contain the types of all components.
  /** @internal */
  protected readonly context: EmulatorContext

  /** @internal */
  constructor(context: EmulatorContext) {
    this.context = context
  }
}

type MethodGroupClass = new (context: EmulatorContext) => MethodGroup

/** The public members of all groups. */
type MethodsOf<G extends readonly MethodGroupClass[]> = (
  G[number] extends infer C
    ? C extends new (context: EmulatorContext) => infer I
      ? (methods: { [K in keyof I]: I[K] }) => void
      : never
    : never
) extends (methods: infer M) => void
  ? M
  : never

/** The key of an emulator's components; code outside this package cannot name it. */
export const contextKey = Symbol('context')

export interface WithContext {
  readonly [contextKey]: EmulatorContext
}

const groupKey = Symbol('group')
const methodKey = Symbol('method')

/** The part of an emulator that creates groups and binds methods on first access. */
class GroupedMethods implements WithContext {
  // Note: a property would print all components in a difference of a test runner.
  readonly #context: EmulatorContext
  // Note: a property for each method would give each emulator a hidden class, which keeps the
  // emulator in memory until the next full garbage collection.
  #groups: Map<MethodGroupClass, MethodGroup> | undefined
  #methods: Map<PropertyKey, unknown> | undefined

  constructor(context: EmulatorContext) {
    this.#context = context
  }

  get [contextKey](): EmulatorContext {
    return this.#context
  }

  [groupKey](Group: MethodGroupClass): MethodGroup {
    const groups = (this.#groups ??= new Map())
    let group = groups.get(Group)
    if (!group) groups.set(Group, (group = new Group(this.#context)))
    return group
  }

  [methodKey](Group: MethodGroupClass, name: PropertyKey): unknown {
    const methods = (this.#methods ??= new Map())
    let method = methods.get(name)
    if (!method) {
      const group = this[groupKey](Group)
      const bound = (Reflect.get(group, name) as () => unknown).bind(group)
      method = withArgumentCount(String(name), bound)
      // Note: `expect(emulator.pending).toHaveLength(0)` and `not.toContain(…)`, without a call, would pass.
      Object.defineProperties(method, {
        length: { value: NaN },
        [Symbol.iterator]: { value: () => refuseIteration(String(name)) },
      })
      methods.set(name, method)
    }
    return method
  }
}

// Note: a lookup reaches this prototype only for a name that the emulator does not have.
Object.setPrototypeOf(GroupedMethods.prototype, emulatorPrototype)

/** Throws for a method whose result was meant. */
function refuseIteration(name: string): never {
  throw new EmulatorError('missing_call', {
    action: `read \`emulator.${name}\``,
    reason: 'it is a method',
    advice: `Call it: \`emulator.${name}(…)\`.`,
  })
}

/** Creates a class with the methods and getters of all groups. */
export function withMethodGroups<const G extends readonly MethodGroupClass[]>(
  groups: G,
): new (context: EmulatorContext) => WithContext & MethodsOf<G> {
  class Composed extends GroupedMethods {}
  for (const Group of groups) {
    const { constructor: _, ...members } = Object.getOwnPropertyDescriptors(Group.prototype)
    for (const name of Reflect.ownKeys(members)) {
      const isGetter = Reflect.get(members, name).get !== undefined
      Object.defineProperty(Composed.prototype, name, {
        configurable: true,
        get: isGetter
          ? function (this: Composed) {
              return Reflect.get(this[groupKey](Group), name)
            }
          : function (this: Composed) {
              return this[methodKey](Group, name)
            },
      })
    }
  }
  return Composed as never
}
