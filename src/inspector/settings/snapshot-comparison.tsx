/** Compares two snapshots, or a snapshot with the current state. */
import { useState } from 'preact/hooks'
import type { RowDifference, TableDifference } from '../../engine/control/views/snapshot-diff.ts'
import { get, queryString } from '../api-client.ts'
import { SelectField, type SelectProps } from '../components/select-field.tsx'
import { useLoaded } from '../use-loaded.ts'
import { linkTo } from '../router.ts'
import { formatCount, formatValue } from '../../report/format.ts'
import { humanize } from '../format.ts'
import type { ComparisonView, SnapshotView } from '../../engine/control/views/snapshot-views.ts'

export function SnapshotComparison({ snapshots }: { readonly snapshots: readonly SnapshotView[] }) {
  const newest = snapshots.at(-1)?.id ?? 'now'
  const isKnown = (id: string): boolean => snapshots.some((each) => each.id === id)
  const knownOrNewest = (id: string): string => (id === 'now' || isKnown(id) ? id : newest)
  const [chosenBefore, setBefore] = useState(newest)
  const [chosenAfter, setAfter] = useState('now')
  const options = [['now', 'now'], ...snapshots.map(({ id, name }) => [id, name] as const)] as const
  const before = knownOrNewest(chosenBefore)
  const after = knownOrNewest(chosenAfter)
  const path = `compare${queryString({ before, after })}`
  // Note: the list is loaded after each change. A comparison that does not wait for it names a deleted snapshot.
  const { value } = useLoaded(path, () => get<ComparisonView>(path), snapshots)
  return (
    <section aria-label="Comparison">
      <h2>Differences</h2>
      <p class="row">
        <SnapshotSelect label="From" value={before} onChange={setBefore} options={options} />
        <span aria-hidden="true">→</span>
        <SnapshotSelect label="To" value={after} onChange={setAfter} options={options} />
      </p>
      {value?.tables.length === 0 && <p class="quiet">No row differs.</p>}
      {value?.tables.map((each) => (
        <TableChanges key={each.table} difference={each} />
      ))}
    </section>
  )
}

const SnapshotSelect = (props: SelectProps) => (
  <label>
    <span class="quiet">{props.label}</span> <SelectField {...props} />
  </label>
)

function TableChanges({ difference }: { readonly difference: TableDifference }) {
  const { table, counts, created, updated, deleted, rows } = difference
  const rest = created + updated + deleted - rows.length
  return (
    <details class="card" open>
      <summary class="row">
        <strong>{humanize(table)}</strong>
        <span class="quiet">
          {formatCount(counts[0])} → {formatCount(counts[1])}
        </span>
        <span class="spacer" />
        {created > 0 && <span class="tag severity-ok">+{formatCount(created)}</span>}
        {updated > 0 && <span class="tag severity-refused">~{formatCount(updated)}</span>}
        {deleted > 0 && <span class="tag severity-failed">−{formatCount(deleted)}</span>}
      </summary>
      <ul class="differences">
        {rows.map((row) => (
          <RowChanges key={row.id} table={table} row={row} />
        ))}
      </ul>
      {rest > 0 && <p class="quiet">and {formatCount(rest)} more rows</p>}
    </details>
  )
}

/** Omits `updated_at` if another field changed too. */
function relevantFields(fields: NonNullable<RowDifference['fields']>) {
  const all = Object.entries(fields)
  const relevant = all.filter(([name]) => name !== 'updated_at')
  return relevant.length > 0 ? relevant : all
}

const changeSigns = { created: '+', updated: '~', deleted: '−' } as const

function RowChanges({ table, row }: { readonly table: string; readonly row: RowDifference }) {
  const { id, change, label, fields = {} } = row
  return (
    <li>
      <span class="sign" aria-label={change}>
        {changeSigns[change]}
      </span>
      <a class="leading" href={linkTo('records', table, id)}>
        <span class="number">{String(id).slice(0, 8)}</span> {label}
      </a>
      {relevantFields(fields).map(([name, [before, after]]) => (
        <span key={name} class="field">
          <span class="quiet">{humanize(name)}</span> <del>{formatValue(before)}</del>{' '}
          <ins>{formatValue(after)}</ins>
        </span>
      ))}
    </li>
  )
}
