/** The rows of one table: searched, in order of id, a page at a time. */
import { useEffect, useState } from 'preact/hooks'
import { tick } from '../live-feed.ts'
import { Empty } from '../components/empty-state.tsx'
import { Paging } from '../components/pager.tsx'
import { SearchField } from '../components/search-field.tsx'
import { go, linkTo, place } from '../router.ts'
import { formatCount, spaced } from '../format.ts'
import { Cell } from './row-cell.tsx'
import { pageSize, type Read, useRows } from './use-rows.ts'
import type { ColumnView, Id, RowView, TableView } from './table-data.ts'

/** Columns that say little in a list; the row itself shows them. */
const shownMax = 12

export function Rows({ table }: { readonly table: TableView }) {
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<'asc' | 'desc'>('asc')
  const [pages, setPages] = useState<readonly Id[]>([])
  const { query } = place.value
  const [by, is, of] = ['by', 'is', 'of'].map((name) => query.get(name) ?? undefined)
  useEffect(() => setPages([]), [search, order, by, is])
  const wanted = { table: table.name, search, order, by, is, of, after: pages.at(-1) }
  const read = useRows(wanted, tick.value)
  return (
    <section class="main" aria-label={spaced(table.name)}>
      <header class="tools">
        <h1>{spaced(table.name)}</h1>
        <span class="quiet">{formatCount(table.count)}</span>
        {by && <Narrowed table={table.name} by={by} is={is ?? ''} />}
        <span class="spring" />
        <button type="button" onClick={() => setOrder(order === 'asc' ? 'desc' : 'asc')}>
          {order === 'asc' ? 'Oldest first' : 'Newest first'}
        </button>
        <SearchField label={`Search ${spaced(table.name)}`} value={search} set={setSearch} />
      </header>
      <Grid table={table} read={read} search={search} />
      <RowsPaging read={read} pages={pages} setPages={setPages} search={search} />
    </section>
  )
}

function Narrowed(given: { readonly table: string; readonly by: string; readonly is: string }) {
  return (
    <a class="chip" href={linkTo('tables', given.table)} aria-label="Show all rows again">
      {spaced(given.by)} is {given.is} ×
    </a>
  )
}

interface GridGiven {
  readonly table: TableView
  readonly read: Read
  readonly search: string
}

function Grid({ table, read, search }: GridGiven) {
  const { rows, names, done } = read
  if (rows.length === 0) {
    if (!done) return <div class="grid-box" aria-busy="true" />
    return (
      <Empty title={search ? `No row holds “${search}”` : 'No rows here'}>
        <p>
          {search ? 'Every word must stand in some field of the row.' : 'Calls and acts fill it.'}
        </p>
      </Empty>
    )
  }
  const columns = listed(table.columns)
  const chosen = place.value.path[2]
  return (
    <div class="grid-box" tabIndex={0} role="region" aria-label="Rows">
      <table class="grid">
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {spaced(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              aria-selected={String(row.id) === chosen}
              onClick={(event) => choose(event, table.name, row)}
            >
              {columns.map((column) => (
                <td key={column.name}>
                  {column.name === 'id' ? (
                    <a class="number" href={linkTo('tables', table.name, row.id)}>
                      {typeof row.id === 'string' ? row.id.slice(0, 8) : row.id}
                    </a>
                  ) : (
                    <Cell column={column} row={row} names={names} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Names and references before the rest; what is long or of no name waits in the row. */
function listed(columns: readonly ColumnView[]): readonly ColumnView[] {
  const weighty = (column: ColumnView): number =>
    column.name === 'id' ? 0 : ['object', 'json', 'map', 'variant'].includes(column.kind) ? 2 : 1
  return columns.toSorted((a, b) => weighty(a) - weighty(b)).slice(0, shownMax)
}

function choose(event: MouseEvent, table: string, row: RowView): void {
  if ((event.target as HTMLElement).closest('a')) return
  go('tables', table, row.id)
}

interface RowsPagingGiven {
  readonly read: Read
  readonly pages: readonly Id[]
  readonly setPages: (pages: readonly Id[]) => void
  readonly search: string
}

function RowsPaging({ read, pages, setPages, search }: RowsPagingGiven) {
  const { rows, next, lookedAt, done } = read
  const from = pages.length * pageSize
  const range =
    rows.length === 0 ? '' : `${formatCount(from + 1)}–${formatCount(from + rows.length)}`
  return (
    <Paging pages={pages} setPages={setPages} next={done ? next : null} says={['Previous', 'Next']}>
      <span class="quiet" role="status">
        {range}
        {search && ` · looked at ${formatCount(lookedAt)} rows${done ? '' : ' …'}`}
      </span>
    </Paging>
  )
}
