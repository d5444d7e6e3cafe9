/** The rows of one table in pages, in order of id, with a search. */
import { useEffect, useState } from 'preact/hooks'
import { refreshTick } from '../live-feed.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { Pager } from '../components/pager.tsx'
import { SearchField } from '../components/search-field.tsx'
import { currentRoute, linkBeside, linkTo, navigateBeside } from '../router.ts'
import { formatCount } from '../../report/format.ts'
import { humanize } from '../format.ts'
import { RowCell } from './row-cell.tsx'
import { rowsPerView, type LoadedRows, type RowReference, useRows } from './use-rows.ts'
import type {
  ColumnView,
  RowId,
  RowView,
  TableView,
} from '../../engine/control/views/table-views.ts'

/** The largest number of columns; the panel of a row shows the others. */
const columnsMax = 12

export function RowTable({ table }: { readonly table: TableView }) {
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<'asc' | 'desc'>('asc')
  const [pages, setPages] = useState<readonly RowId[]>([])
  const { query } = currentRoute.value
  const reference = referenceFrom(query)
  useEffect(() => setPages([]), [search, order, reference?.field, reference?.id])
  const rowQuery = { table: table.name, search, order, reference, after: pages.at(-1) }
  const loaded = useRows(rowQuery, refreshTick.value)
  return (
    <section class="main" aria-label={humanize(table.name)}>
      <header class="tools">
        <h1>{humanize(table.name)}</h1>
        <span class="quiet">{formatCount(table.count)}</span>
        {reference && <ReferenceFilterChip table={table.name} reference={reference} />}
        <span class="spacer" />
        <button type="button" onClick={() => setOrder(order === 'asc' ? 'desc' : 'asc')}>
          {order === 'asc' ? 'Oldest first' : 'Newest first'}
        </button>
        <SearchField label={`Search ${humanize(table.name)}`} value={search} onChange={setSearch} />
      </header>
      <Grid table={table} loaded={loaded} search={search} />
      <RowPager loaded={loaded} pages={pages} setPages={setPages} search={search} />
    </section>
  )
}

function referenceFrom(query: URLSearchParams): RowReference | undefined {
  const field = query.get('field')
  if (!field) return undefined
  return { field, id: query.get('id') ?? '', table: query.get('table') ?? undefined }
}

function ReferenceFilterChip(props: { readonly table: string; readonly reference: RowReference }) {
  const { field, id } = props.reference
  return (
    <a class="chip" href={linkTo('records', props.table)} aria-label="Show all rows">
      {humanize(field)} is {id} ×
    </a>
  )
}

interface GridProps {
  readonly table: TableView
  readonly loaded: LoadedRows
  readonly search: string
}

function Grid({ table, loaded, search }: GridProps) {
  const { rows, names, done } = loaded
  if (rows.length === 0) {
    if (!done) return <div class="grid-box" aria-busy="true" />
    return (
      <EmptyState title={search ? `No row contains “${search}”` : 'This table is empty'}>
        <p>
          {search ? 'Each word must occur in a field of the row.' : 'Requests and acts add rows.'}
        </p>
      </EmptyState>
    )
  }
  const columns = listedColumns(table.columns)
  const chosen = currentRoute.value.path[2]
  return (
    <div class="grid-box" tabIndex={0} role="region" aria-label="Rows">
      <table class="grid">
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {humanize(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              aria-selected={String(row.id) === chosen}
              onClick={(event) => openRow(event, table.name, row)}
            >
              {columns.map((column) => (
                <td key={column.name}>
                  {column.name === 'id' ? (
                    <a class="number" href={linkBeside('records', table.name, row.id)}>
                      {typeof row.id === 'string' ? row.id.slice(0, 8) : row.id}
                    </a>
                  ) : (
                    <RowCell column={column} row={row} names={names} />
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

/** Sorts the id first and objects last, and limits the number of columns. */
function listedColumns(columns: readonly ColumnView[]): readonly ColumnView[] {
  const rankOf = (column: ColumnView): number =>
    column.name === 'id' ? 0 : ['object', 'json', 'map', 'variant'].includes(column.kind) ? 2 : 1
  return columns.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, columnsMax)
}

function openRow(event: MouseEvent, table: string, row: RowView): void {
  if ((event.target as HTMLElement).closest('a')) return
  navigateBeside('records', table, row.id)
}

interface RowPagerProps {
  readonly loaded: LoadedRows
  readonly pages: readonly RowId[]
  readonly setPages: (pages: readonly RowId[]) => void
  readonly search: string
}

function RowPager({ loaded, pages, setPages, search }: RowPagerProps) {
  const { rows, next, lookedAt, done } = loaded
  const from = pages.length * rowsPerView
  const range =
    rows.length === 0 ? '' : `${formatCount(from + 1)}–${formatCount(from + rows.length)}`
  return (
    <Pager
      pages={pages}
      setPages={setPages}
      next={done ? next : null}
      labels={['Previous', 'Next']}
    >
      <span class="quiet" role="status">
        {range}
        {search && ` · searched ${formatCount(lookedAt)} rows${done ? '' : ' …'}`}
      </span>
    </Pager>
  )
}
