/** A row that is not there: that it was deleted, by what, and as what it was known last. */
import { get, has } from '../api-client.ts'
import { useLoaded } from '../use-loaded.ts'
import { Panel } from '../components/panel.tsx'
import { go, linkTo } from '../router.ts'
import { formatMoment, spaced } from '../format.ts'
import { Fields } from './row-fields.tsx'
import type { GoneRow } from './table-data.ts'

interface Given {
  readonly table: string
  readonly id: string
  /** What the emulator says of it. */
  readonly missing: string
}

export function GonePanel({ table, id, missing }: Given) {
  const path = `gone/${table}/${encodeURIComponent(id)}`
  const load = async (): Promise<GoneRow | undefined> =>
    has(`GET gone/${table}/:id`) ? get<GoneRow>(path) : undefined
  const { value, loading } = useLoaded(path, load)
  const name = `${spaced(table)} ${id}`
  return (
    <Panel
      title={value?.label || name}
      over={value ? `${name} · deleted` : name}
      close={() => go('tables', table)}
    >
      {value ? (
        <>
          <p class="because">
            This row was deleted at {formatMoment(value.at)}:{' '}
            <a href={linkTo('journal', value.number)}>#{value.number} in the journal</a>.
          </p>
          <h3>As it was last</h3>
          <Fields {...value} />
        </>
      ) : (
        !loading && <p class="because">{missing}</p>
      )}
    </Panel>
  )
}
