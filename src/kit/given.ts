/** Sets the stage: rows as a test needs them, with everything that it does not say. */
import { Problem, reasonOf } from '../define/problems.ts'
import { refersToRows } from '../define/references.ts'
import type { Resource } from '../define/resource.ts'
import { schemaOf } from '../define/schema.ts'
import { storedFrom } from '../define/storing.ts'
import type { AnyRow } from '../define/tx.ts'
import { EmulatorError, unknownName } from '../machine/errors.ts'
import type { Catalog } from '../model/catalog.ts'
import type { Model } from '../model/model.ts'
import type { Transaction } from '../model/transaction.ts'
import type { Maker, Values } from './making.ts'

export interface GivenParts {
  readonly catalog: Catalog
  readonly model: Model
  readonly maker: Maker
  record(tx: Transaction, table: string, row: AnyRow): Record<string, unknown>
}

export type Given = (table: string, countOrValues?: number | Values, values?: Values) => unknown

export function createGiven(parts: GivenParts): Given {
  function one(tx: Transaction, table: string, said: Values): unknown {
    const values = sayable(parts.catalog, tx, table, said)
    const row = parts.maker.make(tx, table, values, 'given')
    return parts.record(tx, table, row as AnyRow)
  }

  return (table, countOrValues = {}, values = {}) => {
    const { catalog, model } = parts
    if (!catalog.resources.has(table)) {
      throw unknownName('resource', table, catalog.resources.keys(), `make given ${table}`)
    }
    const isMade = catalog.resources.get(table)?.recipe ?? catalog.leaders(table)[0]
    if (!isMade) throw notGiven(table)
    const several = typeof countOrValues === 'number'
    const said = several ? values : countOrValues
    try {
      return model.quietly((tx) =>
        several
          ? Array.from({ length: countOrValues }, () => one(tx, table, said))
          : one(tx, table, said),
      )
    } catch (error) {
      throw error instanceof Problem ? refused(table, reasonOf(error)) : error
    }
  }
}

/** Refuses what cannot be said: unknown and computed fields, wrong kinds, references to nothing. */
function sayable(catalog: Catalog, tx: Transaction, table: string, said: Values): Values {
  const { shape } = catalog.resources.get(table) as Resource
  const known = Object.keys(shape).filter((name) => !shape[name]?.spec.computed)
  const could = `make given ${table}`
  for (const [name, value] of Object.entries(said)) {
    const spec = shape[name]?.spec
    if (!spec) throw unknownName(`field of ${table}`, name, known, could)
    if (spec.computed) {
      throw new EmulatorError('computed_field', {
        could,
        because: `${name} is worked out from other records`,
        advice: 'Make those records instead.',
      })
    }
    if (!refersToRows(spec, value, tx)) throw refused(table, `${name} ${value} does not exist`)
  }
  const checked = schemaOf(shape).safeParse(said)
  const issue = checked.error?.issues[0]
  if (issue) throw refused(table, `${issue.path.join('.')} ${issue.message}`)
  return storedFrom(shape, checked.data as Values)
}

function notGiven(table: string): EmulatorError {
  return new EmulatorError('not_given', {
    could: `make given ${table}`,
    because: 'they come from what the emulator does',
    advice: 'Tokens come from `mintToken`, deliveries from events, conflicts from what is planned.',
  })
}

function refused(table: string, because: string): EmulatorError {
  return new EmulatorError('given_refused', {
    could: `make given ${table}`,
    because,
    advice: 'Say another value, or leave it out to have one made.',
  })
}
