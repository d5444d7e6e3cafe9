/** The view of assumptions: the assumption report, and switches for the alternatives. */
import { signal } from '@preact/signals'
import type { AssumptionView } from '../../engine/control/views/assumption-views.ts'
import { callApi, hasRoute } from '../api-client.ts'
import { runAction } from '../toast.ts'
import { useRoute } from '../use-loaded.ts'
import { AssumptionReportPanel } from './assumption-report-panel.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { SearchField } from '../components/search-field.tsx'
import { Switch } from '../components/switch.tsx'
import { toSentence, formatCount, pluralize } from '../../report/format.ts'

const searchText = signal('')
const setSearchText = (text: string): string => (searchText.value = text)
const showsAll = signal(false)

export function AssumptionsView() {
  const { value = [], reload } = useRoute<AssumptionView[]>('assumptions')
  const used = value.filter(({ isUsed }) => isUsed)
  const assumed = used.filter(({ isAssumed }) => isAssumed)
  const stated = used.length - assumed.length
  const listed = showsAll.value ? value : value.filter(isRelevant)
  const shown = listed
    .filter(({ id, summary }) =>
      `${id} ${summary}`.toLowerCase().includes(searchText.value.toLowerCase()),
    )
    .toSorted((a, b) => b.used - a.used)
  const select = async (id: string, selected: string): Promise<void> => {
    await runAction(() => callApi('POST', 'assumptions', { assumptions: { [id]: selected } }))
    reload()
  }
  return (
    <section class="main page-like" aria-label="Assumptions">
      <Tools count={value.length} />
      {hasRoute('GET assumption-report') && <AssumptionReportPanel />}
      <p class="lead">
        This run relies on <strong>{pluralize(assumed.length, 'assumption')}</strong>
        {assumed.length > 0 && <> about behaviour that the service does not document</>}
        {stated > 0 && <>, and on {pluralize(stated, 'documented behaviour')} with alternatives</>}.
      </p>
      {shown.length === 0 && (
        <EmptyState title={listed.length > 0 ? 'No assumption matches' : 'No assumptions used'}>
          <p>Each request adds the assumptions that its response relied on.</p>
        </EmptyState>
      )}
      <ul class="assumptions">
        {shown.map((each) => (
          <Assumption key={each.id} assumption={each} onSelect={select} />
        ))}
      </ul>
    </section>
  )
}

function Tools({ count }: { readonly count: number }) {
  return (
    <header class="tools">
      <h1>Assumptions</h1>
      <span class="spacer" />
      <label class="plain-check">
        <input
          type="checkbox"
          checked={showsAll.value}
          onChange={(event) => (showsAll.value = event.currentTarget.checked)}
        />
        show all {formatCount(count)}
      </label>
      <SearchField label="Search assumptions" value={searchText.value} onChange={setSearchText} />
    </header>
  )
}

interface AssumptionProps {
  readonly assumption: AssumptionView
  readonly onSelect: (id: string, selected: string) => Promise<void>
}

function Assumption({ assumption, onSelect }: AssumptionProps) {
  const { id, summary, reason, alternatives, selected, used } = assumption
  return (
    <li class="card">
      <p class="row">
        <span class="sentence">{toSentence(summary)}</span>
        <span class="spacer" />
        <span class="count" title="entries of the journal that relied on this assumption">
          {formatCount(used)}×
        </span>
      </p>
      <p class="quiet">
        Reason: {reason}. <code>{id}</code>
      </p>
      {Object.entries(alternatives).map(([name, alternative]) => (
        <Switch
          key={name}
          label={`Alternative: ${alternative}`}
          checked={selected === name}
          onToggle={(on) => void onSelect(id, on ? name : 'default')}
        />
      ))}
    </li>
  )
}

const isRelevant = ({ isUsed, selected }: AssumptionView): boolean =>
  isUsed || selected !== 'default'
