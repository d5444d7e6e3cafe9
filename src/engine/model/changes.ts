/** Converts the changes of a commit to events. */
import type { Resource } from '../define/resource.ts'
import type { AnyRow } from '../define/tx.ts'
import type { Id } from '../store/keys.ts'
import type { Change } from '../store/store.ts'
import type { Catalog } from './catalog.ts'

/** The note of a writer on a change. */
export interface ChangeNote {
  /** Whether the change emits no event. */
  readonly silent: boolean
  /** The event that replaces the `.updated` event. */
  readonly event: string | undefined
  /** Whether the change emits an event of its own, besides the event of earlier changes of the row. */
  readonly isSeparate: boolean
}

type ChangeKind = 'created' | 'updated' | 'deleted'

/** The change of a row between the begin and the end of a commit. */
export interface NetChange {
  readonly table: string
  readonly id: Id
  readonly kind: ChangeKind
  readonly before: AnyRow | undefined
  readonly after: AnyRow | undefined
  readonly silent: boolean
  readonly event: string | undefined
}

/** Merges the changes to one change per row, in the order of the first change of each row. */
export function netChanges(changes: readonly Change[]): NetChange[] {
  const [only] = changes
  if (only && changes.length === 1) return netOf(only, only, only.note as ChangeNote)
  const net = new Map<string, { first: Change; last: Change; note: ChangeNote }>()
  const separateKeys = new Map<string, string>()
  for (const change of changes) {
    const row = `${change.table} ${change.id}`
    const { silent, event, isSeparate } = change.note as ChangeNote
    if (isSeparate) separateKeys.set(row, `${row} ${separateKeys.size}`)
    const key = separateKeys.get(row) ?? row
    const known = net.get(key)
    net.set(key, {
      first: known?.first ?? change,
      last: change,
      note: {
        silent: silent && (known?.note.silent ?? true),
        event: event ?? known?.note.event,
        isSeparate,
      },
    })
  }
  return [...net.values()].flatMap(({ first, last, note }) => netOf(first, last, note))
}

/** Returns the net change of a row; none if the row is as before. */
function netOf(first: Change, last: Change, { silent, event }: ChangeNote): NetChange[] {
  const kind = kindOf(first.before, last.after)
  if (!kind) return []
  const { table, id, before } = first
  return [{ table, id, kind, before, after: last.after, silent, event }]
}

/** Returns each change separately. */
export const eachChange = (changes: readonly Change[]): NetChange[] =>
  changes.flatMap((change) => netOf(change, change, change.note as ChangeNote))

function kindOf(before: AnyRow | undefined, after: AnyRow | undefined): ChangeKind | undefined {
  if (before && after) return before === after ? undefined : 'updated'
  return after ? 'created' : before ? 'deleted' : undefined
}

const kindOrder: Readonly<Record<ChangeKind, number>> = { created: 0, updated: 1, deleted: 2 }

/** Returns the changes that emit events: parents before children, created before updated. */
export function inEventOrder(changes: readonly NetChange[], catalog: Catalog): NetChange[] {
  return changes
    .filter(({ silent }) => !silent)
    .sort(
      (a, b) =>
        catalog.rank(a.table) - catalog.rank(b.table) || kindOrder[a.kind] - kindOrder[b.kind],
    )
}

/**
 * Returns the names of the events of a change. The event of a named transition replaces `.updated`, or
 * is emitted with it if `bothNames` is true. A new row emits only `.created`.
 */
export function eventNamesFor(change: NetChange, catalog: Catalog, bothNames: boolean): string[] {
  const { events } = catalog.resources.get(change.table) as Resource
  const lifecycleEvent = events[change.kind]
  if (change.event === undefined || change.kind !== 'updated') {
    return lifecycleEvent === undefined ? [] : [lifecycleEvent]
  }
  return bothNames && lifecycleEvent !== undefined ? [change.event, lifecycleEvent] : [change.event]
}

/** Returns whether two field values are equal. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((part, i) => isSameValue(part, b[i]))
  }
  return typeof a === 'object' && a !== null && JSON.stringify(a) === JSON.stringify(b)
}
