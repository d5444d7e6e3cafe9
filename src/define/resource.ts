/** A kind of record: its row, its operations, its events, its acts and its recipe, in one value. */
import { type Act, resolveOperationAct, type OperationAct } from './act.ts'
import type { ResourceEvents } from './resource-events.ts'
import { ref, type Shape } from './fields.ts'
import type { ScheduledTransition } from './scheduled-transition.ts'
import type { Operation } from './operation.ts'
import type { Recipe } from './recipe.ts'
import type { Tx } from './tx.ts'
import type { VerbTarget } from './verbs/verb-options.ts'
import { list, type ListOptions } from './verbs/list.ts'
import * as verbs from './verbs/record.ts'

export interface Resource {
  readonly name: string
  /** What one record is called: `Enrollment`. */
  readonly singular: string
  readonly shape: Shape
  readonly operations: Readonly<Record<string, Operation>>
  readonly group: string
  readonly events: ResourceEvents
  readonly acts: Readonly<Record<string, Act>>
  readonly scheduledTransitions: readonly ScheduledTransition[]
  readonly companions: readonly Companion[]
  readonly recipe: Recipe | undefined
  /** A slug stands for the id in the path of every operation. */
  readonly usesSlugs: boolean
  /** What refers to a record stays as it is when the record goes, but for its parts. */
  readonly keepReferences: boolean
  /** Removes a record where more is to be done than to let its row go. */
  readonly remove: RemoveRecord | undefined
}

/** Takes a record away; throws a Problem where it has to stay. */
export type RemoveRecord = (tx: Tx, id: number) => unknown

/** A row of another resource that is made, changed and removed with a row of this one. */
export interface Companion {
  readonly table: string
  values(row: never): Readonly<Record<string, unknown>>
}

/** The verbs, bound to the resource, so that a field it does not have does not compile. */
export interface BoundVerbs<S extends Shape> {
  list(options: ListOptions<keyof S & string>): Operation
  show(options: Parameters<typeof verbs.show>[1]): Operation
  create(options: Parameters<typeof verbs.create>[1]): Operation
  update(options: Parameters<typeof verbs.update>[1]): Operation
  destroy(options: Parameters<typeof verbs.destroy>[1]): Operation
  transition(verb: string, options: verbs.TransitionOptions<keyof S & string>): Operation
}

export interface ResourceOptions {
  readonly singular: string
  /** Where the records stand, if not under the resource's name. */
  readonly path?: string
  readonly group?: string
  readonly usesSlugs?: boolean
  readonly keepReferences?: boolean
}

export interface ResourceDefinition {
  readonly operations?: Readonly<Record<string, Operation>>
  readonly events?: ResourceEvents
  readonly acts?: Readonly<Record<string, Act | OperationAct>>
  readonly scheduledTransitions?: readonly ScheduledTransition[]
  readonly companions?: readonly Companion[]
  readonly recipe?: Recipe
  /** Default: what the operation does that deletes a record by its id, if there is one. */
  readonly remove?: RemoveRecord
}

export function resource<S extends Shape>(
  name: string,
  shape: S,
  options: ResourceOptions,
  build: (verbs: BoundVerbs<S>) => ResourceDefinition,
): Resource {
  const target: VerbTarget = {
    name,
    singular: options.singular,
    path: options.path ?? `/${name}`,
    shape,
  }
  const definition = build({
    list: (more) => list(target, more),
    show: (more) => verbs.show(target, more),
    create: (more) => verbs.create(target, more),
    update: (more) => verbs.update(target, more),
    destroy: (more) => verbs.destroy(target, more),
    transition: (verb, move) => verbs.transition(target, verb, move),
  })
  return {
    name,
    singular: options.singular,
    shape,
    group: options.group ?? name,
    usesSlugs: options.usesSlugs ?? false,
    keepReferences: options.keepReferences ?? false,
    remove: definition.remove ?? findRemoval(definition.operations ?? {}),
    operations: withIdParams(name, definition.operations ?? {}),
    events: definition.events ?? {},
    acts: resolveActs(definition),
    scheduledTransitions: definition.scheduledTransitions ?? [],
    companions: definition.companions ?? [],
    recipe: definition.recipe,
  }
}

/** The acts, those among them that are operations taken from these. */
function resolveActs({ acts = {}, operations = {} }: ResourceDefinition): Record<string, Act> {
  return Object.fromEntries(
    Object.entries(acts).map(([id, given]) => {
      if (!('operation' in given)) return [id, given]
      const operation = operations[given.operation]
      if (!operation) throw new Error(`${id} performs the unknown operation "${given.operation}"`)
      return [id, resolveOperationAct(operation, given)]
    }),
  )
}

/** What the API does to delete a record, as far as the id of the record is all that it asks for. */
function findRemoval(operations: Readonly<Record<string, Operation>>): RemoveRecord | undefined {
  const found = Object.values(operations).find(
    ({ method, path }) => method === 'DELETE' && path.match(/\{\w+\}/g)?.join() === '{id}',
  )
  return found && ((tx, id) => found.handle(tx, { id, query: {}, body: {} } as never))
}

/** Says of each `{id}` in a path that it is the id of this resource, unless the operation says more. */
function withIdParams(
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
