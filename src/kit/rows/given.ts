/** Sets the stage: rows as a test needs them, with everything that it does not say. */
import { Problem, problemReason } from '../../define/problems.ts'
import type { AnyRow, RowValues } from '../../define/tx.ts'
import { EmulatorError, unknownNameError } from '../../machine/errors.ts'
import {
  assertValue,
  isObject,
  quoteValue,
  wholeNumberCheck,
} from '../../machine/argument-checks.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Model } from '../../model/model.ts'
import type { Transaction } from '../../model/transaction.ts'
import { trackRecord } from '../record-origin.ts'
import type { RowFactory } from './row-factory.ts'
import { givenValueRefused, checkValues } from './given-checks.ts'

export interface GivenContext {
  readonly catalog: Catalog
  readonly model: Model
  readonly rowFactory: RowFactory
  serialize(tx: Transaction, table: string, row: AnyRow): Record<string, unknown>
}

export type Given = (
  table: string,
  countOrValues?: number | RowValues,
  values?: RowValues,
) => unknown

export function createGiven(context: GivenContext): Given {
  function makeRecord(tx: Transaction, table: string, input: RowValues): unknown {
    const values = checkValues(tx, context.catalog, { table, input, action: `make given ${table}` })
    const row = context.rowFactory.create(tx, table, values, 'given')
    return trackRecord(table, context.serialize(tx, table, row as AnyRow))
  }

  return (table, countOrValues = {}, values = {}) => {
    const { catalog, model } = context
    assertGivenArguments(table, countOrValues, values)
    if (!catalog.resources.has(table)) {
      throw unknownNameError('resource', table, catalog.resources.keys(), `make given ${table}`)
    }
    assertMakeable(catalog, table, `make given ${table}`)
    const isMany = typeof countOrValues === 'number'
    const said = isMany ? values : countOrValues
    try {
      return model.runWithoutEvents((tx) =>
        isMany
          ? Array.from({ length: countOrValues }, () => makeRecord(tx, table, said))
          : makeRecord(tx, table, said),
      )
    } catch (error) {
      throw error instanceof Problem
        ? givenValueRefused(`make given ${table}`, problemReason(error))
        : error
    }
  }
}

/** As many records as can be asked for at once: whoever wants more asks again. */
export const givenCountMax = 100_000

const countRange = wholeNumberCheck(0, givenCountMax)

function assertGivenArguments(table: string, countOrValues: unknown, values: unknown): void {
  const action = `make given ${String(table)}`
  if (typeof countOrValues === 'number') {
    assertValue(countOrValues, countRange, { code: 'bad_given', action: action, name: 'count' })
  }
  const input = typeof countOrValues === 'number' ? values : countOrValues
  if (isObject(input)) return
  throw new EmulatorError('bad_given', {
    action,
    reason: `the values are ${quoteValue(input)}`,
    advice:
      'Say which resource, how many, and with which values: ("users", 2, { first_name: "Mia" }).',
  })
}

/** Refuses resources whose records nobody makes. */
export function assertMakeable(catalog: Catalog, table: string, action: string): void {
  if (catalog.resources.get(table)?.recipe || catalog.companionOwners(table).length > 0) return
  throw new EmulatorError('not_given', {
    action,
    reason: 'they come from what the emulator does',
    advice: 'Tokens come from `mintToken`, deliveries from events, conflicts from what is planned.',
  })
}
