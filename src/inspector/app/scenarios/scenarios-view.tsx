/** The view of ready-made stories: choose one, play it, follow how far it came. */
import { useState } from 'preact/hooks'
import { callApi, get, showToast } from '../api-client.ts'
import { journalEntries, journalVersion } from '../journal-store.ts'
import { useLoaded } from '../use-loaded.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { linkTo } from '../router.ts'

interface ScenarioView {
  readonly name: string
  readonly summary: string
}

interface Playback {
  readonly name: string
  /** The number of the last entry before it began. */
  readonly since: number
  readonly transcript?: string
  readonly error?: string
}

export function ScenariosView() {
  const { value = [] } = useLoaded('scenarios', () => get<ScenarioView[]>('scenarios'))
  const [to, setTo] = useState('')
  const [playback, setPlayback] = useState<Playback | undefined>()
  const isPlaying = playback && !playback.transcript && !playback.error
  const play = async (name: string): Promise<void> => {
    const started = { name, since: journalEntries().at(-1)?.number ?? 0 }
    setPlayback(started)
    try {
      const body = to ? { to } : {}
      const { transcript } = await callApi<{ transcript: string }>(
        'POST',
        `scenarios/${name}`,
        body,
      )
      setPlayback({ ...started, transcript: transcriptText(transcript) })
      showToast(`${name} is through.`)
    } catch (error) {
      setPlayback({ ...started, error: (error as Error).message })
    }
  }
  return (
    <section class="main page-like" aria-label="Scenarios">
      <header class="tools">
        <h1>Scenarios</h1>
        <span class="spring" />
        <input
          class="wide"
          placeholder="http://127.0.0.1:3000/hooks"
          aria-label="Where your integration hears webhooks"
          value={to}
          onInput={(event) => setTo(event.currentTarget.value)}
        />
      </header>
      <p class="quiet">
        A scenario plays on this emulator: its clock moves, its rows change. Take a snapshot first
        to come back.
      </p>
      {playback && <Progress played={playback} />}
      {value.length === 0 && <EmptyState title="No scenario is known here" />}
      <div class="cards">
        {value.map((scenario) => (
          <section key={scenario.name} class="card" aria-label={scenario.name}>
            <h2 class="as-written">{scenario.name}</h2>
            <p class="quiet">{scenario.summary}</p>
            <button type="button" disabled={isPlaying} onClick={() => void play(scenario.name)}>
              Play
            </button>
          </section>
        ))}
      </div>
    </section>
  )
}

const transcriptText = (transcript: unknown): string =>
  Array.isArray(transcript) ? transcript.join('\n') : String(transcript)

/** The steps as they begin, and at the end what happened in full. */
function Progress({ played: playback }: { readonly played: Playback }) {
  void journalVersion.value
  const { name, since, transcript, error } = playback
  const steps = journalEntries().filter(({ kind, number }) => kind === 'step' && number > since)
  return (
    <section class="card" aria-label={`Progress of ${name}`} aria-live="polite">
      <h2 class="as-written">
        {name}{' '}
        <span class="quiet">{transcript ? 'is through' : error ? 'stopped' : 'plays …'}</span>
      </h2>
      <ol>
        {steps.map(({ number, title }) => (
          <li key={number}>
            <a href={linkTo('timeline', number)}>{title}</a>
          </li>
        ))}
      </ol>
      {error && <p class="because">{error}</p>}
      {transcript && (
        <details>
          <summary>What happened</summary>
          <pre tabIndex={0}>{transcript}</pre>
        </details>
      )}
    </section>
  )
}
