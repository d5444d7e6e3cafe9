/** Records from elsewhere that an emulator takes over: lists, collections, models. */
import { importIntoTables } from '../../kit/rows/record-import.ts'
import { EmulatorError } from '../../machine/errors.ts'
import type { EmulatorContext } from '../context.ts'
import type { ResourceName } from '../emulator-api.ts'

/** Records from elsewhere: a list, a collection of @msw/data, or a model of @mswjs/data. */
export type RecordSource =
  Iterable<object> | { all(): Iterable<object> } | { getAll(): Iterable<object> }

/** Records from elsewhere, by resource. */
export type RecordSources = { readonly [N in ResourceName]?: RecordSource }

export interface ImportMethods {
  /**
   * Takes records over, with their ids: what has an id that is there already is changed, the rest is made,
   * as `given` makes it. What refers to others comes after them, whatever the order here, and all of it
   * comes or none. Nothing is announced. What the service works out from other records is left out.
   *
   * @throws EmulatorError when a field is unknown, a value breaks a rule, or a reference leads nowhere
   * @example
   * emulator.importRecords({ users: myUsers, enrollments: db.enrollment })
   */
  importRecords(records: RecordSources): void
}

export const importMethods = (context: EmulatorContext): ImportMethods => ({
  importRecords(sources) {
    const records = Object.entries(sources).map(
      ([name, source]) => [name, recordsFrom(name, source)] as const,
    )
    importIntoTables(context, Object.fromEntries(records))
  },
})

function recordsFrom(name: string, source: RecordSource): object[] {
  const { all, getAll } = source as { all?: unknown; getAll?: unknown }
  const readAll = typeof all === 'function' ? all : getAll
  const given: unknown = typeof readAll === 'function' ? readAll.call(source) : source
  const isList = typeof (given as Iterable<object> | null)?.[Symbol.iterator] === 'function'
  if (isList && typeof given !== 'string') return [...(given as Iterable<object>)]
  throw new EmulatorError('no_records', {
    action: `take over ${name}`,
    reason: 'what was given holds no records',
    advice: 'Give a list of records, a collection, or a model.',
  })
}
