/** Turns the changes of one commit into the events that they announce. */
import type { Resource } from '../define/resource.ts'
import type { AnyRow } from '../define/tx.ts'
import type { Id } from '../machine/keys.ts'
import type { Change } from '../machine/store.ts'
import type { Catalog } from './catalog.ts'

/** What the writer said about a change. */
export interface ChangeNote {
  readonly silent: boolean
  /** The event that stands for this change, in place of the usual one. */
  readonly event: string | undefined
}

export type ChangeKind = 'created' | 'updated' | 'deleted'

/** What became of one row in one commit, whatever happened in between. */
export interface NetChange {
  readonly table: string
  readonly id: Id
  readonly kind: ChangeKind
  readonly before: AnyRow | undefined
  readonly after: AnyRow | undefined
  readonly silent: boolean
  readonly event: string | undefined
}

/** One change for each row, in the order in which rows were first touched. */
export function netChanges(changes: readonly Change[]): NetChange[] {
  const [only] = changes
  if (only && changes.length === 1) return netOf(only, only, only.note as ChangeNote)
  const net = new Map<string, { first: Change; last: Change; note: ChangeNote }>()
  for (const change of changes) {
    const key = `${change.table} ${change.id}`
    const { silent, event } = change.note as ChangeNote
    const known = net.get(key)
    net.set(key, {
      first: known?.first ?? change,
      last: change,
      note: { silent: silent && (known?.note.silent ?? true), event: event ?? known?.note.event },
    })
  }
  return [...net.values()].flatMap(({ first, last, note }) => netOf(first, last, note))
}

/** What became of a row between its first and its last change; nothing, if it is as it was. */
function netOf(first: Change, last: Change, { silent, event }: ChangeNote): NetChange[] {
  const kind = kindOf(first.before, last.after)
  if (!kind) return []
  const { table, id, before } = first
  return [{ table, id, kind, before, after: last.after, silent, event }]
}

/** Every change by itself. */
export const eachChange = (changes: readonly Change[]): NetChange[] =>
  changes.flatMap((change) => netOf(change, change, change.note as ChangeNote))

function kindOf(before: AnyRow | undefined, after: AnyRow | undefined): ChangeKind | undefined {
  if (before && after) return before === after ? undefined : 'updated'
  return after ? 'created' : before ? 'deleted' : undefined
}

const kindOrder: Readonly<Record<ChangeKind, number>> = { created: 0, updated: 1, deleted: 2 }

/** The changes that announce something, parents before children, created before updated. */
export function inEventOrder(changes: readonly NetChange[], catalog: Catalog): NetChange[] {
  return changes
    .filter(({ silent }) => !silent)
    .sort(
      (a, b) =>
        catalog.rank(a.table) - catalog.rank(b.table) || kindOrder[a.kind] - kindOrder[b.kind],
    )
}

/**
 * The names of the events that a change announces. A move with a name of its own stands for
 * `.updated`, or beside it in the other reading; a new row is `.created` whatever else it went through.
 */
export function eventNamesFor(change: NetChange, catalog: Catalog, bothNames: boolean): string[] {
  const { events } = catalog.resources.get(change.table) as Resource
  const lifecycleEvent = events[change.kind]
  if (change.event === undefined || change.kind !== 'updated') {
    return lifecycleEvent === undefined ? [] : [lifecycleEvent]
  }
  return bothNames && lifecycleEvent !== undefined ? [change.event, lifecycleEvent] : [change.event]
}

/** Whether a field would hold what it holds already. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((part, i) => isSameValue(part, b[i]))
  }
  return typeof a === 'object' && a !== null && JSON.stringify(a) === JSON.stringify(b)
}
