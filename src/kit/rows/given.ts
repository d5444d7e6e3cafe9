/** Sets the stage: rows as a test needs them, with everything that it does not say. */
import { Problem, reasonOf } from '../../define/problems.ts'
import type { AnyRow } from '../../define/tx.ts'
import { EmulatorError, unknownName } from '../../machine/errors.ts'
import { insistOn, isObject, quoted, whole } from '../../machine/argument-checks.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Model } from '../../model/model.ts'
import type { Transaction } from '../../model/transaction.ts'
import { handed } from '../record-origin.ts'
import type { Maker, Values } from './row-factory.ts'
import { refused, sayable } from './given-checks.ts'

export interface GivenParts {
  readonly catalog: Catalog
  readonly model: Model
  readonly maker: Maker
  record(tx: Transaction, table: string, row: AnyRow): Record<string, unknown>
}

export type Given = (table: string, countOrValues?: number | Values, values?: Values) => unknown

export function createGiven(parts: GivenParts): Given {
  function one(tx: Transaction, table: string, said: Values): unknown {
    const values = sayable(tx, parts.catalog, { table, said, could: `make given ${table}` })
    const row = parts.maker.make(tx, table, values, 'given')
    return handed(table, parts.record(tx, table, row as AnyRow))
  }

  return (table, countOrValues = {}, values = {}) => {
    const { catalog, model } = parts
    insistOnArguments(table, countOrValues, values)
    if (!catalog.resources.has(table)) {
      throw unknownName('resource', table, catalog.resources.keys(), `make given ${table}`)
    }
    insistOnMade(catalog, table, `make given ${table}`)
    const several = typeof countOrValues === 'number'
    const said = several ? values : countOrValues
    try {
      return model.quietly((tx) =>
        several
          ? Array.from({ length: countOrValues }, () => one(tx, table, said))
          : one(tx, table, said),
      )
    } catch (error) {
      throw error instanceof Problem ? refused(`make given ${table}`, reasonOf(error)) : error
    }
  }
}

/** As many records as can be asked for at once: whoever wants more asks again. */
export const givenCountMax = 100_000

const counts = whole(0, givenCountMax)

function insistOnArguments(table: string, countOrValues: unknown, values: unknown): void {
  const could = `make given ${String(table)}`
  if (typeof countOrValues === 'number') {
    insistOn(countOrValues, counts, { code: 'bad_given', could, name: 'count' })
  }
  const said = typeof countOrValues === 'number' ? values : countOrValues
  if (isObject(said)) return
  throw new EmulatorError('bad_given', {
    could,
    because: `the values are ${quoted(said)}`,
    advice:
      'Say which resource, how many, and with which values: ("users", 2, { first_name: "Mia" }).',
  })
}

/** Refuses resources whose records nobody makes. */
export function insistOnMade(catalog: Catalog, table: string, could: string): void {
  if (catalog.resources.get(table)?.recipe || catalog.leaders(table).length > 0) return
  throw new EmulatorError('not_given', {
    could,
    because: 'they come from what the emulator does',
    advice: 'Tokens come from `mintToken`, deliveries from events, conflicts from what is planned.',
  })
}
