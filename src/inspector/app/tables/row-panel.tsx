/** One row: its fields, the rows that it leads to, and those that lead to it. */
import { useState } from 'preact/hooks'
import type { Referrers } from '../../api/row-relations.ts'
import { get } from '../api-client.ts'
import { tick } from '../live-feed.ts'
import { useLoaded } from '../use-loaded.ts'
import { Panel } from '../components/panel.tsx'
import { go, linkTo } from '../router.ts'
import { formatCount, spaced } from '../format.ts'
import { Fields } from './row-fields.tsx'
import { GonePanel } from './deleted-row-panel.tsx'
import type { WholeRow } from './table-data.ts'

export function RowPanel({ table, id }: { readonly table: string; readonly id: string }) {
  const path = `rows/${table}/${encodeURIComponent(id)}`
  const { value, missing } = useLoaded(path, () => get<WholeRow>(path), tick.value)
  if (missing) return <GonePanel table={table} id={id} missing={missing} />
  return <WholeRowPanel table={table} id={id} value={value} />
}

interface WholeRowGiven {
  readonly table: string
  readonly id: string
  readonly value: WholeRow | undefined
}

function WholeRowPanel({ table, id, value }: WholeRowGiven) {
  const [asAnswered, setAsAnswered] = useState(false)
  return (
    <Panel
      title={value?.label || `${spaced(table)} ${id}`}
      over={`${spaced(table)} ${id}`}
      close={() => go('tables', table)}
    >
      {value && (
        <>
          <div class="choice" role="group" aria-label="Show">
            <button type="button" aria-pressed={!asAnswered} onClick={() => setAsAnswered(false)}>
              Fields
            </button>
            <button type="button" aria-pressed={asAnswered} onClick={() => setAsAnswered(true)}>
              As answered
            </button>
          </div>
          {asAnswered ? (
            <pre tabIndex={0}>{JSON.stringify(value.record, null, 2)}</pre>
          ) : (
            <Fields {...value} />
          )}
          <Referring referrers={value.referrers} id={id} />
        </>
      )}
    </Panel>
  )
}

function Referring(given: { readonly referrers: readonly Referrers[]; readonly id: string }) {
  if (given.referrers.length === 0) return null
  return (
    <>
      <h3>Rows that refer to it</h3>
      <ul class="referring">
        {given.referrers.map(({ table, field, count, first, of }) => (
          <li key={`${table}.${field}`}>
            <a href={`${linkTo('tables', table)}?${queryFor(field, given.id, of)}`}>
              {spaced(table)} <span class="quiet">by {spaced(field)}</span>
              <span class="count">{count >= 1_000 ? '1,000+' : formatCount(count)}</span>
            </a>
            <p>
              {first.map((row) => (
                <a key={row.id} class="leading" href={linkTo('tables', row.table, row.id)}>
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

const queryFor = (by: string, is: string, of: string | undefined): string =>
  new URLSearchParams({ by, is, ...(of !== undefined && { of }) }).toString()
