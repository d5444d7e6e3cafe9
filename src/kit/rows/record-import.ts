/** Takes records over that were made elsewhere: with their ids, without announcing anything, all or none. */
import { Problem, reasonOf } from '../../define/problems.ts'
import type { Resource } from '../../define/resource.ts'
import type { AnyRow } from '../../define/tx.ts'
import { EmulatorError, unknownName } from '../../machine/errors.ts'
import type { Id } from '../../machine/keys.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Transaction } from '../../model/transaction.ts'
import { type GivenParts, insistOnMade } from './given.ts'
import { differences } from '../journal/partial-match.ts'
import type { Values } from './row-factory.ts'
import { checked, insistOnReferences, refused } from './given-checks.ts'

export type TakingParts = Pick<GivenParts, 'catalog' | 'model' | 'maker'>

interface Taken {
  readonly resource: Resource
  readonly said: Values
  /** What was attempted, for messages: `take over users 7`. */
  readonly could: string
}

/** Whatever the order here, and however the records refer to each other. */
export function takeOver(
  parts: TakingParts,
  records: Readonly<Record<string, readonly object[]>>,
): void {
  const { catalog, model } = parts
  for (const table of Object.keys(records)) {
    if (!catalog.resources.has(table)) {
      throw unknownName('resource', table, catalog.resources.keys())
    }
  }
  const tables = Object.keys(records).sort((a, b) => catalog.rank(a) - catalog.rank(b))
  model.quietly((tx) => {
    const taken = tables.flatMap((table) =>
      (records[table] as object[]).map((record) => takeOne(parts, tx, table, record)),
    )
    // Note: only now, for records may refer to each other in a ring, or to what comes after them.
    for (const each of taken) insistOnReferences(tx, each)
  })
}

function takeOne(
  { catalog, maker }: TakingParts,
  tx: Transaction,
  table: string,
  record: object,
): Taken {
  const resource = catalog.resources.get(table) as Resource
  const said = Object.fromEntries(
    Object.entries(record).filter(
      ([name, value]) => !resource.shape[name]?.spec.computed && value !== undefined,
    ),
  )
  const id = said['id'] as Id | undefined
  const could = `take over ${table}${id === undefined ? '' : ` ${id}`}`
  const row = tx.find(table, id) as unknown as AnyRow | undefined
  try {
    const values = checked({ resource, said, could, row })
    if (row) tx.update(table, row.id, changesOf(row, values))
    else {
      insistOnMade(catalog, table, could)
      insistOnFree(catalog, table, could)
      maker.make(tx, table, values, 'given')
    }
  } catch (error) {
    throw error instanceof Problem ? refused(could, reasonOf(error)) : error
  }
  return { resource, said, could }
}

/** Only what differs: a record that comes back as it went keeps the moment at which it was changed. */
const changesOf = (row: AnyRow, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => differences(row[name], value).length > 0),
  )

/** What follows another record comes with that one, under an id of its own. */
function insistOnFree(catalog: Catalog, table: string, could: string): void {
  const [leader] = catalog.leaders(table)
  if (!leader) return
  throw new EmulatorError('given_refused', {
    could,
    because: `it would follow a record of ${leader.table}, and comes with that one`,
    advice: `Take ${leader.table} over, and leave ${table} out.`,
  })
}
