/** The view of ready-made stories: choose one, play it, follow how far it came. */
import { useState } from 'preact/hooks'
import { call, get, say } from '../api-client.ts'
import { journal, journalVersion } from '../journal-store.ts'
import { useLoaded } from '../use-loaded.ts'
import { Empty } from '../components/empty-state.tsx'
import { linkTo } from '../router.ts'

interface ScenarioView {
  readonly name: string
  readonly says: string
}

interface Played {
  readonly name: string
  /** The number of the last entry before it began. */
  readonly since: number
  readonly transcript?: string
  readonly refusal?: string
}

export function ScenariosView() {
  const { value = [] } = useLoaded('scenarios', () => get<ScenarioView[]>('scenarios'))
  const [to, setTo] = useState('')
  const [played, setPlayed] = useState<Played | undefined>()
  const isPlaying = played && !played.transcript && !played.refusal
  const play = async (name: string): Promise<void> => {
    const begun = { name, since: journal().at(-1)?.number ?? 0 }
    setPlayed(begun)
    try {
      const body = to ? { to } : {}
      const { transcript } = await call<{ transcript: string }>('POST', `scenarios/${name}`, body)
      setPlayed({ ...begun, transcript: textOf(transcript) })
      say(`${name} is through.`)
    } catch (error) {
      setPlayed({ ...begun, refusal: (error as Error).message })
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
      {played && <Progress played={played} />}
      {value.length === 0 && <Empty title="No scenario is known here" />}
      <div class="cards">
        {value.map((scenario) => (
          <section key={scenario.name} class="card" aria-label={scenario.name}>
            <h2 class="as-written">{scenario.name}</h2>
            <p class="quiet">{scenario.says}</p>
            <button type="button" disabled={isPlaying} onClick={() => void play(scenario.name)}>
              Play
            </button>
          </section>
        ))}
      </div>
    </section>
  )
}

const textOf = (transcript: unknown): string =>
  Array.isArray(transcript) ? transcript.join('\n') : String(transcript)

/** The steps as they begin, and at the end what happened in full. */
function Progress({ played }: { readonly played: Played }) {
  void journalVersion.value
  const { name, since, transcript, refusal } = played
  const steps = journal().filter(({ kind, number }) => kind === 'step' && number > since)
  return (
    <section class="card" aria-label={`Progress of ${name}`} aria-live="polite">
      <h2 class="as-written">
        {name}{' '}
        <span class="quiet">{transcript ? 'is through' : refusal ? 'stopped' : 'plays …'}</span>
      </h2>
      <ol>
        {steps.map(({ number, title }) => (
          <li key={number}>
            <a href={linkTo('timeline', number)}>{title}</a>
          </li>
        ))}
      </ol>
      {refusal && <p class="because">{refusal}</p>}
      {transcript && (
        <details>
          <summary>What happened</summary>
          <pre tabIndex={0}>{transcript}</pre>
        </details>
      )}
    </section>
  )
}
