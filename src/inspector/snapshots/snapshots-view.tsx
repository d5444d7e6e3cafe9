/** The view of snapshots: take, restore, fork and compare them. */
import { useState } from 'preact/hooks'
import type { ForkView, SnapshotView } from '../../engine/control/views/snapshot-views.ts'
import { callApi, get, hasRoute } from '../api-client.ts'
import { copyText } from '../clipboard.ts'
import { runAction, showToast } from '../toast.ts'
import { refreshTick } from '../live-feed.ts'
import { useLoaded } from '../use-loaded.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { SnapshotComparison } from './snapshot-comparison.tsx'
import { WorldFile } from './world-file.tsx'
import { formatTimestamp } from '../format.ts'

export function SnapshotsView() {
  const load = (): Promise<SnapshotView[]> => get('snapshots')
  const { value = [], reload } = useLoaded('snapshots', load, refreshTick.value)
  const [name, setName] = useState('')
  const takeSnapshot = async (event: Event): Promise<void> => {
    event.preventDefault()
    await runAction(
      () => callApi('POST', 'snapshots', name ? { name } : {}),
      'The snapshot is taken.',
    )
    setName('')
    reload()
  }
  return (
    <section class="main page-like" aria-label="Snapshots">
      <header class="tools">
        <h1>Snapshots</h1>
        <span class="spacer" />
        <form class="row" onSubmit={(event) => void takeSnapshot(event)}>
          <input
            placeholder="Name (optional)"
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
        <EmptyState title="No snapshots">
          <p>
            A snapshot contains rows, clock, pending tasks, rate limits, flags and tokens. Restore
            it, fork it, or compare it with the current state.
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
    runAction(
      () => callApi('PUT', `snapshots/${id}`),
      `Restored: the clock is at ${formatTimestamp(at)}.`,
    )
  const remove = async (): Promise<void> => {
    await runAction(() => callApi('DELETE', `snapshots/${id}`))
    props.onChanged()
  }
  return (
    <li class="card row">
      <strong>{name}</strong>
      <span class="when">{formatTimestamp(at)}</span>
      <span class="spacer" />
      <button type="button" onClick={() => void restore()}>
        Restore
      </button>
      <Fork from={id} label="Fork" />
      <button type="button" class="link" onClick={() => void remove()}>
        delete
      </button>
    </li>
  )
}

function Fork({ from, label }: { readonly from: string; readonly label: string }) {
  const [lastFork, setLastFork] = useState<ForkView | undefined>()
  if (!hasRoute('POST forks')) return null
  const fork = async (): Promise<void> => {
    const created = await runAction(() => callApi<ForkView>('POST', 'forks', { snapshot: from }))
    if (!created) return
    setLastFork(created)
    showToast(`The fork is at ${created.inspector}`)
  }
  return (
    <>
      <button type="button" onClick={() => void fork()}>
        {label}
      </button>
      {lastFork && (
        <>
          <a href={lastFork.inspector} target="_blank" rel="noreferrer">
            open the fork
          </a>
          <code>{lastFork.token}</code>
          <button
            type="button"
            class="link"
            onClick={() => void copyText(lastFork.token, 'token of the fork')}
          >
            copy its token
          </button>
        </>
      )}
    </>
  )
}
