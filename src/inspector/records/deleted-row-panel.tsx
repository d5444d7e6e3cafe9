/** The panel of a missing row: its deletion and its last values, if the journal records them. */
import { get, hasRoute } from '../api-client.ts'
import { useLoaded } from '../use-loaded.ts'
import { Panel } from '../components/panel.tsx'
import { linkTo, navigateBeside } from '../router.ts'
import { formatTimestamp } from '../../report/format.ts'
import { humanize } from '../format.ts'
import { RecordHistory } from './record-history.tsx'
import { RowFields } from './row-fields.tsx'
import type { DeletedRow } from '../../engine/control/views/table-views.ts'

interface Props {
  readonly table: string
  readonly id: string
  /** The error message of the control plane. */
  readonly missing: string
}

export function DeletedRowPanel({ table, id, missing }: Props) {
  const path = `deleted-rows/${table}/${encodeURIComponent(id)}`
  const load = async (): Promise<DeletedRow | undefined> =>
    hasRoute(`GET deleted-rows/${table}/:id`) ? get<DeletedRow>(path) : undefined
  const { value, loading } = useLoaded(path, load)
  const name = `${humanize(table)} ${id}`
  return (
    <Panel
      title={value?.label || name}
      subtitle={value ? `${name} · deleted` : name}
      onClose={() => navigateBeside('records', table)}
    >
      {value ? (
        <>
          <p class="reason">
            This row was deleted at {formatTimestamp(value.at)}:{' '}
            <a href={linkTo('story', value.number)}>entry #{value.number} of the story</a>.
          </p>
          <RecordHistory table={table} id={id} />
          <h3>Last values</h3>
          <RowFields {...value} />
        </>
      ) : (
        !loading && <p class="reason">{missing}</p>
      )}
    </Panel>
  )
}
