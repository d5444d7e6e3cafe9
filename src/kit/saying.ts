/** Checks what a test says of a record, before it is made or changed. */
import { refersToRows } from '../define/references.ts'
import type { Resource } from '../define/resource.ts'
import { schemaOf } from '../define/schema.ts'
import { storedFrom } from '../define/storing.ts'
import type { AnyRow, Tx } from '../define/tx.ts'
import { EmulatorError, unknownName } from '../machine/errors.ts'
import type { Catalog } from '../model/catalog.ts'
import type { Values } from './making.ts'

export interface Saying {
  readonly table: string
  readonly said: Values
  /** What is attempted, for the message: `make given users`. */
  readonly could: string
  /** The row that is to be changed, if there is one. */
  readonly row?: AnyRow
}

/** Refuses what cannot be said: unknown and computed fields, wrong kinds, references to nothing. */
export function sayable(tx: Tx, catalog: Catalog, { table, said, could, row }: Saying): Values {
  const { shape } = catalog.resources.get(table) as Resource
  const known = Object.keys(shape).filter((name) => !shape[name]?.spec.computed)
  for (const [name, value] of Object.entries(said)) {
    const spec = shape[name]?.spec
    if (!spec) throw unknownName(`field of ${table}`, name, known, could)
    if (spec.computed) {
      throw new EmulatorError('computed_field', {
        could,
        because: `${name} is worked out from other records`,
        advice: row ? 'Change those records instead.' : 'Make those records instead.',
      })
    }
    if (!refersToRows(spec, value, tx)) throw refused(could, `${name} ${value} does not exist`)
  }
  const checked = schemaOf(shape).safeParse(said)
  const issue = checked.error?.issues[0]
  if (issue) throw refused(could, `${issue.path.join('.')} ${issue.message}`)
  return storedFrom(shape, checked.data as Values, row)
}

export const refused = (could: string, because: string): EmulatorError =>
  new EmulatorError('given_refused', {
    could,
    because,
    advice: 'Say another value, or leave it out to have one made.',
  })
