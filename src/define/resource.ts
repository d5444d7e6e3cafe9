/** A kind of record: its row, its operations, its events, its acts and its recipe, in one value. */
import { type Act, actOf, type Performance } from './act.ts'
import type { Events } from './resource-events.ts'
import { ref, type Shape } from './fields.ts'
import type { Move } from './scheduled-transition.ts'
import type { Operation } from './operation.ts'
import type { Recipe } from './recipe.ts'
import type { Tx } from './tx.ts'
import type { Bound } from './verbs/verb-options.ts'
import { list, type ListGiven } from './verbs/list.ts'
import * as verbs from './verbs/record.ts'

export interface Resource {
  readonly name: string
  /** What one record is called: `Enrollment`. */
  readonly one: string
  readonly shape: Shape
  readonly operations: Readonly<Record<string, Operation>>
  readonly group: string
  readonly events: Events
  readonly acts: Readonly<Record<string, Act>>
  readonly moves: readonly Move[]
  readonly companions: readonly Companion[]
  readonly recipe: Recipe | undefined
  /** A slug stands for the id in the path of every operation. */
  readonly slugs: boolean
  /** What refers to a record stays as it is when the record goes, but for its parts. */
  readonly outlived: boolean
  /** Removes a record where more is to be done than to let its row go. */
  readonly remove: Remove | undefined
}

/** Takes a record away; throws a Problem where it has to stay. */
export type Remove = (tx: Tx, id: number) => unknown

/** A row of another resource that is made, changed and removed with a row of this one. */
export interface Companion {
  readonly table: string
  values(row: never): Readonly<Record<string, unknown>>
}

/** The verbs, bound to the resource, so that a field it does not have does not compile. */
export interface Verbs<S extends Shape> {
  list(given: ListGiven<keyof S & string>): Operation
  show(given: Parameters<typeof verbs.show>[1]): Operation
  create(given: Parameters<typeof verbs.create>[1]): Operation
  update(given: Parameters<typeof verbs.update>[1]): Operation
  destroy(given: Parameters<typeof verbs.destroy>[1]): Operation
  transition(verb: string, move: verbs.Move<keyof S & string>): Operation
}

export interface ResourceGiven {
  readonly one: string
  /** Where the records stand, if not under the resource's name. */
  readonly path?: string
  readonly group?: string
  readonly slugs?: boolean
  readonly outlived?: boolean
}

export interface ResourceParts {
  readonly operations?: Readonly<Record<string, Operation>>
  readonly events?: Events
  readonly acts?: Readonly<Record<string, Act | Performance>>
  readonly moves?: readonly Move[]
  readonly companions?: readonly Companion[]
  readonly recipe?: Recipe
  /** Default: what the operation does that deletes a record by its id, if there is one. */
  readonly remove?: Remove
}

export function resource<S extends Shape>(
  name: string,
  shape: S,
  given: ResourceGiven,
  build: (verbs: Verbs<S>) => ResourceParts,
): Resource {
  const to: Bound = { name, one: given.one, path: given.path ?? `/${name}`, shape }
  const parts = build({
    list: (more) => list(to, more),
    show: (more) => verbs.show(to, more),
    create: (more) => verbs.create(to, more),
    update: (more) => verbs.update(to, more),
    destroy: (more) => verbs.destroy(to, more),
    transition: (verb, move) => verbs.transition(to, verb, move),
  })
  return {
    name,
    one: given.one,
    shape,
    group: given.group ?? name,
    slugs: given.slugs ?? false,
    outlived: given.outlived ?? false,
    remove: parts.remove ?? deletionIn(parts.operations ?? {}),
    operations: withIds(name, parts.operations ?? {}),
    events: parts.events ?? {},
    acts: actsIn(parts),
    moves: parts.moves ?? [],
    companions: parts.companions ?? [],
    recipe: parts.recipe,
  }
}

/** The acts, those among them that are operations taken from these. */
function actsIn({ acts = {}, operations = {} }: ResourceParts): Record<string, Act> {
  return Object.fromEntries(
    Object.entries(acts).map(([id, given]) => {
      if (!('performs' in given)) return [id, given]
      const operation = operations[given.performs]
      if (!operation) throw new Error(`${id} performs the unknown operation "${given.performs}"`)
      return [id, actOf(operation, given)]
    }),
  )
}

/** What the API does to delete a record, as far as the id of the record is all that it asks for. */
function deletionIn(operations: Readonly<Record<string, Operation>>): Remove | undefined {
  const found = Object.values(operations).find(
    ({ method, path }) => method === 'DELETE' && path.match(/\{\w+\}/g)?.join() === '{id}',
  )
  return found && ((tx, id) => found.answer(tx, { id, query: {}, body: {} } as never))
}

/** Says of each `{id}` in a path that it is the id of this resource, unless the operation says more. */
function withIds(
  name: string,
  operations: Readonly<Record<string, Operation>>,
): Record<string, Operation> {
  return Object.fromEntries(
    Object.entries(operations).map(([key, operation]) => {
      const own = operation.path.includes('{id}') ? { id: ref(name) } : {}
      return [key, { ...operation, params: { ...own, ...operation.params } }]
    }),
  )
}
