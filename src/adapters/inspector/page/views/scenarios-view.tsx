/** The view of ready-made stories: choose one, run it, follow how far it came. */
import { useState } from 'preact/hooks'
import { call, doing, get } from '../calling.ts'
import { useLoaded } from '../loading.ts'
import { Empty } from '../parts/empty.tsx'

interface ScenarioView {
  readonly name: string
  readonly about?: string
}

export function ScenariosView() {
  const { value = [] } = useLoaded('scenarios', () => get<ScenarioView[]>('scenarios'))
  return (
    <section class="main page-like" aria-label="Scenarios">
      <header class="tools">
        <h1>Scenarios</h1>
      </header>
      {value.length === 0 && <Empty title="No scenario is known here" />}
      <div class="cards">
        {value.map((scenario) => (
          <Scenario key={scenario.name} scenario={scenario} />
        ))}
      </div>
    </section>
  )
}

function Scenario({ scenario }: { readonly scenario: ScenarioView }) {
  const [running, setRunning] = useState(false)
  const run = async (): Promise<void> => {
    setRunning(true)
    await doing(() => call('POST', `scenarios/${scenario.name}`), `${scenario.name} is through.`)
    setRunning(false)
  }
  return (
    <section class="card" aria-label={scenario.name}>
      <h2>{scenario.name}</h2>
      <p class="quiet">{scenario.about}</p>
      <button type="button" disabled={running} onClick={() => void run()}>
        {running ? 'Running …' : 'Run'}
      </button>
    </section>
  )
}
