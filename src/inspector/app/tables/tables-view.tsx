/** The view of the rows: every table, its rows page by page, and one row with what leads from it and to it. */
import { signal } from '@preact/signals'
import { get } from '../api-client.ts'
import { tick } from '../live-feed.ts'
import { useLoaded } from '../use-loaded.ts'
import { Empty } from '../components/empty-state.tsx'
import { SearchField } from '../components/search-field.tsx'
import { linkTo, place } from '../router.ts'
import { RowPanel } from './row-panel.tsx'
import { Rows } from './row-table.tsx'
import type { TableView } from './table-data.ts'
import { formatCount, spaced } from '../format.ts'

const wanted = signal('')
const seek = (text: string): string => (wanted.value = text)
const emptyShown = signal(false)

export function TablesView() {
  const { value: tables } = useLoaded('tables', () => get<TableView[]>('tables'), tick.value)
  const [, name, id] = place.value.path
  if (!tables) return <div class="split" />
  const table = tables.find((each) => each.name === name)
  return (
    <div class={id === undefined ? 'split' : 'split open'}>
      <TableList tables={tables} chosen={name} />
      {table ? (
        <Rows key={table.name} table={table} />
      ) : (
        <section class="main unchosen" aria-label="Tables">
          <header class="tools">
            <h1>Tables</h1>
          </header>
          <Empty title={name === undefined ? 'Choose a table' : `There is no table “${name}”`}>
            <p>
              {formatCount(tables.reduce((sum, { count }) => sum + count, 0))} rows stand in{' '}
              {tables.length} tables.
            </p>
          </Empty>
        </section>
      )}
      {table && id !== undefined && <RowPanel table={table.name} id={id} />}
    </div>
  )
}

function TableList(given: {
  readonly tables: readonly TableView[]
  readonly chosen: string | undefined
}) {
  const { tables, chosen } = given
  const shown = tables
    .filter(({ name }) => spaced(name).includes(wanted.value.toLowerCase()))
    .filter(({ count, name }) => emptyShown.value || count > 0 || name === chosen)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  return (
    <nav class="side-list" aria-label="Tables">
      <SearchField label="Find a table" value={wanted.value} set={seek} />
      <ul>
        {shown.map(({ name, count }) => (
          <li key={name}>
            <a href={linkTo('tables', name)} aria-current={name === chosen ? 'page' : undefined}>
              <span class="cut">{spaced(name)}</span>
              <span class="count">{formatCount(count)}</span>
            </a>
          </li>
        ))}
      </ul>
      <label class="plain-check">
        <input
          type="checkbox"
          checked={emptyShown.value}
          onChange={(event) => (emptyShown.value = event.currentTarget.checked)}
        />
        empty ones too
      </label>
    </nav>
  )
}
