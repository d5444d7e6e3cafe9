/** The view of moments to come back to: take, restore, fork, compare. */
import { useState } from 'preact/hooks'
import { callApi, runAction, get, hasRoute, showToast } from '../api-client.ts'
import { refreshTick } from '../live-feed.ts'
import { useLoaded } from '../use-loaded.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { SnapshotComparison } from './snapshot-comparison.tsx'
import { WorldFile } from './world-file.tsx'
import { formatTimestamp } from '../format.ts'

export interface SnapshotView {
  readonly id: string
  readonly name: string
  readonly at: string
}

export function SnapshotsView() {
  const load = (): Promise<SnapshotView[]> => get('snapshots')
  const { value = [], reload } = useLoaded('snapshots', load, refreshTick.value)
  const [name, setName] = useState('')
  const takeSnapshot = async (event: Event): Promise<void> => {
    event.preventDefault()
    await runAction(() => callApi('POST', 'snapshots', name ? { name } : {}), 'The moment is kept.')
    setName('')
    reload()
  }
  return (
    <section class="main page-like" aria-label="Snapshots">
      <header class="tools">
        <h1>Snapshots</h1>
        <span class="spring" />
        <form class="row" onSubmit={(event) => void takeSnapshot(event)}>
          <input
            placeholder="Name, if you like"
            aria-label="Name of the snapshot"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <button type="submit" class="primary">
            Take a snapshot
          </button>
          <Fork from="now" label="Fork now" />
        </form>
      </header>
      {value.length === 0 ? (
        <EmptyState title="No snapshot yet">
          <p>
            A snapshot keeps rows, time, due tasks, rate windows, flags and tokens; it costs next to
            nothing. Go back to it, fork it, or compare it with the present.
          </p>
        </EmptyState>
      ) : (
        <ul class="snapshots">
          {value.map((each) => (
            <Snapshot key={each.id} snapshot={each} onChanged={reload} />
          ))}
        </ul>
      )}
      {value.length > 0 && <SnapshotComparison snapshots={value} />}
      {hasRoute('GET world') && <WorldFile />}
    </section>
  )
}

function Snapshot(props: { readonly snapshot: SnapshotView; readonly onChanged: () => void }) {
  const { id, name, at } = props.snapshot
  const restore = (): Promise<unknown> =>
    runAction(() => callApi('PUT', `snapshots/${id}`), `Back at ${formatTimestamp(at)}.`)
  const remove = async (): Promise<void> => {
    await runAction(() => callApi('DELETE', `snapshots/${id}`))
    props.onChanged()
  }
  return (
    <li class="card row">
      <strong>{name}</strong>
      <span class="when">{formatTimestamp(at)}</span>
      <span class="spring" />
      <button type="button" onClick={() => void restore()}>
        Go back to it
      </button>
      <Fork from={id} label="Fork it" />
      <button type="button" class="link" onClick={() => void remove()}>
        forget
      </button>
    </li>
  )
}

function Fork({ from, label }: { readonly from: string; readonly label: string }) {
  const [forkUrl, setForkUrl] = useState('')
  if (!hasRoute('POST forks')) return null
  const fork = async (): Promise<void> => {
    const created = await runAction(() =>
      callApi<{ inspector: string }>('POST', 'forks', { snapshot: from }),
    )
    if (!created) return
    setForkUrl(created.inspector)
    showToast(`An independent emulator stands at ${created.inspector}`)
  }
  return (
    <>
      <button type="button" onClick={() => void fork()}>
        {label}
      </button>
      {forkUrl && (
        <a href={forkUrl} target="_blank" rel="noreferrer">
          open the fork
        </a>
      )}
    </>
  )
}
