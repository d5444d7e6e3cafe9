/** Converts tables to JSON columns and rows, and back. */
import { EmulatorError, unknownNameError } from '../errors/errors.ts'
import { damagedWorldError, loadAction } from './codecs.ts'
import { compareScalars } from './keys.ts'
import { createTable, type Row, type Table, type TableSchema } from './table.ts'

/** A table as JSON. */
export interface TableJson {
  readonly lastId: number
  readonly columns: readonly string[]
  /** The values of each row, in the order of the columns. */
  readonly rows: readonly (readonly unknown[])[]
}

export type TablesJson = Readonly<Record<string, TableJson>>

export function encodeTable({ schema: { columns }, rows, lastId }: Table): TableJson {
  const values = [...rows.values()].map((row) => columns.map((name) => row[name]))
  return { lastId, columns, rows: values }
}

/** Decodes the saved tables, by name. */
export function decodeTables(
  json: TablesJson,
  schemas: ReadonlyMap<string, TableSchema>,
): Record<string, Table> {
  return Object.fromEntries(
    Object.entries(json).map(([name, table]) => {
      const schema = schemas.get(name)
      if (!schema) throw unknownNameError('resource', name, schemas.keys(), loadAction)
      return [name, decodeTable(table, schema)]
    }),
  )
}

function decodeTable({ lastId, columns, rows }: TableJson, schema: TableSchema): Table {
  assertColumns(columns, schema)
  if (columns.length !== schema.columns.length)
    throw damagedWorldError(`${schema.name} has a field twice`)
  const positions = schema.columns.map((name) => columns.indexOf(name))
  const decoded = rows.map((values) => {
    if (values.length !== columns.length)
      throw damagedWorldError(`a row of ${schema.name} has the wrong number of values`)
    const row: Record<string, unknown> = {}
    // Note: rows with the same field order share one hidden class in the JavaScript engine.
    for (const [i, name] of schema.columns.entries()) row[name] = values[positions[i] as number]
    return Object.freeze(row) as Row
  })
  const isSorted = decoded.every(
    ({ id }, i) => i === 0 || compareScalars((decoded[i - 1] as Row).id, id) < 0,
  )
  if (!isSorted)
    throw damagedWorldError(`the rows of ${schema.name} are not in the order of their ids`)
  const table = createTable(schema, decoded)
  table.lastId = Math.max(table.lastId, Number(lastId))
  return table
}

function assertColumns(columns: readonly string[], { name, columns: known }: TableSchema): void {
  const surplus = columns.find((column) => !known.includes(column))
  if (surplus !== undefined)
    throw unknownNameError(
      'field',
      `${name}.${surplus}`,
      known.map((each) => `${name}.${each}`),
      loadAction,
    )
  const missing = known.find((column) => !columns.includes(column))
  if (missing === undefined) return
  throw new EmulatorError('bad_world', {
    action: loadAction,
    reason: `its ${name} have no ${missing}, so another version saved it`,
    advice: 'Load it with that version, or create the world again with this version.',
  })
}
