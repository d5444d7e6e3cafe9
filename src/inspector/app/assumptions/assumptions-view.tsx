/** The view of what is assumed: the bill of this run, and the other readings to switch to. */
import { signal } from '@preact/signals'
import type { AssumptionView } from '../../api/assumption-views.ts'
import { callApi, runAction, get, hasRoute } from '../api-client.ts'
import { refreshTick } from '../live-feed.ts'
import { useLoaded } from '../use-loaded.ts'
import { AssumptionReportPanel } from './assumption-report-panel.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { SearchField } from '../components/search-field.tsx'
import { Switch } from '../components/switch.tsx'
import { formatCount, pluralize } from '../format.ts'

const searchText = signal('')
const setSearchText = (text: string): string => (searchText.value = text)
const showsAll = signal(false)

export function AssumptionsView() {
  const load = (): Promise<AssumptionView[]> => get('assumptions')
  const { value = [], reload } = useLoaded('assumptions', load, refreshTick.value)
  const used = value.filter(({ used }) => used > 0)
  const shown = (showsAll.value ? value : value.filter(isRelevant))
    .filter(({ id, summary }) =>
      `${id} ${summary}`.toLowerCase().includes(searchText.value.toLowerCase()),
    )
    .toSorted((a, b) => b.used - a.used)
  const switchTo = async (id: string, useAlternative: boolean): Promise<void> => {
    const selected = useAlternative ? 'alternative' : 'default'
    await runAction(() => callApi('POST', 'assumptions', { assumptions: { [id]: selected } }))
    reload()
  }
  return (
    <section class="main page-like" aria-label="Assumptions">
      <Tools count={value.length} />
      {hasRoute('GET assumption-report') && <AssumptionReportPanel />}
      <p class="bill">
        What happened so far relies on <strong>{pluralize(used.length, 'assumption')}</strong>
        {used.length > 0 && <>: places where the service says nothing, or says two things</>}.
      </p>
      {shown.length === 0 && (
        <EmptyState title={showsAll.value ? 'None fits' : 'Nothing assumed yet'}>
          <p>Each call adds the assumptions that its answer relied on.</p>
        </EmptyState>
      )}
      <ul class="assumptions">
        {shown.map((each) => (
          <Assumption key={each.id} assumption={each} onSwitch={switchTo} />
        ))}
      </ul>
    </section>
  )
}

function Tools({ count }: { readonly count: number }) {
  return (
    <header class="tools">
      <h1>Assumptions</h1>
      <span class="spring" />
      <label class="plain-check">
        <input
          type="checkbox"
          checked={showsAll.value}
          onChange={(event) => (showsAll.value = event.currentTarget.checked)}
        />
        all {formatCount(count)}
      </label>
      <SearchField label="Search assumptions" value={searchText.value} onChange={setSearchText} />
    </header>
  )
}

interface AssumptionProps {
  readonly assumption: AssumptionView
  readonly onSwitch: (id: string, alternative: boolean) => Promise<void>
}

function Assumption({ assumption, onSwitch }: AssumptionProps) {
  const { id, summary, reason, alternative, selected, used } = assumption
  return (
    <li class="card">
      <p class="row">
        <span class="says">{summary}</span>
        <span class="spring" />
        <span class="count" title="entries that relied on it">
          {formatCount(used)}×
        </span>
      </p>
      <p class="quiet">
        Because {reason}. <code>{id}</code>
      </p>
      {alternative && (
        <Switch
          label={`Instead: ${alternative}`}
          checked={selected === 'alternative'}
          onToggle={(on) => void onSwitch(id, on)}
        />
      )}
    </li>
  )
}

const isRelevant = ({ used, selected }: AssumptionView): boolean =>
  used > 0 || selected === 'alternative'
