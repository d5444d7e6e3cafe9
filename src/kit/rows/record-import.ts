/** Imports existing records with their ids, atomically and without emitting events. */
import { unknownResourceError } from '../../model/unknown-resource.ts'
import { Problem, problemReason } from '../../define/problems.ts'
import type { Resource } from '../../define/resource.ts'
import type { AnyRow, RowValues, Tx } from '../../define/tx.ts'
import { EmulatorError } from '../../machine/errors.ts'
import type { Id } from '../../machine/keys.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Transaction } from '../../model/transaction.ts'
import { type GivenContext, assertMakeable } from './given.ts'
import { findDifferences } from '../journal/partial-match.ts'
import { resolveDates } from './date-values.ts'
import { parseStoredValues, assertReferences, givenValueRefused } from './given-checks.ts'

export type RecordImportContext = Pick<GivenContext, 'catalog' | 'model' | 'rowFactory'>

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
    const imported = tables.flatMap((table) =>
      (records[table] as object[]).map((record) =>
        importRecord(context, tx, table, record, filled),
      ),
    )
    // Note: references are checked last, because records can refer to later records and form cycles.
    for (const each of imported) assertReferences(tx, each)
  })
}

function importRecord(
  { catalog, rowFactory }: RecordImportContext,
  tx: Transaction,
  table: string,
  record: object,
  filled: ReadonlySet<string>,
): ImportedRecord {
  const resource = catalog.resources.get(table) as Resource
  const stored = Object.fromEntries(
    Object.entries(record).filter(
      ([name, value]) => !resource.shape[name]?.spec.computed && value !== undefined,
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
      assertHiddenReferences(resource, values, filled, action)
      rowFactory.create(tx, table, values, 'given')
    }
  } catch (error) {
    throw error instanceof Problem ? givenValueRefused(action, problemReason(error)) : error
  }
  return { resource, input, action }
}

/** Returns the values that differ, so that an unchanged record keeps its `updated_at`. */
const changesOf = (row: AnyRow, values: RowValues): RowValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => findDifferences(row[name], value).length > 0),
  )

/** Throws for a companion: it is created together with its owner and gets its own id. */
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
 * Throws for a record that lacks a hidden reference to one of the other imported records. An exported record
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
