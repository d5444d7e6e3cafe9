/** The view of moments to come back to: take, restore, fork, compare. */
import { useState } from 'preact/hooks'
import { call, doing, get, has, say } from '../api-client.ts'
import { tick } from '../live-feed.ts'
import { useLoaded } from '../use-loaded.ts'
import { Empty } from '../components/empty-state.tsx'
import { Comparison } from './snapshot-comparison.tsx'
import { WorldFile } from './world-file.tsx'
import { formatMoment } from '../format.ts'

export interface SnapshotView {
  readonly id: string
  readonly name: string
  readonly at: string
}

export function SnapshotsView() {
  const load = (): Promise<SnapshotView[]> => get('snapshots')
  const { value = [], reload } = useLoaded('snapshots', load, tick.value)
  const [name, setName] = useState('')
  const take = async (event: Event): Promise<void> => {
    event.preventDefault()
    await doing(() => call('POST', 'snapshots', name ? { name } : {}), 'The moment is kept.')
    setName('')
    reload()
  }
  return (
    <section class="main page-like" aria-label="Snapshots">
      <header class="tools">
        <h1>Snapshots</h1>
        <span class="spring" />
        <form class="row" onSubmit={(event) => void take(event)}>
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
        <Empty title="No snapshot yet">
          <p>
            A snapshot keeps rows, time, due tasks, rate windows, flags and tokens; it costs next to
            nothing. Go back to it, fork it, or compare it with the present.
          </p>
        </Empty>
      ) : (
        <ul class="snapshots">
          {value.map((each) => (
            <Snapshot key={each.id} snapshot={each} changed={reload} />
          ))}
        </ul>
      )}
      {value.length > 0 && <Comparison snapshots={value} />}
      {has('GET world') && <WorldFile />}
    </section>
  )
}

function Snapshot(given: { readonly snapshot: SnapshotView; readonly changed: () => void }) {
  const { id, name, at } = given.snapshot
  const back = (): Promise<unknown> =>
    doing(() => call('PUT', `snapshots/${id}`), `Back at ${formatMoment(at)}.`)
  const forget = async (): Promise<void> => {
    await doing(() => call('DELETE', `snapshots/${id}`))
    given.changed()
  }
  return (
    <li class="card row">
      <strong>{name}</strong>
      <span class="when">{formatMoment(at)}</span>
      <span class="spring" />
      <button type="button" onClick={() => void back()}>
        Go back to it
      </button>
      <Fork from={id} label="Fork it" />
      <button type="button" class="link" onClick={() => void forget()}>
        forget
      </button>
    </li>
  )
}

function Fork({ from, label }: { readonly from: string; readonly label: string }) {
  const [stands, setStands] = useState('')
  if (!has('POST forks')) return null
  const fork = async (): Promise<void> => {
    const made = await doing(() => call<{ inspector: string }>('POST', 'forks', { snapshot: from }))
    if (!made) return
    setStands(made.inspector)
    say(`An independent emulator stands at ${made.inspector}`)
  }
  return (
    <>
      <button type="button" onClick={() => void fork()}>
        {label}
      </button>
      {stands && (
        <a href={stands} target="_blank" rel="noreferrer">
          open the fork
        </a>
      )}
    </>
  )
}
