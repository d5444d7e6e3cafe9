/** Records from elsewhere that an emulator takes over: lists, collections, models. */
import { takeOver } from '../../kit/rows/record-import.ts'
import { EmulatorError } from '../../machine/errors.ts'
import type { Assembly } from '../context.ts'
import type { ResourceName } from '../emulator-api.ts'

/** Records from elsewhere: a list, a collection of @msw/data, or a model of @mswjs/data. */
export type RecordSource =
  Iterable<object> | { all(): Iterable<object> } | { getAll(): Iterable<object> }

/** Records from elsewhere, by resource. */
export type Seeds = { readonly [N in ResourceName]?: RecordSource }

export interface SeedWords {
  /**
   * Takes records over, with their ids: what has an id that is there already is changed, the rest is made,
   * as `given` makes it. What refers to others comes after them, whatever the order here, and all of it
   * comes or none. Nothing is announced. What the service works out from other records is left out.
   *
   * @throws EmulatorError when a field is unknown, a value breaks a rule, or a reference leads nowhere
   * @example
   * emulator.seed({ users: myUsers, enrollments: db.enrollment })
   */
  seed(records: Seeds): void
}

export const seedWords = (assembly: Assembly): SeedWords => ({
  seed(seeds) {
    const records = Object.entries(seeds).map(
      ([name, source]) => [name, recordsIn(name, source)] as const,
    )
    takeOver(assembly, Object.fromEntries(records))
  },
})

function recordsIn(name: string, source: RecordSource): object[] {
  const { all, getAll } = source as { all?: unknown; getAll?: unknown }
  const give = typeof all === 'function' ? all : getAll
  const given: unknown = typeof give === 'function' ? give.call(source) : source
  const isList = typeof (given as Iterable<object> | null)?.[Symbol.iterator] === 'function'
  if (isList && typeof given !== 'string') return [...(given as Iterable<object>)]
  throw new EmulatorError('no_records', {
    could: `take over ${name}`,
    because: 'what was given holds no records',
    advice: 'Give a list of records, a collection, or a model.',
  })
}
