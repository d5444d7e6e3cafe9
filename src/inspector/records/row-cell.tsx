/** One value of a row. A reference is a link to the referenced row. */
import { linkTo } from '../router.ts'
import { formatValue } from '../../report/format.ts'
import { humanize } from '../format.ts'
import type {
  ColumnView,
  RowId,
  RowLabels,
  RowView,
} from '../../engine/control/views/table-views.ts'

interface Props {
  readonly column: ColumnView
  readonly row: RowView
  readonly names: RowLabels
  readonly isExpanded?: boolean
}

const referencesMax = 3

export function RowCell({ column, row, names, isExpanded = false }: Props) {
  const value = row[column.name]
  if (isEmptyValue(value)) return <span class="none">—</span>
  const table = referencedTable(column, row)
  if (table !== undefined) {
    const ids = (Array.isArray(value) ? value : [value]) as RowId[]
    const shown = isExpanded ? ids : ids.slice(0, referencesMax)
    return (
      <>
        {shown.map((id) => (
          <ReferenceLink key={id} table={table} id={id} name={names[`${table} ${id}`]} />
        ))}
        {ids.length > shown.length && <span class="quiet"> +{ids.length - shown.length}</span>}
      </>
    )
  }
  if (typeof value === 'boolean') return <span class={value ? 'yes' : 'none'}>{String(value)}</span>
  if (isExpanded && typeof value === 'object') return <ObjectValue value={value as object} />
  const text = formatValue(value)
  if (column.format === 'timestamp')
    return <span class="when">{text.slice(0, 19).replace('T', ' ')}</span>
  if (column.kind === 'enum') return <span class="tag">{text}</span>
  return <span title={isExpanded ? undefined : text}>{isExpanded ? text : text.slice(0, 120)}</span>
}

const isEmptyValue = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** The non-empty properties of an object. */
function ObjectValue({ value }: { readonly value: object }) {
  const parts = Object.entries(value).filter(([, part]) => !isEmptyValue(part))
  if (parts.length === 0) return <span class="none">—</span>
  return (
    <>
      {parts.map(([name, part]) => (
        <div key={name}>
          <span class="quiet">{humanize(name)}</span> {formatValue(part)}
        </div>
      ))}
    </>
  )
}

function ReferenceLink(props: {
  readonly table: string
  readonly id: RowId
  readonly name: string | undefined
}) {
  const { table, id, name } = props
  return (
    <a class="leading" href={linkTo('records', table, id)} title={`${table} ${id}`}>
      <span class="number">{typeof id === 'string' ? id.slice(0, 8) : id}</span>
      {name && ` ${name}`}
    </a>
  )
}

/** Returns the table that a column of a row references. */
function referencedTable({ to, via }: ColumnView, row: RowView): string | undefined {
  return via ? via.tables[String(row[via.field])] : to
}
