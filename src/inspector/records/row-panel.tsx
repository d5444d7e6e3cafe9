/** The panel of one row: its fields, its references and the rows that reference it. */
import { useState } from 'preact/hooks'
import { useRoute } from '../use-loaded.ts'
import { Panel } from '../components/panel.tsx'
import { linkTo, navigateBeside } from '../router.ts'
import { formatCount } from '../../report/format.ts'
import { humanize } from '../format.ts'
import { RecordHistory } from './record-history.tsx'
import { RowFields } from './row-fields.tsx'
import { DeletedRowPanel } from './deleted-row-panel.tsx'
import type { RowDetails } from '../../engine/control/views/table-views.ts'
import type { Referrers } from '../../engine/control/views/row-relations.ts'

export function RowPanel({ table, id }: { readonly table: string; readonly id: string }) {
  const path = `rows/${table}/${encodeURIComponent(id)}`
  const { value, missing } = useRoute<RowDetails>(path)
  if (missing) return <DeletedRowPanel table={table} id={id} missing={missing} />
  return <RowDetailsPanel table={table} id={id} value={value} />
}

interface RowDetailsProps {
  readonly table: string
  readonly id: string
  readonly value: RowDetails | undefined
}

function RowDetailsPanel({ table, id, value }: RowDetailsProps) {
  const [showsResponse, setShowsResponse] = useState(false)
  return (
    <Panel
      title={value?.label || `${humanize(table)} ${id}`}
      subtitle={`${humanize(table)} ${id}`}
      onClose={() => navigateBeside('records', table)}
    >
      {value && (
        <>
          <div class="choice" role="group" aria-label="Show">
            <button
              type="button"
              aria-pressed={!showsResponse}
              onClick={() => setShowsResponse(false)}
            >
              Fields
            </button>
            <button
              type="button"
              aria-pressed={showsResponse}
              onClick={() => setShowsResponse(true)}
            >
              As in the API
            </button>
          </div>
          {showsResponse ? (
            <pre tabIndex={0}>{JSON.stringify(value.record, null, 2)}</pre>
          ) : (
            <RowFields {...value} />
          )}
          <RecordHistory table={table} id={id} />
          <ReferrerList referrers={value.referrers} id={id} />
        </>
      )}
    </Panel>
  )
}

function ReferrerList(props: { readonly referrers: readonly Referrers[]; readonly id: string }) {
  if (props.referrers.length === 0) return null
  return (
    <>
      <h3>Referenced by</h3>
      <ul class="referring">
        {props.referrers.map(({ table, field, count, first, target }) => (
          <li key={`${table}.${field}`}>
            <a href={`${linkTo('records', table)}?${referrerQuery(field, props.id, target)}`}>
              {humanize(table)} <span class="quiet">by {humanize(field)}</span>
              <span class="count">{count >= 1_000 ? '1,000+' : formatCount(count)}</span>
            </a>
            <p>
              {first.map((row) => (
                <a key={row.id} class="leading" href={linkTo('records', row.table, row.id)}>
                  <span class="number">{String(row.id).slice(0, 8)}</span> {row.label}
                </a>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

const referrerQuery = (field: string, id: string, table: string | undefined): string =>
  new URLSearchParams({ field, id, ...(table !== undefined && { table }) }).toString()
