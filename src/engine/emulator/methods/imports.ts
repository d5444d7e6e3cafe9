/** `emulator.importRecords`: imports existing records with their ids. */
import { importIntoTables } from '../../kit/rows/record-import.ts'
import { isObject, quoteValue } from '../../errors/argument-checks.ts'
import { EmulatorError } from '../../errors/errors.ts'
import { recordsOfSource } from '../../kit/rows/record-source.ts'
import { MethodGroup } from '../method-group.ts'
import type { RecordSource, RecordSources } from '../record-types.ts'

export class ImportMethodGroup extends MethodGroup {
  /**
   * Imports existing records with their ids, atomically and without emitting events. A record with a
   * known id is updated; any other record is created as `given` creates it. The order of the sources
   * does not matter. Fields that the service computes from other records are ignored.
   *
   * @throws EmulatorError when a field is unknown, a value breaks a rule, a reference has no record, or a new record
   * lacks a reference that the API does not show, such as `custom_field_id`, and its target is imported too
   * @example
   * emulator.importRecords({ users: myUsers, enrollments: db.enrollment })
   */
  importRecords(sources: RecordSources): void {
    if (!isObject(sources)) {
      throw new EmulatorError('no_records', {
        action: 'import records',
        reason: `the argument is ${quoteValue(sources)}`,
        advice: `Give lists of records by resource, such as { ${this.context.catalog.examples.resource}: [{ id: 1 }] }.`,
      })
    }
    const records = Object.entries(sources).map(
      ([name, source]) => [name, recordsFrom(name, source)] as const,
    )
    importIntoTables(this.context, Object.fromEntries(records))
  }
}

function recordsFrom(name: string, source: RecordSource): object[] {
  const records = recordsOfSource(source)
  const action = `import ${name}`
  if (!records)
    throw new EmulatorError('no_records', {
      action,
      reason: 'the value holds no records',
      advice: 'Give a list of records, a collection, or a model.',
    })
  const wrong = records.findIndex((record) => typeof record !== 'object' || record === null)
  if (wrong < 0) return records as object[]
  throw new EmulatorError('no_records', {
    action,
    reason: `the value at position ${wrong} is ${quoteValue(records[wrong])}, not a record`,
    advice: 'Give a list of records, such as [{ id: 1 }].',
  })
}
