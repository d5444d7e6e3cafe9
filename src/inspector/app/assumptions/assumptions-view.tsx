/** The view of what is assumed: the bill of this run, and the other readings to switch to. */
import { signal } from '@preact/signals'
import type { AssumptionView } from '../../api/assumption-views.ts'
import { call, doing, get, has } from '../api-client.ts'
import { tick } from '../live-feed.ts'
import { useLoaded } from '../use-loaded.ts'
import { Bill } from './assumption-report-panel.tsx'
import { Empty } from '../components/empty-state.tsx'
import { SearchField } from '../components/search-field.tsx'
import { Switch } from '../components/switch.tsx'
import { formatCount, plural } from '../format.ts'

const wanted = signal('')
const seek = (text: string): string => (wanted.value = text)
const all = signal(false)

export function AssumptionsView() {
  const load = (): Promise<AssumptionView[]> => get('assumptions')
  const { value = [], reload } = useLoaded('assumptions', load, tick.value)
  const used = value.filter(({ used }) => used > 0)
  const shown = (all.value ? value : value.filter(isOfInterest))
    .filter(({ id, says }) => `${id} ${says}`.toLowerCase().includes(wanted.value.toLowerCase()))
    .toSorted((a, b) => b.used - a.used)
  const read = async (id: string, instead: boolean): Promise<void> => {
    const reading = instead ? 'instead' : 'default'
    await doing(() => call('POST', 'readings', { readings: { [id]: reading } }))
    reload()
  }
  return (
    <section class="main page-like" aria-label="Assumptions">
      <Tools count={value.length} />
      {has('GET bill') && <Bill />}
      <p class="bill">
        What happened so far relies on <strong>{plural(used.length, 'assumption')}</strong>
        {used.length > 0 && <>: places where the service says nothing, or says two things</>}.
      </p>
      {shown.length === 0 && (
        <Empty title={all.value ? 'None fits' : 'Nothing assumed yet'}>
          <p>Each call adds the assumptions that its answer relied on.</p>
        </Empty>
      )}
      <ul class="assumptions">
        {shown.map((each) => (
          <Assumption key={each.id} assumption={each} read={read} />
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
          checked={all.value}
          onChange={(event) => (all.value = event.currentTarget.checked)}
        />
        all {formatCount(count)}
      </label>
      <SearchField label="Search assumptions" value={wanted.value} set={seek} />
    </header>
  )
}

interface AssumptionGiven {
  readonly assumption: AssumptionView
  readonly read: (id: string, instead: boolean) => Promise<void>
}

function Assumption({ assumption, read }: AssumptionGiven) {
  const { id, says, because, instead, reading, used } = assumption
  return (
    <li class="card">
      <p class="row">
        <span class="says">{says}</span>
        <span class="spring" />
        <span class="count" title="entries that relied on it">
          {formatCount(used)}×
        </span>
      </p>
      <p class="quiet">
        Because {because}. <code>{id}</code>
      </p>
      {instead && (
        <Switch
          label={`Instead: ${instead}`}
          on={reading === 'instead'}
          turn={(on) => void read(id, on)}
        />
      )}
    </li>
  )
}

const isOfInterest = ({ used, reading }: AssumptionView): boolean =>
  used > 0 || reading === 'instead'
