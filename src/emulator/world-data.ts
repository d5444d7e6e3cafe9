/** Reads the world that is shipped as data, so that the first emulator need not wait for its making. */
import type { FieldSpec } from '../define/fields.ts'
import type { Resource } from '../define/resource.ts'
import type { SavedCells } from '../machine/cells.ts'
import { sleepingTables } from '../machine/store.ts'
import type { Row } from '../machine/table.ts'
import type { Catalog } from '../model/catalog.ts'

/** The JSON text of each table: the names of its columns, then the rows. */
export type WorldData = Readonly<Record<string, string>>

type Columns = readonly [names: readonly string[], rows: readonly (readonly unknown[])[]]

/** The rows as text, in the form in which a world is shipped. */
export function writeWorldData(
  catalog: Catalog,
  rowsOf: (table: string) => Iterable<Row>,
): WorldData {
  const data: Record<string, string> = {}
  for (const [name, { shape }] of catalog.resources) {
    const rows = [...rowsOf(name)]
    if (rows.length === 0) continue
    const names = Object.keys(shape).filter((field) => !shape[field]?.spec.computed)
    data[name] = JSON.stringify([names, rows.map((row) => names.map((field) => row[field]))])
  }
  return data
}

/** The tables of a shipped world, with every date moved by as much as its start was. */
export function readWorldData(data: WorldData, catalog: Catalog, shiftMs: number): SavedCells {
  const rowsOf = Object.entries(data).map(([name, text]) => {
    const resource = catalog.resources.get(name) as Resource
    return [name, () => readRows(text, resource, shiftMs)] as const
  })
  return { tables: sleepingTables(catalog.schema, Object.fromEntries(rowsOf)) }
}

function readRows(text: string, { shape }: Resource, shiftMs: number): Row[] {
  const [names, rows] = JSON.parse(text) as Columns
  const moves = names.map((name) =>
    shiftMs === 0 ? undefined : moverOf(shape[name]?.spec, shiftMs),
  )
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (const [i, name] of names.entries()) {
      const value = values[i]
      row[name] = value === null ? null : (moves[i]?.(value) ?? value)
    }
    return Object.freeze(row) as Row
  })
}

function moverOf(spec: FieldSpec | undefined, shiftMs: number) {
  const length = spec?.format === 'date' ? 10 : spec?.format === 'timestamp' ? 24 : undefined
  if (length === undefined) return undefined
  return (value: unknown): string =>
    new Date(Date.parse(value as string) + shiftMs).toISOString().slice(0, length)
}
