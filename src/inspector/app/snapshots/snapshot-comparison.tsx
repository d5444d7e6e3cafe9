/** What differs between two snapshots, or between one and the present. */
import { useState } from 'preact/hooks'
import type { RowDifference, TableDifference } from '../../api/snapshot-diff.ts'
import { get, queryOf } from '../api-client.ts'
import { tick } from '../live-feed.ts'
import { useLoaded } from '../use-loaded.ts'
import { linkTo } from '../router.ts'
import { formatCount, formatValue, spaced } from '../format.ts'
import type { SnapshotView } from './snapshots-view.tsx'

export function Comparison({ snapshots }: { readonly snapshots: readonly SnapshotView[] }) {
  const newest = snapshots.at(-1)?.id ?? 'now'
  const [before, setBefore] = useState(newest)
  const [after, setAfter] = useState('now')
  const path = `compare${queryOf({ before, after })}`
  const { value } = useLoaded(path, () => get<{ tables: TableDifference[] }>(path), tick.value)
  return (
    <section aria-label="Comparison">
      <h2>What differs</h2>
      <p class="row">
        <Choice label="From" value={before} set={setBefore} snapshots={snapshots} />
        <span aria-hidden="true">→</span>
        <Choice label="To" value={after} set={setAfter} snapshots={snapshots} />
      </p>
      {value?.tables.length === 0 && <p class="quiet">Not one row differs.</p>}
      {value?.tables.map((each) => (
        <Table key={each.table} difference={each} />
      ))}
    </section>
  )
}

function Choice(given: {
  readonly label: string
  readonly value: string
  readonly set: (id: string) => void
  readonly snapshots: readonly SnapshotView[]
}) {
  return (
    <label>
      <span class="quiet">{given.label}</span>{' '}
      <select value={given.value} onChange={(event) => given.set(event.currentTarget.value)}>
        <option value="now">now</option>
        {given.snapshots.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function Table({ difference }: { readonly difference: TableDifference }) {
  const { table, counts, created, updated, deleted, rows } = difference
  const rest = created + updated + deleted - rows.length
  return (
    <details class="card" open>
      <summary class="row">
        <strong>{spaced(table)}</strong>
        <span class="quiet">
          {formatCount(counts[0])} → {formatCount(counts[1])}
        </span>
        <span class="spring" />
        {created > 0 && <span class="tag tone-ok">+{formatCount(created)}</span>}
        {updated > 0 && <span class="tag tone-refused">~{formatCount(updated)}</span>}
        {deleted > 0 && <span class="tag tone-failed">−{formatCount(deleted)}</span>}
      </summary>
      <ul class="differences">
        {rows.map((row) => (
          <Row key={row.id} table={table} row={row} />
        ))}
      </ul>
      {rest > 0 && <p class="quiet">and {formatCount(rest)} more rows</p>}
    </details>
  )
}

/** That a row was touched says nothing beside what was changed of it. */
function tellingOf(fields: NonNullable<RowDifference['fields']>) {
  const all = Object.entries(fields)
  const telling = all.filter(([name]) => name !== 'updated_at')
  return telling.length > 0 ? telling : all
}

const signs = { created: '+', updated: '~', deleted: '−' } as const

function Row({ table, row }: { readonly table: string; readonly row: RowDifference }) {
  const { id, what, label, fields = {} } = row
  return (
    <li>
      <span class="sign" aria-label={what}>
        {signs[what]}
      </span>
      <a class="leading" href={linkTo('tables', table, id)}>
        <span class="number">{String(id).slice(0, 8)}</span> {label}
      </a>
      {tellingOf(fields).map(([name, [before, after]]) => (
        <span key={name} class="field">
          <span class="quiet">{spaced(name)}</span> <del>{formatValue(before)}</del>{' '}
          <ins>{formatValue(after)}</ins>
        </span>
      ))}
    </li>
  )
}
