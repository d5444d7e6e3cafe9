/** A row that is not there: that it was deleted, by what, and as what it was known last. */
import { get, hasRoute } from '../api-client.ts'
import { useLoaded } from '../use-loaded.ts'
import { Panel } from '../components/panel.tsx'
import { navigate, linkTo } from '../router.ts'
import { formatTimestamp, humanize } from '../format.ts'
import { RowFields } from './row-fields.tsx'
import type { DeletedRow } from './table-data.ts'

interface Props {
  readonly table: string
  readonly id: string
  /** What the emulator says of it. */
  readonly missing: string
}

export function DeletedRowPanel({ table, id, missing }: Props) {
  const path = `gone/${table}/${encodeURIComponent(id)}`
  const load = async (): Promise<DeletedRow | undefined> =>
    hasRoute(`GET gone/${table}/:id`) ? get<DeletedRow>(path) : undefined
  const { value, loading } = useLoaded(path, load)
  const name = `${humanize(table)} ${id}`
  return (
    <Panel
      title={value?.label || name}
      subtitle={value ? `${name} · deleted` : name}
      onClose={() => navigate('tables', table)}
    >
      {value ? (
        <>
          <p class="because">
            This row was deleted at {formatTimestamp(value.at)}:{' '}
            <a href={linkTo('journal', value.number)}>#{value.number} in the journal</a>.
          </p>
          <h3>As it was last</h3>
          <RowFields {...value} />
        </>
      ) : (
        !loading && <p class="because">{missing}</p>
      )}
    </Panel>
  )
}
