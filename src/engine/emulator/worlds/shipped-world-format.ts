/** The format of the shipped world: serializes its tables and parses them. */
import type { CellValues } from '../../store/cells.ts'
import { toAsciiJson } from '../../store/json-copy.ts'
import { lazyTables } from '../../store/store.ts'
import type { Row } from '../../store/table.ts'
import type { Catalog } from '../../model/catalog.ts'

/** Separates the name of a table from its rows. JSON text never contains it. */
const separator = '\t'

/** Consecutive integers, such as the ids of a table. */
interface Range {
  readonly from: number
  readonly to: number
}

/** The values of a column, or the name of an earlier column with the same values. */
type ColumnValues = readonly unknown[] | Range | string

/** The columns of a table by name. Equal values of a column stand side by side, which compresses well. */
type Columns = Readonly<Record<string, ColumnValues>>

/** One line for each table: its name and its columns. */
export function serializeShippedWorld(
  catalog: Catalog,
  rowsOf: (table: string) => Iterable<Row>,
): string {
  // Note: a runtime reads ASCII several times as fast.
  const lines = [...catalog.resources.keys()].flatMap((table) => {
    const rows = [...rowsOf(table)]
    if (rows.length === 0) return []
    const columns = columnsOf(
      rows,
      catalog.columns(table).map(({ name }) => name),
    )
    return [`${table}${separator}${toAsciiJson(JSON.stringify(columns))}\n`]
  })
  return lines.join('')
}

function columnsOf(rows: readonly Row[], names: readonly string[]): Columns {
  const nameByText = new Map<string, string>()
  const columns = names.map((name): [string, ColumnValues] => {
    const values = rows.map((row) => row[name])
    const text = JSON.stringify(values)
    const earlier = nameByText.get(text)
    if (earlier === undefined) nameByText.set(text, name)
    return [name, earlier ?? rangeOf(values) ?? values]
  })
  return Object.fromEntries(columns)
}

/** The range of consecutive integers; undefined for other values. */
function rangeOf(values: readonly unknown[]): Range | undefined {
  const from = values[0] as number
  if (!values.every((value, at) => Number.isInteger(value) && value === from + at)) return undefined
  return { from, to: from + values.length - 1 }
}

const valuesIn = ({ from, to }: Range): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** Parses the tables of a shipped world. The rows of a table, and their text, are made when the table is first read. */
export function parseShippedWorld(
  text: string,
  catalog: Catalog,
  move: (text: string) => string = (each) => each,
): CellValues {
  const rowsOf: Record<string, () => Row[]> = {}
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start)
    const line = text.slice(start, end)
    const cut = line.indexOf(separator)
    rowsOf[line.slice(0, cut)] = () => parseRows(move(line.slice(cut + 1)))
    start = end + 1
  }
  return { tables: lazyTables(catalog.schema, rowsOf) }
}

function parseRows(text: string): Row[] {
  const columns = JSON.parse(text) as Columns
  const names = Object.keys(columns)
  const valuesOf = (column: ColumnValues = []): readonly unknown[] => {
    if (typeof column === 'string') return valuesOf(columns[column])
    return 'from' in column ? valuesIn(column) : column
  }
  const lists = Object.values(columns).map(valuesOf)
  const ids = valuesOf(columns['id'])
  return ids.map((_, at) => {
    const row: Record<string, unknown> = {}
    for (let i = 0; i < names.length; i += 1) {
      row[names[i] as string] = lists[i]?.[at]
    }
    return Object.freeze(row) as Row
  })
}
