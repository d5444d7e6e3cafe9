/** Takes records over that were made elsewhere: with their ids, without announcing anything, all or none. */
import { Problem, reasonOf } from '../define/problems.ts'
import type { Resource } from '../define/resource.ts'
import type { AnyRow } from '../define/tx.ts'
import { unknownName } from '../machine/errors.ts'
import type { Transaction } from '../model/transaction.ts'
import { type GivenParts, insistOnMade } from './given.ts'
import { differences } from './likeness.ts'
import type { Values } from './making.ts'
import { refused, sayable } from './saying.ts'

export type TakingParts = Pick<GivenParts, 'catalog' | 'model' | 'maker'>

/** Those whom others refer to come first, whatever the order here. */
export function takeOver(
  { catalog, model, maker }: TakingParts,
  records: Readonly<Record<string, readonly object[]>>,
): void {
  for (const table of Object.keys(records)) {
    if (!catalog.resources.has(table))
      throw unknownName('resource', table, catalog.resources.keys())
  }
  const tables = Object.keys(records).sort((a, b) => catalog.rank(a) - catalog.rank(b))

  function one(tx: Transaction, table: string, record: object): void {
    const { shape } = catalog.resources.get(table) as Resource
    const said = Object.fromEntries(
      Object.entries(record).filter(
        ([name, value]) => !shape[name]?.spec.computed && value !== undefined,
      ),
    )
    const could = `take over ${table}`
    const id = said['id'] as number | undefined
    const row = id === undefined ? undefined : (tx.find(table, id) as AnyRow | undefined)
    if (row) {
      const values = sayable(tx, catalog, { table, said, could, row })
      tx.update(table, row.id, changesOf(row, values))
    } else {
      insistOnMade(catalog, table, could)
      maker.make(tx, table, sayable(tx, catalog, { table, said, could }), 'given')
    }
  }

  model.quietly((tx) => {
    for (const table of tables) {
      try {
        for (const record of records[table] as object[]) one(tx, table, record)
      } catch (error) {
        throw error instanceof Problem ? refused(`take over ${table}`, reasonOf(error)) : error
      }
    }
  })
}

/** Only what differs: a record that comes back as it went keeps the moment at which it was changed. */
const changesOf = (row: AnyRow, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => differences(row[name], value).length > 0),
  )
