/** The view of explorations: starts an exploration of a scenario, and shows its progress and its result. */
import { useEffect, useState } from 'preact/hooks'
import type { ExplorationView } from '../../api/exploration-views.ts'
import type { ScenarioView } from '../../api/scenario-views.ts'
import type { WebhookSummary } from '../../api/webhook-views.ts'
import { apiPrefix, callApi, get, instanceKey, queryString } from '../api-client.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { pluralize } from '../format.ts'
import { refreshTick } from '../live-feed.ts'
import { showToast } from '../toast.ts'
import { useLoaded } from '../use-loaded.ts'
import { ExplorationMatrix, FailureCard } from './exploration-result.tsx'

const progressEveryMs = 500

export function ExplorationsView() {
  const [tick, setTick] = useState(0)
  const { value: view, reload } = useLoaded('exploration', loadLast, tick)
  const isRunning = view?.status === 'running'
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setTick((count) => count + 1), progressEveryMs)
    return () => clearInterval(timer)
  }, [isRunning])
  const call = async (method: string, path: string, body?: unknown): Promise<void> => {
    try {
      await callApi(method, path, body)
      reload()
    } catch (error) {
      showToast((error as Error).message, true)
    }
  }
  return (
    <section class="main page-like explorations" aria-label="Explorations">
      <header class="tools">
        <h1>Explorations</h1>
      </header>
      <p class="quiet">
        An exploration runs a scenario again and again. In each run, a delivery, a call or a step
        deviates. It runs on forks: the rows of this emulator do not change. Meanwhile, all calls to
        this emulator reach the forks.
      </p>
      <StartForm isRunning={isRunning} start={(body) => void call('POST', 'explorations', body)} />
      {view && <Progress view={view} cancel={() => void call('DELETE', 'explorations/last')} />}
      {view?.result && <Result result={view.result} />}
    </section>
  )
}

const loadLast = (): Promise<ExplorationView> => get('explorations/last')

const addresses = [
  { name: 'resync', label: 'Synchronization', hint: 'receives a POST at the end of each run' },
  { name: 'state', label: 'State', hint: 'answers with the JSON that is compared' },
  { name: 'reset', label: 'Reset', hint: 'receives a POST before each run' },
] as const

function StartForm(props: {
  readonly isRunning: boolean
  readonly start: (body: Readonly<Record<string, unknown>>) => void
}) {
  const { value: scenarios = [] } = useLoaded('scenarios', () => get<ScenarioView[]>('scenarios'))
  const { value: webhooks } = useLoaded(
    'webhooks',
    () => get<WebhookSummary[]>('webhooks'),
    refreshTick.value,
  )
  const active = webhooks?.filter((webhook) => webhook.active)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const entries = new FormData(event.currentTarget as HTMLFormElement)
    const given = [...entries].filter(([, value]) => value !== '')
    const { runs, ...rest } = Object.fromEntries(given)
    props.start({ ...rest, runs: Number(runs) })
  }
  return (
    <form class="card" aria-label="Start an exploration" onSubmit={submit}>
      <div class="exploration-form">
        <label>
          Scenario
          <select name="scenario">
            {scenarios.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Webhook of your integration
          <select name="to">
            {active?.toReversed().map(({ id, url }) => (
              <option key={id}>{url}</option>
            ))}
          </select>
        </label>
        {addresses.map(({ name, label, hint }) => (
          <label key={name}>
            {label}
            <input type="url" name={name} placeholder={hint} />
          </label>
        ))}
        <label>
          Histories
          <input type="number" name="runs" min="1" max="100000" defaultValue="200" required />
        </label>
      </div>
      {active?.length === 0 && (
        <p class="reason">
          No active webhook is registered. Register the webhook of your integration.
        </p>
      )}
      <button type="submit" class="primary" disabled={props.isRunning || !active?.length}>
        Explore
      </button>
    </form>
  )
}

function Progress({
  view,
  cancel,
}: {
  readonly view: ExplorationView
  readonly cancel: () => void
}) {
  const { status, scenario, to, progress, error, result } = view
  if (status === 'none') return <EmptyState title="No exploration yet" />
  const { run = 0, runs = 0, failures = 0 } = progress ?? {}
  return (
    <section class="card" aria-label={`Exploration of ${scenario}`}>
      <h2 class="as-written">
        {scenario} <span class="quiet">{status === 'running' ? 'running …' : status}</span>
      </h2>
      <p class="quiet">{to}</p>
      {status === 'running' && (
        <p class="exploration-progress">
          <progress aria-label="Histories" value={run} max={Math.max(runs, 1)} />
          <span>
            {pluralize(run, 'history', 'histories')}, {pluralize(failures, 'failure')}
          </span>
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        </p>
      )}
      {error && <p class="reason">{error}</p>}
      {result && (
        <p role="status">
          <strong>{result.ok ? 'Converged' : 'Did not converge'}</strong>: {result.coverage}.{' '}
          {Object.entries(result.verdicts)
            .map(([verdict, count]) => `${count} ${verdict}`)
            .join(', ')}
          .{' '}
          <a
            href={`${apiPrefix}explorations/report${queryString({ instance: instanceKey })}`}
            target="_blank"
            rel="noreferrer"
          >
            Open the report
          </a>
        </p>
      )}
    </section>
  )
}

function Result({ result }: { readonly result: NonNullable<ExplorationView['result']> }) {
  return (
    <>
      {result.matrix.rows.length > 0 && <ExplorationMatrix matrix={result.matrix} />}
      {result.failures.length > 0 && <h2>Failures</h2>}
      {result.failures.map((failure) => (
        <FailureCard key={failure.replay} failure={failure} />
      ))}
    </>
  )
}
