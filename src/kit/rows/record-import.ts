/** Takes records over that were made elsewhere: with their ids, without announcing anything, all or none. */
import { Problem, problemReason } from '../../define/problems.ts'
import type { Resource } from '../../define/resource.ts'
import type { AnyRow, RowValues, Tx } from '../../define/tx.ts'
import { EmulatorError, unknownNameError } from '../../machine/errors.ts'
import type { Id } from '../../machine/keys.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Transaction } from '../../model/transaction.ts'
import { type GivenContext, assertMakeable } from './given.ts'
import { findDifferences } from '../journal/partial-match.ts'
import { parseStoredValues, assertReferences, givenValueRefused } from './given-checks.ts'

export type RecordImportContext = Pick<GivenContext, 'catalog' | 'model' | 'rowFactory'>

interface ImportedRecord {
  readonly resource: Resource
  readonly input: RowValues
  /** What was attempted, for messages: `take over users 7`. */
  readonly action: string
}

/** Whatever the order here, and however the records refer to each other. */
export function importIntoTables(
  context: RecordImportContext,
  records: Readonly<Record<string, readonly object[]>>,
): void {
  const { catalog, model } = context
  for (const table of Object.keys(records)) {
    if (!catalog.resources.has(table)) {
      throw unknownNameError('resource', table, catalog.resources.keys())
    }
  }
  const tables = Object.keys(records).sort((a, b) => catalog.rank(a) - catalog.rank(b))
  model.runWithoutEvents((tx) => {
    const imported = tables.flatMap((table) =>
      (records[table] as object[]).map((record) => importRecord(context, tx, table, record)),
    )
    // Note: only now, for records may refer to each other in a ring, or to what comes after them.
    for (const each of imported) assertReferences(tx, each)
  })
}

function importRecord(
  { catalog, rowFactory }: RecordImportContext,
  tx: Transaction,
  table: string,
  record: object,
): ImportedRecord {
  const resource = catalog.resources.get(table) as Resource
  const input = Object.fromEntries(
    Object.entries(record).filter(
      ([name, value]) => !resource.shape[name]?.spec.computed && value !== undefined,
    ),
  )
  const id = input['id'] as Id | undefined
  const action = `import ${table}${id === undefined ? '' : ` ${id}`}`
  const row = (tx as Tx).find<string>(table, id)
  try {
    const values = parseStoredValues({ resource, input, action, row })
    if (row) tx.update(table, row.id, changesOf(row, values))
    else {
      assertMakeable(catalog, table, action)
      assertNotCompanion(catalog, table, action)
      rowFactory.create(tx, table, values, 'given')
    }
  } catch (error) {
    throw error instanceof Problem ? givenValueRefused(action, problemReason(error)) : error
  }
  return { resource, input, action }
}

/** Only what differs: a record that comes back as it went keeps the moment at which it was changed. */
const changesOf = (row: AnyRow, values: RowValues): RowValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => findDifferences(row[name], value).length > 0),
  )

/** What follows another record comes with that one, under an id of its own. */
function assertNotCompanion(catalog: Catalog, table: string, action: string): void {
  const [leader] = catalog.companionOwners(table)
  if (!leader) return
  throw new EmulatorError('given_refused', {
    action,
    reason: `it would follow a record of ${leader.table}, and comes with that one`,
    advice: `Take ${leader.table} over, and leave ${table} out.`,
  })
}
