/** The scenarios below the acts: runs one on this emulator and shows its progress. */
import { signal } from '@preact/signals'
import type { ScenarioResult, ScenarioView } from '../../engine/control/views/scenario-views.ts'
import { callApi, get } from '../api-client.ts'
import { linkTo } from '../router.ts'
import { storyEntries } from '../story-store.ts'
import { showToast } from '../toast.ts'
import { useLoaded } from '../use-loaded.ts'

interface ScenarioRun {
  readonly name: string
  /** The number of the last entry before the start. */
  readonly since: number
  readonly transcript?: string
  readonly warning?: string | undefined
  readonly error?: string
}

const webhookUrl = signal('')
/** The last scenario that this page started. It goes on while the page shows another view. */
const lastRun = signal<ScenarioRun | undefined>(undefined)

async function run(name: string): Promise<void> {
  const started = { name, since: storyEntries().at(-1)?.number ?? 0 }
  lastRun.value = started
  try {
    const body = webhookUrl.value ? { to: webhookUrl.value } : {}
    const { transcript, warning } = await callApi<ScenarioResult>('POST', `scenarios/${name}`, body)
    lastRun.value = { ...started, transcript, warning }
    showToast(`${name} is finished.`)
  } catch (error) {
    lastRun.value = { ...started, error: (error as Error).message }
  }
}

export function Scenarios() {
  const { value = [] } = useLoaded('scenarios', () => get<ScenarioView[]>('scenarios'))
  const scenarioRun = lastRun.value
  const isRunning = scenarioRun && !scenarioRun.transcript && !scenarioRun.error
  return (
    <section aria-label="Scenarios">
      <h2>Scenarios</h2>
      <p class="quiet">
        A scenario changes the rows and the clock of this emulator. Take a snapshot first if you
        want to restore them.
      </p>
      <p>
        <input
          class="wide"
          placeholder="http://127.0.0.1:3000/hooks"
          aria-label="Webhook address of your integration"
          value={webhookUrl.value}
          onInput={(event) => (webhookUrl.value = event.currentTarget.value)}
        />
      </p>
      {scenarioRun && <Progress scenarioRun={scenarioRun} />}
      <div class="cards">
        {value.map((scenario) => (
          <section key={scenario.name} class="card" aria-label={scenario.name}>
            <h3 class="as-written">{scenario.name}</h3>
            <p class="quiet">{scenario.summary}</p>
            <button type="button" disabled={isRunning} onClick={() => void run(scenario.name)}>
              Run
            </button>
          </section>
        ))}
      </div>
    </section>
  )
}

/** The steps so far, and the transcript at the end. */
function Progress({ scenarioRun }: { readonly scenarioRun: ScenarioRun }) {
  const { name, since, transcript, warning, error } = scenarioRun
  const steps = storyEntries().filter(({ kind, number }) => kind === 'step' && number > since)
  return (
    <section class="card" aria-label={`Progress of ${name}`} aria-live="polite">
      <h3 class="as-written">
        {name}{' '}
        <span class="quiet">{transcript ? 'finished' : error ? 'stopped' : 'running …'}</span>
      </h3>
      <ol>
        {steps.map(({ number, title }) => (
          <li key={number}>
            <a href={linkTo('story', number)}>{title}</a>
          </li>
        ))}
      </ol>
      {(error ?? warning) && <p class="reason">{error ?? warning}</p>}
      {transcript && (
        <details>
          <summary>Transcript</summary>
          <pre tabIndex={0}>{transcript}</pre>
        </details>
      )}
    </section>
  )
}
