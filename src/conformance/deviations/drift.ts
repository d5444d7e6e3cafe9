/**
 * Drift: acts that change a list between two of its pages.
 *
 * The definitions of the resources give the list, its order and its acts. No act depends on a resource.
 */
import { identity, timestamps } from '../../engine/define/fields.ts'
import type { WalkPosition } from '../../engine/define/verbs/walk-position.ts'
import { Problem } from '../../engine/define/problems.ts'
import { referenceTarget } from '../../engine/define/references.ts'
import type { Resource } from '../../engine/define/resource.ts'
import type { AnyRow, RowValues } from '../../engine/define/tx.ts'
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import { performAct } from '../../engine/emulator/methods/acts.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'

/** An act that changes the world, as data. */
interface WorldAct {
  /** The id of the act. */
  readonly act: string
  readonly input: RowValues
}

/** An act with the number of the step in which it happened. The final synchronization is the last step. */
export interface PlacedAct extends WorldAct {
  readonly step: number
}

interface DriftContext {
  readonly walk: WalkPosition
  readonly resource: Resource
  readonly resources: ReadonlyMap<string, Resource>
}

/** Returns the acts that a deviation can consist of, best first; none if it does not apply to the list. */
type DriftPlan = (context: DriftContext) => readonly WorldAct[]

const plans: Readonly<Record<string, DriftPlan>> = {
  'insert-before': (context) => insertion(context, true),
  'insert-after': (context) => insertion(context, false),
  'delete-read': ({ walk: { resource, read } }) =>
    read.toReversed().map(({ id }) => ({ act: 'remove', input: { resource, id } })),
  'delete-unread': ({ walk: { resource, unread } }) =>
    unread.map(({ id }) => ({ act: 'remove', input: { resource, id } })),
  'move-read': ({ walk, resource }) => move(resource, walk, walk.read.at(-1), walk.unread.at(-1)),
  'move-unread': ({ walk, resource }) => move(resource, walk, walk.unread[0], walk.read[0]),
  'merge-records': merge,
  'hide-unread': ({ walk, resource }) => walk.unread.flatMap((row) => hide(resource, row)),
  'hide-read': ({ walk, resource }) => walk.read.toReversed().flatMap((row) => hide(resource, row)),
}

/** Creates a record whose place in the list is before or after the cursor. */
function insertion({ walk }: DriftContext, isBefore: boolean): WorldAct[] {
  const { resource, sort, values, read, unread } = walk
  const [key] = sort
  const isById = key === undefined || key.field === 'id'
  // Note: the id of a new record is the highest.
  if (isById && isBefore !== (key?.descending ?? false)) return []
  const neighbour = isBefore ? read[0] : unread.at(-1)
  const place = isById ? {} : { [key.field]: neighbour?.[key.field] }
  return [{ act: 'create', input: { resource, values: { ...values, ...place } } }]
}

/** Gives a row the sort key of a row on the other side of the cursor. Ids and timestamps do not change. */
function move(
  { name, shape }: Resource,
  { sort }: WalkPosition,
  row: AnyRow | undefined,
  other: AnyRow | undefined,
): WorldAct[] {
  const field = sort[0]?.field ?? 'id'
  const canChange = !(field in identity || field in timestamps || shape[field]?.spec.computed)
  if (!canChange || !row || !other || row[field] === other[field]) return []
  const values = { [field]: other[field] }
  return [{ act: 'update', input: { resource: name, id: row.id, values } }]
}

/** Merges the record of an unread row into that of a row already read: the rows or what they refer to. */
function merge({ walk: { read, unread }, resource, resources }: DriftContext): WorldAct[] {
  const fields = ['id', ...Object.keys(resource.shape)]
  for (const field of fields) {
    const target =
      field === 'id' ? resource.name : referenceTarget(resource.shape[field]?.spec, read[0] ?? {})
    const { listChanges, acts = {} } = resources.get(target ?? '') ?? {}
    const [secondary] = unread.map((row) => row[field]).filter((id) => typeof id === 'number')
    const primary = read.map((row) => row[field]).findLast((id) => typeof id === 'number')
    const id = listChanges?.merge
    if (id === undefined || secondary === undefined || primary === undefined) continue
    if (primary !== secondary) return [actOf(acts[id]?.input ?? {}, id, [primary, secondary])]
  }
  return []
}

function hide({ listChanges, acts }: Resource, row: AnyRow): WorldAct[] {
  const id = listChanges.hide
  return id === undefined ? [] : [actOf(acts[id]?.input ?? {}, id, [row.id])]
}

/** An act with values for its first inputs. */
const actOf = (input: object, act: string, values: readonly unknown[]): WorldAct => ({
  act,
  input: Object.fromEntries(values.map((value, i) => [Object.keys(input)[i] ?? '', value])),
})

/** Returns the acts that a deviation before a page can consist of. */
export function driftActs(
  context: Pick<EmulatorContext, 'catalog'>,
  deviation: string,
  walk: WalkPosition,
): readonly WorldAct[] {
  const { resources } = context.catalog
  const resource = resources.get(walk.resource)
  return resource ? (plans[deviation]?.({ walk, resource, resources }) ?? []) : []
}

/** The number of acts that are tried until the service accepts one. */
const attemptsMax = 3

/** Performs the first act that the service accepts, and returns it; undefined if it refuses all. */
export function performFirst(
  context: EmulatorContext,
  acts: readonly WorldAct[],
): WorldAct | undefined {
  return acts.slice(0, attemptsMax).find((each) => isPerformed(context, each))
}

function isPerformed(context: EmulatorContext, { act, input }: WorldAct): boolean {
  try {
    context.journal.withCause(undefined, () => performAct(context, act, input))
    return true
  } catch (error) {
    if (error instanceof Problem || error instanceof EmulatorError) return false
    throw error
  }
}
