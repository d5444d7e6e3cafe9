/** One value of a row: a link where it leads to another row. */
import { linkTo } from '../router.ts'
import { formatValue, spaced } from '../format.ts'
import { type ColumnView, type Id, type Names, type RowView, tableOf } from './table-data.ts'

interface Given {
  readonly column: ColumnView
  readonly row: RowView
  readonly names: Names
  readonly whole?: boolean
}

const listedMax = 3

export function Cell({ column, row, names, whole = false }: Given) {
  const value = row[column.name]
  if (isNothing(value)) return <span class="none">—</span>
  const table = tableOf(column, row)
  if (table !== undefined) {
    const ids = (Array.isArray(value) ? value : [value]) as Id[]
    const shown = whole ? ids : ids.slice(0, listedMax)
    return (
      <>
        {shown.map((id) => (
          <Leading key={id} table={table} id={id} name={names[`${table} ${id}`]} />
        ))}
        {ids.length > shown.length && <span class="quiet"> +{ids.length - shown.length}</span>}
      </>
    )
  }
  if (typeof value === 'boolean') return <span class={value ? 'yes' : 'none'}>{String(value)}</span>
  if (whole && typeof value === 'object') return <Parts value={value as object} />
  const text = formatValue(value)
  if (column.format === 'timestamp')
    return <span class="when">{text.slice(0, 19).replace('T', ' ')}</span>
  if (column.kind === 'enum') return <span class="tag">{text}</span>
  return <span title={whole ? undefined : text}>{whole ? text : text.slice(0, 120)}</span>
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)

/** What an object holds, but for what is empty. */
function Parts({ value }: { readonly value: object }) {
  const parts = Object.entries(value).filter(([, part]) => !isNothing(part))
  if (parts.length === 0) return <span class="none">—</span>
  return (
    <>
      {parts.map(([name, part]) => (
        <div key={name}>
          <span class="quiet">{spaced(name)}</span> {formatValue(part)}
        </div>
      ))}
    </>
  )
}

function Leading(given: {
  readonly table: string
  readonly id: Id
  readonly name: string | undefined
}) {
  const { table, id, name } = given
  return (
    <a class="leading" href={linkTo('tables', table, id)} title={`${table} ${id}`}>
      <span class="number">{typeof id === 'string' ? id.slice(0, 8) : id}</span>
      {name && ` ${name}`}
    </a>
  )
}
