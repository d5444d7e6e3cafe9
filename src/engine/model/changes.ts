/** Converts the changes of a commit to events, also of records whose derived values change, such as the places of a course. */
import type { Resource } from '../define/resource.ts'
import type { AnyRow } from '../define/tx.ts'
import type { Id } from '../store/keys.ts'
import type { Change } from '../store/store.ts'
import type { Catalog } from './catalog.ts'
import type { FieldSpec } from '../define/fields.ts'
import { companionRows, forEachReferrer } from './referrers.ts'
import type { RecordSerializer, SerializerTx } from './record-serializer.ts'

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
  /** The named event of one of the changes, and whether another change has none. */
  readonly event: string | undefined
  readonly hasOther: boolean
}

/** Merges the changes to one change per row, in the order of the first change of each row. */
export function netChanges(changes: readonly Change[]): NetChange[] {
  const [only] = changes
  if (only && changes.length === 1) return netOfOne(only)
  const net = new Map<string, { first: Change; last: Change; note: NetNote }>()
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
        hasOther: (!silent && event === undefined) || (known?.note.hasOther ?? false),
      },
    })
  }
  return [...net.values()].flatMap(({ first, last, note }) => netOf(first, last, note))
}

type NetNote = Pick<NetChange, 'silent' | 'event' | 'hasOther'>

/** Returns the net change of a row; none if the row is as before. */
function netOf(first: Change, last: Change, note: NetNote): NetChange[] {
  const kind = kindOf(first.before, last.after)
  if (!kind) return []
  const { table, id, before } = first
  return [{ table, id, kind, before, after: last.after, ...note }]
}

function netOfOne(change: Change): NetChange[] {
  const { silent, event } = change.note as ChangeNote
  return netOf(change, change, { silent, event, hasOther: false })
}

/** Returns each change separately. */
export const eachChange = (changes: readonly Change[]): NetChange[] => changes.flatMap(netOfOne)

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
 * Returns the names of the events of a change. The event of a named transition replaces `.updated`. Both are
 * emitted if another change of the commit changed the row too, or if `bothNames` is true. A new row emits only
 * `.created`.
 */
export function eventNamesFor(change: NetChange, catalog: Catalog, bothNames: boolean): string[] {
  const { events } = catalog.resources.get(change.table) as Resource
  const lifecycleEvent = events[change.kind]
  if (change.event === undefined || change.kind !== 'updated') {
    return lifecycleEvent === undefined ? [] : [lifecycleEvent]
  }
  const emitsBoth = lifecycleEvent !== undefined && (bothNames || change.hasOther)
  return emitsBoth ? [change.event, lifecycleEvent] : [change.event]
}

/** Returns whether two field values are equal. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((part, i) => isSameValue(part, b[i]))
  }
  return typeof a === 'object' && a !== null && JSON.stringify(a) === JSON.stringify(b)
}

/** A record and its JSON before the transaction changed another row. */
interface CapturedRecord {
  readonly table: string
  readonly id: Id
  readonly text: string
}

interface DerivedChangesOptions {
  readonly tx: SerializerTx
  readonly catalog: Catalog
  serializer(): RecordSerializer
}

/** The records that can show values of the changed rows, as they were before the changes. */
export class DerivedChanges {
  readonly #options: DerivedChangesOptions
  readonly #captured = new Map<string, CapturedRecord>()

  constructor(options: DerivedChangesOptions) {
    this.#options = options
  }

  /**
   * Captures the records that can show values of a row, before the row changes: those that the row refers
   * to, those to which these refer, those that refer to the row, and the companions of all of them.
   */
  capture(table: string, row: AnyRow): void {
    const { tx, catalog } = this.#options
    for (const [target, referenced] of this.#referencedRows(table, row)) {
      this.#captureWithCompanions(target, referenced)
      for (const next of this.#referencedRows(target, referenced)) this.#captureRecord(...next)
    }
    forEachReferrer(tx, catalog, table, row.id, (reference, referrer) =>
      this.#captureWithCompanions(reference.table, referrer),
    )
  }

  #captureWithCompanions(table: string, row: AnyRow): void {
    const { tx, catalog } = this.#options
    this.#captureRecord(table, row)
    for (const companion of companionRows(tx, catalog, table, row.id)) {
      this.#captureRecord(companion.table, tx.find<string>(companion.table, companion.id))
    }
  }

  /** Returns the existing rows that a row refers to with one id, each with its table. */
  #referencedRows(table: string, row: AnyRow): (readonly [table: string, row: AnyRow])[] {
    const { tx, catalog } = this.#options
    return referencesOf(catalog, table, row).flatMap(({ target, id }) => {
      const referenced = tx.find<string>(target, id)
      return referenced ? [[target, referenced] as const] : []
    })
  }

  #captureRecord(table: string, row: AnyRow | undefined): void {
    const key = `${table} ${row?.id}`
    if (!row || this.#captured.has(key) || !showsDerivedValues(this.#options.catalog, table)) return
    this.#captured.set(key, { table, id: row.id, text: this.#stringify(table, row) })
  }

  #stringify(table: string, row: AnyRow): string {
    return this.#options.serializer().stringify(this.#options.tx, table, row)
  }

  /** Returns a change for each captured record that shows other values, and did not change itself. */
  changes(own: readonly NetChange[]): NetChange[] {
    const changed = new Set(own.map(({ table, id }) => `${table} ${id}`))
    return [...this.#captured].flatMap(([key, { table, id, text }]): NetChange[] => {
      const row = this.#options.tx.find<string>(table, id)
      if (!row || changed.has(key) || this.#stringify(table, row) === text) return []
      const rows = { before: row, after: row }
      const note: NetNote = { silent: false, event: undefined, hasOther: false }
      return [{ table, id, kind: 'updated', ...rows, ...note }]
    })
  }
}

/** Whether a record of the table has an event for updates, and shows values of other rows. */
function showsDerivedValues({ resources }: Catalog, table: string): boolean {
  const { events, shape } = resources.get(table) as Resource
  if (events.updated === undefined) return false
  return Object.values(shape).some(({ spec }) => spec.computed && !spec.hidden)
}

/** Whether a row of the table refers to a record that shows derived values. */
export function isDerivationSource(catalog: Catalog, table: string): boolean {
  const { shape } = catalog.resources.get(table) as Resource
  return Object.values(shape).some(({ spec }) =>
    targetsOf(spec).some((target) => showsDerivedValues(catalog, target)),
  )
}

const targetsOf = ({ target, polymorphicTarget }: FieldSpec): string[] =>
  target === undefined ? Object.values(polymorphicTarget?.tables ?? {}) : [target]

/** Returns the rows that a row refers to with one id. */
function referencesOf({ resources }: Catalog, table: string, row: AnyRow) {
  const { shape } = resources.get(table) as Resource
  return Object.entries(shape).flatMap(([name, { spec }]) => {
    const id = row[name] as Id | null
    const selector = spec.polymorphicTarget && (row[spec.polymorphicTarget.field] as string)
    const target = spec.target ?? spec.polymorphicTarget?.tables[selector ?? '']
    return target === undefined || id === null || id === undefined ? [] : [{ target, id }]
  })
}
