/** Imports existing records with their ids, atomically and without emitting events. */
import { fieldOf } from '../../define/fields.ts'
import { unknownResourceError } from '../../model/unknown-name.ts'
import { Problem, problemReason } from '../../define/problems.ts'
import type { CompanionIds, Resource } from '../../define/resource.ts'
import type { AnyRow, RowValues, Tx } from '../../define/tx.ts'
import { ownerIdOf } from '../../model/referrers.ts'
import { EmulatorError } from '../../errors/errors.ts'
import type { Id } from '../../store/keys.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Transaction } from '../../model/transaction.ts'
import { type GivenContext, assertMakeable } from './given.ts'
import { findDifferences } from '../journal/partial-match.ts'
import { resolveDates } from './date-values.ts'
import {
  assertIdInRange,
  parseStoredValues,
  assertReferences,
  givenValueRefused,
} from './given-checks.ts'

type RecordImportContext = Pick<GivenContext, 'catalog' | 'model' | 'rowFactory'>

/** The import of one call. */
interface Import {
  readonly tx: Transaction
  /** The tables with records. */
  readonly filled: ReadonlySet<string>
  companionIds(table: string, id: Id | undefined): CompanionIds
}

interface ImportedRecord {
  readonly resource: Resource
  readonly input: RowValues
  /** The action in error messages: `import users 7`. */
  readonly action: string
}

/** Imports records by resource, in any order. The records can refer to each other. */
export function importIntoTables(
  context: RecordImportContext,
  records: Readonly<Record<string, readonly object[]>>,
): void {
  const { catalog, model } = context
  for (const table of Object.keys(records)) {
    if (!catalog.resources.has(table)) {
      throw unknownResourceError(table, catalog)
    }
  }
  const tables = Object.keys(records).sort((a, b) => catalog.rank(a) - catalog.rank(b))
  const filled = new Set(tables.filter((table) => (records[table] as object[]).length > 0))
  model.runWithoutEvents((tx) => {
    const companionIds = companionIdLookup(tx, catalog, records)
    const imported = tables.flatMap((table) =>
      (records[table] as object[]).map((record) =>
        importRecord(context, { tx, filled, companionIds }, table, record),
      ),
    )
    // Note: references are checked last, because records can refer to later records and form cycles.
    for (const each of imported) assertReferences(tx, each)
  })
}

function importRecord(
  { catalog, rowFactory }: RecordImportContext,
  { tx, filled, companionIds }: Import,
  table: string,
  record: object,
): ImportedRecord {
  const resource = catalog.resources.get(table) as Resource
  const stored = Object.fromEntries(
    Object.entries(record).filter(
      ([name, value]) => !fieldOf(resource.shape, name)?.spec.computed && value !== undefined,
    ),
  )
  const id = stored['id'] as Id | undefined
  const action = `import ${table}${id === undefined ? '' : ` ${id}`}`
  const input = resolveDates(tx, resource.shape, stored, action)
  const row = (tx as Tx).find<string>(table, id)
  try {
    const values = parseStoredValues({ resource, input, action, row })
    if (row) tx.update(table, row.id, changesOf(row, values))
    else {
      assertMakeable(catalog, table, action)
      assertNotCompanion(catalog, table, action)
      assertIdInRange(id, action)
      assertHiddenReferences(resource, values, filled, action)
      rowFactory.create(tx, table, values, 'given', companionIds(table, id))
    }
  } catch (error) {
    throw error instanceof Problem ? givenValueRefused(action, problemReason(error)) : error
  }
  return { resource, input, action }
}

/** Returns the values that differ, so that an unchanged record keeps its `updated_at`. */
function changesOf(row: AnyRow, values: RowValues): RowValues {
  const { updated_at } = values
  const changes = Object.entries(values).filter(
    ([name, value]) => findDifferences(row[name], value).length > 0,
  )
  // Note: without a value, the update would set `updated_at` to the present.
  if (changes.length > 0 && updated_at !== undefined) changes.push(['updated_at', updated_at])
  return Object.fromEntries(changes)
}

/** Returns the ids of the imported companions of a record: a product keeps its id if its course is new. */
function companionIdLookup(
  tx: Tx,
  catalog: Catalog,
  records: Readonly<Record<string, readonly object[]>>,
): Import['companionIds'] {
  const found = new Map<string, Record<string, Id>>()
  for (const [table, companions] of Object.entries(records)) {
    for (const owner of catalog.companionOwners(table)) {
      for (const record of companions as readonly RowValues[]) {
        const id = record['id'] as Id | undefined
        const ownerId = ownerIdOf(owner, record)
        if (id === undefined || ownerId === undefined) continue
        const key = `${owner.table} ${ownerId}`
        const ids = found.get(key) ?? {}
        ids[table] = id
        found.set(key, ids)
      }
    }
  }
  return (ownerTable, ownerId) => {
    const ids = Object.entries(found.get(`${ownerTable} ${ownerId}`) ?? {})
    return Object.fromEntries(ids.filter(([table, id]) => !tx.find(table, id)))
  }
}

/** Throws for a companion without a new owner, because a companion is created together with its owner. */
function assertNotCompanion(catalog: Catalog, table: string, action: string): void {
  const [owner] = catalog.companionOwners(table)
  if (!owner) return
  throw new EmulatorError('given_refused', {
    action,
    reason: `it belongs to a record of ${owner.table} and is created with it`,
    advice: `Import ${owner.table}, and omit ${table}.`,
  })
}

/**
 * Throws for a record that lacks a hidden reference to one of the other imported records. A record of a response
 * lacks it, and a generated parent would contradict the imported ones.
 */
function assertHiddenReferences(
  { shape, recipe }: Resource,
  values: RowValues,
  filled: ReadonlySet<string>,
  action: string,
): void {
  for (const [name, { spec }] of Object.entries(shape)) {
    const { target, nullable } = spec
    const isGenerated = !nullable || recipe?.createsReferences?.includes(name)
    if (!spec.hidden || !isGenerated || target === undefined || !filled.has(target)) continue
    if (values[name] !== undefined) continue
    throw new EmulatorError('given_refused', {
      action,
      reason: `it has no ${name}, which the API does not show, and ${target} are imported too`,
      advice: `Give it ${name}, or copy the whole world with \`save\` and \`load\`.`,
    })
  }
}
