/** Implements `given`: creates rows with the given values and generates the other values. */
import { unknownResourceError } from '../../model/unknown-name.ts'
import { Problem, problemReason } from '../../define/problems.ts'
import type { Behaviour } from '../../define/behaviour.ts'
import type { AnyRow, RowValues } from '../../define/tx.ts'
import { EmulatorError, textOf } from '../../errors/errors.ts'
import {
  assertValue,
  isObject,
  quoteValue,
  wholeNumberCheck,
} from '../../errors/argument-checks.ts'
import type { Catalog, CatalogExamples } from '../../model/catalog.ts'
import { type Model, systemActor } from '../../model/model.ts'
import type { Transaction } from '../../model/transaction.ts'
import { trackedRecordsMax, trackRecord } from '../record-origin.ts'
import type { RowFactory } from './row-factory.ts'
import { givenValueRefused, checkValues } from './given-checks.ts'

export interface GivenContext {
  readonly catalog: Catalog
  readonly model: Model
  readonly rowFactory: RowFactory
  /** Reports that records of a resource were created. */
  onCreated(table: string): void
  /** Reports that a refusal relied on behaviours. */
  onRefusal(behaviours: Iterable<Behaviour>): void
  serialize(tx: Transaction, table: string, row: AnyRow): Record<string, unknown>
}

export type Given = (
  table: string,
  countOrValues?: number | RowValues,
  values?: RowValues,
) => unknown

export function createGiven(context: GivenContext): Given {
  /** Creates records with the same values, which are checked once. */
  function createRecords(tx: Transaction, table: string, input: RowValues, count: number) {
    const records: unknown[] = []
    let values: RowValues | undefined
    while (records.length < count) {
      // Note: a second record cannot have the same id, and the check says so.
      if (!values || input['id'] !== undefined)
        values = checkValues(tx, context.catalog, { table, input, action: `create ${table}` })
      const row = context.rowFactory.create(tx, table, values, 'given') as AnyRow
      const record = context.serialize(tx, table, row)
      records.push(count > trackedRecordsMax ? record : trackRecord(tx, table, record))
    }
    return records
  }

  return (table, countOrValues = {}, givenValues) => {
    const { catalog, model } = context
    assertGivenArguments(catalog.examples, table, countOrValues, givenValues)
    const values = givenValues ?? {}
    if (!catalog.resources.has(table)) {
      throw unknownResourceError(table, catalog, `create ${textOf(table ?? 'a record')}`)
    }
    assertMakeable(catalog, table, `create ${table}`)
    const isMany = typeof countOrValues === 'number'
    const rowValues = isMany ? values : countOrValues
    const actor = systemActor()
    try {
      const records = model.runWithoutEvents(
        (tx) => createRecords(tx, table, rowValues, isMany ? countOrValues : 1),
        actor,
      )
      context.onCreated(table)
      return isMany ? records : records[0]
    } catch (error) {
      context.onRefusal(actor.behaviours.behaviours())
      throw error instanceof Problem
        ? givenValueRefused(`create ${table}`, problemReason(error))
        : error
    }
  }
}

/** The maximum number of records of one call. */
export const givenCountMax = 100_000

const countRange = wholeNumberCheck(0, givenCountMax)

function assertGivenArguments(
  examples: CatalogExamples,
  table: string,
  countOrValues: unknown,
  values: unknown,
): void {
  const action = `create ${typeof table === 'object' ? 'records' : textOf(table)}`
  if (isObject(table))
    throw new EmulatorError('bad_given', {
      action,
      reason: `the name of the resource is ${quoteValue(table)}`,
      advice: `Give a resource, a count and values: given("${examples.resource}", 2, ${asCode(examples.values)}).`,
    })
  if (typeof countOrValues === 'number') {
    assertValue(countOrValues, countRange, { code: 'bad_given', action, name: 'count' })
  }
  const isMany = typeof countOrValues === 'number'
  const input = isMany ? values : countOrValues
  const isComplete = isMany || values === undefined
  if (isComplete && (input === undefined || isObject(input))) return
  throw new EmulatorError('bad_given', {
    action,
    reason: isComplete
      ? `the values are ${quoteValue(input)}`
      : `${quoteValue(values)} comes after the values`,
    advice: Array.isArray(input)
      ? 'Call `given` once for each: `list.map((values) => emulator.given(resource, values))`.'
      : `Give a resource, a count and values: given("${examples.resource}", 2, ${asCode(examples.values)}).`,
  })
}

/** Throws for a resource whose records only the emulator creates. */
export function assertMakeable(catalog: Catalog, table: string, action: string): void {
  if (catalog.resources.get(table)?.recipe || catalog.companionOwners(table).length > 0) return
  throw new EmulatorError('not_given', {
    action,
    reason: 'only the emulator creates these records',
    advice:
      'Create tokens with `mintToken`. Events create deliveries; the planning creates conflicts.',
  })
}

/** Formats values as an object literal: `{ first_name: "Mia" }`. */
const asCode = (values: CatalogExamples['values']): string =>
  `{ ${Object.entries(values)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ')} }`
