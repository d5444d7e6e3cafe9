/** Finds the records whose derived values a transaction changes, such as the places of a course. */
import type { FieldSpec } from '../define/fields.ts'
import type { Resource } from '../define/resource.ts'
import type { AnyRow } from '../define/tx.ts'
import type { Id } from '../store/keys.ts'
import type { Catalog } from './catalog.ts'
import type { NetChange } from './changes.ts'
import { companionRows, forEachReferrer } from './referrers.ts'
import type { RecordSerializer, SerializerTx } from './record-serializer.ts'

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
      return [{ table, id, kind: 'updated', ...rows, silent: false, event: undefined }]
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
