/** Checks what a test says of a record, before it is made or changed. */
import { refersToRows } from '../../define/references.ts'
import type { Resource } from '../../define/resource.ts'
import { schemaOf } from '../../define/zod-schema.ts'
import { storedFrom } from '../../define/stored-values.ts'
import type { AnyRow, Tx } from '../../define/tx.ts'
import { EmulatorError, unknownName } from '../../machine/errors.ts'
import type { Id } from '../../machine/keys.ts'
import { quoted } from '../../machine/argument-checks.ts'
import type { Catalog } from '../../model/catalog.ts'
import { idsIn } from '../record-origin.ts'
import type { Values } from './row-factory.ts'

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
  const resource = catalog.resources.get(table) as Resource
  const plain = withIds(resource, said, could)
  const values = checked({ resource, said: plain, could, row })
  if (!row && said['id'] !== undefined) insistOnFreeId(tx, table, said['id'] as Id, could)
  insistOnReferences(tx, { resource, said: plain, could })
  return values
}

/** What was said, with ids in place of the records that stand for them. */
export function withIds({ shape }: Resource, said: Values, could: string): Values {
  const values: Record<string, unknown> = { ...said }
  for (const [name, value] of Object.entries(said)) {
    const field = shape[name]
    if (field && typeof value === 'object')
      values[name] = idsIn(field, value, { name, could, said })
  }
  return values
}

/** Refuses an id that no record can have, and one that another record has. */
function insistOnFreeId(tx: Tx, table: string, id: Id, could: string): void {
  if (typeof id === 'number' ? id < 1 : id === '') {
    throw refused(could, `its id is ${quoted(id)}, and ids begin at 1`)
  }
  if (tx.find(table, id)) throw refused(could, `there is one with the id ${id}`)
}

export interface Checking extends Pick<Saying, 'said' | 'could'> {
  readonly resource: Resource
  readonly row: AnyRow | undefined
}

/** The values as they are stored; what they refer to is not looked for. */
export function checked({ resource, said, could, row }: Checking): Values {
  const { name: table, shape } = resource
  const known = Object.keys(shape).filter((name) => !shape[name]?.spec.computed)
  for (const name of Object.keys(said)) {
    const spec = shape[name]?.spec
    if (!spec) throw unknownName(`field of ${table}`, name, known, could)
    if (spec.computed) {
      throw new EmulatorError('computed_field', {
        could,
        because: `${name} is worked out from other records`,
        advice: row ? 'Change those records instead.' : 'Make those records instead.',
      })
    }
  }
  const result = schemaOf(shape).safeParse(said)
  const issue = result.error?.issues[0]
  if (issue) throw refused(could, `${issue.path.join('.')} ${issue.message}`)
  return storedFrom(shape, result.data as Values, row)
}

/** Refuses what refers to nothing. */
export function insistOnReferences(tx: Tx, { resource, said, could }: Omit<Checking, 'row'>): void {
  for (const [name, value] of Object.entries(said)) {
    const spec = resource.shape[name]?.spec
    if (!spec || refersToRows(spec, value, tx)) continue
    throw refused(could, `${name} ${String(value)} does not exist`)
  }
}

export const refused = (could: string, because: string): EmulatorError =>
  new EmulatorError('given_refused', {
    could,
    because,
    advice: 'Say another value, or leave it out to have one made.',
  })
