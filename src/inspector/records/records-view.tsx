/** The view of records: the list of tables, the rows of one table and the panel of one row. */
import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { useRoute } from '../use-loaded.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { SearchField } from '../components/search-field.tsx'
import { linkTo, currentRoute } from '../router.ts'
import { RowPanel } from './row-panel.tsx'
import { RowTable } from './row-table.tsx'
import type { TableView } from '../../engine/control/views/table-views.ts'
import { formatCount } from '../../report/format.ts'
import { humanize } from '../format.ts'

const searchText = signal('')
const setSearchText = (text: string): string => (searchText.value = text)
const showsEmptyTables = signal(false)

export function RecordsView() {
  const { value: tables } = useRoute<TableView[]>('tables')
  const [, name, id] = currentRoute.value.path
  if (!tables) return <div class="split" />
  const table = tables.find((each) => each.name === name)
  return (
    <div class={id === undefined ? 'split' : 'split open'}>
      <TableList tables={tables} chosen={name} />
      {table ? (
        <RowTable key={table.name} table={table} />
      ) : (
        <section class="main unchosen" aria-label="Records">
          <header class="tools">
            <h1>Records</h1>
          </header>
          <EmptyState title={name === undefined ? 'Choose a table' : `There is no table “${name}”`}>
            <p>
              {formatCount(tables.reduce((sum, { count }) => sum + count, 0))} rows in{' '}
              {tables.length} tables.
            </p>
          </EmptyState>
        </section>
      )}
      {table && id !== undefined && <RowPanel table={table.name} id={id} />}
    </div>
  )
}

function TableList(props: {
  readonly tables: readonly TableView[]
  readonly chosen: string | undefined
}) {
  const { tables, chosen } = props
  const text = humanize(searchText.value.toLowerCase())
  const shown = tables
    .filter(({ name }) => humanize(name).includes(text))
    .filter(({ count, name }) => showsEmptyTables.value || count > 0 || name === chosen)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
  }, [chosen])
  return (
    <nav class="side-list" aria-label="Tables">
      <SearchField label="Find a table" value={searchText.value} onChange={setSearchText} />
      {shown.length === 0 && (
        <p class="quiet" role="status">
          {text === '' ? 'All tables are empty' : 'No table matches'}
        </p>
      )}
      <ul ref={list}>
        {shown.map(({ name, count }) => (
          <li key={name}>
            <a href={linkTo('records', name)} aria-current={name === chosen ? 'page' : undefined}>
              <span class="cut">{humanize(name)}</span>
              <span class="count">{formatCount(count)}</span>
            </a>
          </li>
        ))}
      </ul>
      <label class="plain-check">
        <input
          type="checkbox"
          checked={showsEmptyTables.value}
          onChange={(event) => (showsEmptyTables.value = event.currentTarget.checked)}
        />
        show empty tables
      </label>
    </nav>
  )
}
