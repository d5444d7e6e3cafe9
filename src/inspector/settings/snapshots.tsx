/** Snapshots in the settings: take, restore, fork and compare them. */
import { useState } from 'preact/hooks'
import type { ForkView, SnapshotView } from '../../engine/control/views/snapshot-views.ts'
import { formatTimestamp } from '../../report/format.ts'
import { callApi, hasRoute } from '../api-client.ts'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { runAction } from '../toast.ts'
import { replaceState } from '../undo.ts'
import { useRoute } from '../use-loaded.ts'
import { SnapshotComparison } from './snapshot-comparison.tsx'

export function Snapshots() {
  const { value = [], reload } = useRoute<SnapshotView[]>('snapshots')
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
    <>
      <h2>Snapshots</h2>
      <p class="quiet">
        A snapshot contains rows, clock, pending tasks, rate limits, flags and tokens. Restore it,
        fork it, or compare it with the current state.
      </p>
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
        <ForkButton from="now" label="Fork now" />
      </form>
      <ul class="snapshots">
        {value.map((each) => (
          <Snapshot key={each.id} snapshot={each} onChanged={reload} />
        ))}
      </ul>
      {value.length > 0 && <SnapshotComparison snapshots={value} />}
    </>
  )
}

function Snapshot(props: { readonly snapshot: SnapshotView; readonly onChanged: () => void }) {
  const { id, name, at } = props.snapshot
  const restore = (): Promise<unknown> =>
    replaceState({
      noun: `restore of ${name}`,
      run: () => callApi('PUT', `snapshots/${id}`),
      successText: `Restored: the clock is at ${formatTimestamp(at)}.`,
    })
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
      <ForkButton from={id} label="Fork" />
      <ConfirmButton
        label="delete"
        class="link"
        question={`Delete the snapshot “${name}”?`}
        confirm="Delete"
        onConfirm={() => void remove()}
      />
    </li>
  )
}

function ForkButton({ from, label }: { readonly from: string; readonly label: string }) {
  if (!hasRoute('POST forks')) return null
  const fork = (): Promise<unknown> =>
    runAction(
      () => callApi<ForkView>('POST', 'forks', { snapshot: from }),
      'The fork is in the list of instances.',
    )
  return (
    <button type="button" onClick={() => void fork()}>
      {label}
    </button>
  )
}
