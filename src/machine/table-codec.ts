/** Writes tables as columns and rows, and reads them back into the tables that there are now. */
import { EmulatorError, unknownNameError } from './errors.ts'
import { damagedWorldError } from './codecs.ts'
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

/** The tables by name; one that was not saved is left out. */
export function decodeTables(
  json: TablesJson,
  plans: ReadonlyMap<string, TableSchema>,
): Record<string, Table> {
  return Object.fromEntries(
    Object.entries(json).map(([name, table]) => {
      const plan = plans.get(name)
      if (!plan) throw unknownNameError('resource', name, plans.keys(), loadAction)
      return [name, decodeTable(table, plan)]
    }),
  )
}

const loadAction = 'load the saved world'

function decodeTable({ lastId, columns, rows }: TableJson, plan: TableSchema): Table {
  assertColumns(columns, plan)
  const positions = plan.columns.map((name) => columns.indexOf(name))
  const decoded = rows.map((values) => {
    if (values.length !== columns.length)
      throw damagedWorldError(`a row of ${plan.name} is not whole`)
    const row: Record<string, unknown> = {}
    // Note: rows whose fields come in one order are one shape to the engine.
    for (const [i, name] of plan.columns.entries()) row[name] = values[positions[i] as number]
    return Object.freeze(row) as Row
  })
  const isSorted = decoded.every(
    ({ id }, i) => i === 0 || compareScalars((decoded[i - 1] as Row).id, id) < 0,
  )
  if (!isSorted)
    throw damagedWorldError(`the rows of ${plan.name} are not in the order of their ids`)
  const table = createTable(plan, decoded)
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
    reason: `its ${name} have no ${missing}, so another version wrote it`,
    advice: 'Load it with that version, or make the world again with this one.',
  })
}
