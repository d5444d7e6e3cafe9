/** Defines a resource: its shape, operations, events, acts and recipe. */
import type { AssumedBehaviour } from './behaviour.ts'
import { type Act, resolveOperationAct, type OperationAct } from './act.ts'
import type { ResourceEvents } from './resource-events.ts'
import { ref, type Shape } from './fields.ts'
import { markRequiredTexts } from './body-values.ts'
import type { FlagName } from '../service-types.ts'
import type { ScheduledTransition } from './scheduled-transition.ts'
import type { Operation } from './operation.ts'
import type { Recipe } from './recipe.ts'
import type { Id } from '../store/keys.ts'
import type { Tx } from './tx.ts'
import type { VerbTarget } from './verbs/verb-options.ts'
import { list, type ListOptions } from './verbs/list.ts'
import * as verbs from './verbs/record.ts'

export interface Resource {
  readonly name: string
  /** The name of one record: `Enrollment`. */
  readonly singular: string
  /** What one record is, as a sentence: `A student's place in a planned course.` */
  readonly description: string
  readonly shape: Shape
  readonly operations: Readonly<Record<string, Operation>>
  readonly group: string
  readonly events: ResourceEvents
  readonly acts: Readonly<Record<string, Act>>
  readonly scheduledTransitions: readonly ScheduledTransition[]
  readonly companions: readonly Companion[]
  readonly recipe: Recipe | undefined
  /** Whether the paths of all operations accept a slug in place of the id. */
  readonly usesSlugs: boolean | SlugRedirect
  /** Whether references to a removed record are kept. Its parts are removed in any case. */
  readonly keepReferences: boolean
  /** The rows that the API hides while a flag is off, and the flag of the operations. */
  readonly flaggedRows: FlaggedRows | undefined
  /** Removes a record, if removing its row is not sufficient. */
  readonly remove: RemoveRecord | undefined
  /** The acts that change which records a list contains. */
  readonly listChanges: ListChanges
}

/** The ids of acts that change which records a list contains, besides those that every resource has. */
interface ListChanges {
  /** Merges two records. Its first two inputs are the record that remains and the one that does not. */
  readonly merge?: string
  /** Changes the state of a record, so that some lists omit it. Its first input is the record. */
  readonly hide?: string
}

/** The feature that all rows and operations of a resource belong to. */
export interface FlaggedRows {
  readonly flag: FlagName
  /** Why the rows are hidden. With its alternative they are visible. */
  readonly assumption: AssumedBehaviour
}

/** How the records of a resource are found by their slugs. */
interface SlugRedirect {
  /** The field with the former slugs of a record, which redirect to the current one. */
  readonly formerSlugs: string
  /** With its alternative, a slug finds no record. */
  readonly assumption: AssumedBehaviour
}

/** Removes a record; throws a Problem if it must stay. */
type RemoveRecord = (tx: Tx, id: number) => unknown

/** A row of another resource that is created, changed and removed together with a row. */
export interface Companion {
  readonly table: string
  values(row: never): Readonly<Record<string, unknown>>
}

/** The ids of the companions of a new row, by table. Default: generated ids. */
export type CompanionIds = Readonly<Record<string, Id>>

/** The verbs, bound to the resource: a field that the resource lacks does not compile. */
interface BoundVerbs<N extends string, S extends Shape> {
  list(options: ListOptions<keyof S & string>): Operation
  show(options: Parameters<typeof verbs.show>[1]): Operation
  create<B extends Shape>(options: verbs.CreateOptions<B>): Operation
  update<B extends Shape>(options: verbs.UpdateOptions<N, B>): Operation
  destroy(options: Parameters<typeof verbs.destroy>[1]): Operation
  transition(verb: string, options: verbs.TransitionOptions<keyof S & string>): Operation
}

interface ResourceOptions {
  readonly singular: string
  /** The path of the records. Default: the resource's name. */
  readonly path?: string
  readonly group?: string
  /** Whether the slug of a record stands for its id in a path. Default: false. */
  readonly usesSlugs?: boolean | SlugRedirect
  readonly keepReferences?: boolean
  readonly flaggedRows?: FlaggedRows
}

interface ResourceDefinition {
  readonly description: string
  readonly operations?: Readonly<Record<string, Operation>>
  readonly events?: ResourceEvents
  readonly acts?: Readonly<Record<string, Act | OperationAct>>
  readonly scheduledTransitions?: readonly ScheduledTransition[]
  readonly companions?: readonly Companion[]
  readonly recipe?: Recipe
  /** Default: the operation that deletes a record by its id, if there is one. */
  readonly remove?: RemoveRecord
  /** Default: none. */
  readonly listChanges?: ListChanges
}

export function resource<N extends string, S extends Shape>(
  name: N,
  shape: S,
  options: ResourceOptions,
  build: (verbs: BoundVerbs<N, S>) => ResourceDefinition,
): Resource {
  const target: VerbTarget<N> = {
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
    transition: (verb, more) => verbs.transition(target, verb, more),
  })
  const operations = completeOperations(target, definition.operations ?? {}, options.flaggedRows)
  return {
    name,
    singular: options.singular,
    description: definition.description,
    shape,
    group: options.group ?? name,
    usesSlugs: options.usesSlugs ?? false,
    keepReferences: options.keepReferences ?? false,
    flaggedRows: options.flaggedRows,
    listChanges: definition.listChanges ?? {},
    remove: definition.remove ?? findRemoval(operations),
    operations,
    events: definition.events ?? {},
    acts: resolveActs({ ...definition, operations }),
    scheduledTransitions: definition.scheduledTransitions ?? [],
    companions: definition.companions ?? [],
    recipe: definition.recipe,
  }
}

/** Returns the acts; acts that name an operation are created from it. */
function resolveActs({ acts = {}, operations = {} }: ResourceDefinition): Record<string, Act> {
  return Object.fromEntries(
    Object.entries(acts).map(([id, definition]) => {
      if ('handle' in definition) return [id, definition]
      const operation = operations[definition.operation]
      if (!operation) throw new Error(`${id} names the unknown operation "${definition.operation}"`)
      return [id, resolveOperationAct(operation, definition)]
    }),
  )
}

/** Returns the removal of the operation that deletes a record and needs only its id. */
function findRemoval(operations: Readonly<Record<string, Operation>>): RemoveRecord | undefined {
  const found = Object.values(operations).find(
    ({ method, path }) => method === 'DELETE' && path.match(/\{\w+\}/g)?.join() === '{id}',
  )
  return found && ((tx, id) => found.handle(tx, { id, query: {}, body: {} } as never))
}

/**
 * Declares the path parameter `{id}` as the id of this resource, unless the operation declares it,
 * marks the required texts of the body, and adds the flag of the resource.
 */
function completeOperations(
  { name, shape }: VerbTarget,
  operations: Readonly<Record<string, Operation>>,
  flaggedRows: FlaggedRows | undefined,
): Record<string, Operation> {
  const flags = flaggedRows && { flag: flaggedRows.flag, flagInReference: flaggedRows.flag }
  return Object.fromEntries(
    Object.entries(operations).map(([key, operation]) => {
      const idParam = operation.path.includes('{id}') ? { id: ref(name) } : {}
      const { body, alternativeBody } = operation
      const marked = {
        body: body && markRequiredTexts(body, shape),
        alternativeBody: alternativeBody && {
          ...alternativeBody,
          body: markRequiredTexts(alternativeBody.body, shape),
        },
      }
      const params = { ...idParam, ...operation.params }
      return [key, { ...operation, ...marked, ...flags, params }]
    }),
  )
}
