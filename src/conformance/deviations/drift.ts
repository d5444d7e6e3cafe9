/**
 * Lists that change between two of their pages.
 *
 * The definitions of the resources give the list, its order and its acts. No act depends on a resource.
 */
import { identity, timestamps } from '../../engine/define/fields.ts'
import type { WalkPosition } from '../../engine/define/verbs/walk-position.ts'
import { referenceTarget } from '../../engine/define/references.ts'
import type { Resource } from '../../engine/define/resource.ts'
import type { AnyRow } from '../../engine/define/tx.ts'
import type { ServiceAct } from '../run/service-act.ts'
import { deviation, type DeviationDefinition, type DeviationKindDefinition } from './deviation.ts'

interface DriftContext {
  readonly walk: WalkPosition
  readonly resource: Resource
  readonly resources: ReadonlyMap<string, Resource>
}

/** Returns the acts that a deviation can consist of, best first; none if it does not apply to the list. */
type DriftPlan = (context: DriftContext) => readonly ServiceAct[]

const removals = (resource: string, rows: readonly AnyRow[]): ServiceAct[] =>
  rows.map(({ id }) => ({ act: 'remove', input: { resource, id } }))

/** Creates a record whose place in the list is before or after the cursor. */
function insertion({ walk }: DriftContext, isBefore: boolean): ServiceAct[] {
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
): ServiceAct[] {
  const field = sort[0]?.field ?? 'id'
  const canChange = !(field in identity || field in timestamps || shape[field]?.spec.computed)
  if (!canChange || !row || !other || row[field] === other[field]) return []
  const values = { [field]: other[field] }
  return [{ act: 'update', input: { resource: name, id: row.id, values } }]
}

/** Merges the record of an unread row into that of a row already read: the rows or what they refer to. */
function merge({ walk: { read, unread }, resource, resources }: DriftContext): ServiceAct[] {
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

function hide({ listChanges, acts }: Resource, row: AnyRow): ServiceAct[] {
  const id = listChanges.hide
  return id === undefined ? [] : [actOf(acts[id]?.input ?? {}, id, [row.id])]
}

/** An act with values for its first inputs. */
const actOf = (input: object, act: string, values: readonly unknown[]): ServiceAct => ({
  act,
  input: Object.fromEntries(values.map((value, i) => [Object.keys(input)[i] ?? '', value])),
})

const drifted = (name: string, summary: string, plan: DriftPlan): DeviationDefinition =>
  deviation<'page'>({
    name,
    at: 'page',
    summary: `${summary} between two pages of a list.`,
    rule: 'the service: users change records at any time, and a list is not a snapshot',
    apply(run, walk) {
      const { resources } = run.context.catalog
      const resource = resources.get(walk.resource)
      const acts = resource ? plan({ walk, resource, resources }) : []
      return run.perform(acts) ? undefined : 'refused'
    },
  })

export const drift = {
  kind: 'drift',
  about: 'a list changes between two of its pages',
  selection: 'default',
  absence:
    'no list of the baseline run has a second page. Give the scenario more records, or read with a smaller per_page',
  changesService: true,
  deviations: [
    drifted('insert-before', 'A record is created before the cursor', (context) =>
      insertion(context, true),
    ),
    drifted('insert-after', 'A record is created after the cursor', (context) =>
      insertion(context, false),
    ),
    drifted('delete-read', 'A record that was already read is deleted', ({ walk }) =>
      removals(walk.resource, walk.read.toReversed()),
    ),
    drifted('delete-unread', 'A record that was not yet read is deleted', ({ walk }) =>
      removals(walk.resource, walk.unread),
    ),
    drifted(
      'move-read',
      'The sort key of a record that was already read moves it after the cursor',
      ({ walk, resource }) => move(resource, walk, walk.read.at(-1), walk.unread.at(-1)),
    ),
    drifted(
      'move-unread',
      'The sort key of a record that was not yet read moves it before the cursor',
      ({ walk, resource }) => move(resource, walk, walk.unread[0], walk.read[0]),
    ),
    drifted(
      'merge-records',
      'A record that was not yet read is merged into one already read',
      merge,
    ),
    drifted('hide-read', 'A record that was already read changes its state', ({ walk, resource }) =>
      walk.read.toReversed().flatMap((row) => hide(resource, row)),
    ),
    drifted(
      'hide-unread',
      'A record that was not yet read changes its state',
      ({ walk, resource }) => walk.unread.flatMap((row) => hide(resource, row)),
    ),
  ],
} as const satisfies DeviationKindDefinition
