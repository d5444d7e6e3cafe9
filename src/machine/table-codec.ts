/** Writes tables as columns and rows, and reads them back into the tables that there are now. */
import { EmulatorError, unknownName } from './errors.ts'
import { damaged } from './codecs.ts'
import { compareScalars } from './keys.ts'
import { createTable, type Row, type Table, type TablePlan } from './table.ts'

/** A table as JSON. */
export interface SavedTable {
  readonly lastId: number
  readonly columns: readonly string[]
  /** The values of each row, in the order of the columns. */
  readonly rows: readonly (readonly unknown[])[]
}

export type SavedTables = Readonly<Record<string, SavedTable>>

export function writeTable({ plan: { columns }, rows, lastId }: Table): SavedTable {
  const values = [...rows.values()].map((row) => columns.map((name) => row[name]))
  return { lastId, columns, rows: values }
}

/** The tables by name; one that was not saved is left out. */
export function readTables(
  saved: SavedTables,
  plans: ReadonlyMap<string, TablePlan>,
): Record<string, Table> {
  return Object.fromEntries(
    Object.entries(saved).map(([name, table]) => {
      const plan = plans.get(name)
      if (!plan) throw unknownName('resource', name, plans.keys(), loading)
      return [name, readTable(table, plan)]
    }),
  )
}

const loading = 'load the saved world'

function readTable({ lastId, columns, rows }: SavedTable, plan: TablePlan): Table {
  insistOnColumns(columns, plan)
  const places = plan.columns.map((name) => columns.indexOf(name))
  const read = rows.map((values) => {
    if (values.length !== columns.length) throw damaged(`a row of ${plan.name} is not whole`)
    const row: Record<string, unknown> = {}
    // Note: rows whose fields come in one order are one shape to the engine.
    for (const [i, name] of plan.columns.entries()) row[name] = values[places[i] as number]
    return Object.freeze(row) as Row
  })
  const isSorted = read.every(
    ({ id }, i) => i === 0 || compareScalars((read[i - 1] as Row).id, id) < 0,
  )
  if (!isSorted) throw damaged(`the rows of ${plan.name} are not in the order of their ids`)
  const table = createTable(plan, read)
  table.lastId = Math.max(table.lastId, Number(lastId))
  return table
}

function insistOnColumns(columns: readonly string[], { name, columns: known }: TablePlan): void {
  const surplus = columns.find((column) => !known.includes(column))
  if (surplus !== undefined)
    throw unknownName(
      'field',
      `${name}.${surplus}`,
      known.map((each) => `${name}.${each}`),
      loading,
    )
  const missing = known.find((column) => !columns.includes(column))
  if (missing === undefined) return
  throw new EmulatorError('bad_world', {
    could: loading,
    because: `its ${name} have no ${missing}, so another version wrote it`,
    advice: 'Load it with that version, or make the world again with this one.',
  })
}
