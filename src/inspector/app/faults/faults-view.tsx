/** The view of faults and outages: what goes wrong on purpose, and how often it has. */
import type { FaultView } from '../../../emulator/methods/faults.ts'
import { call, doing, get, has } from '../api-client.ts'
import { effectOf, sentenceOf } from './fault-text.ts'
import { FaultForm } from './fault-form.tsx'
import { OutageForm } from './outage-form.tsx'
import { tick } from '../live-feed.ts'
import { useLoaded } from '../use-loaded.ts'
import { Empty } from '../components/empty-state.tsx'
import { formatCount } from '../format.ts'

export function FaultsView() {
  const { value = [], reload } = useLoaded('faults', () => get<FaultView[]>('faults'), tick.value)
  const end = async (path: string): Promise<void> => {
    await doing(() => call('DELETE', path))
    reload()
  }
  return (
    <section class="main page-like" aria-label="Faults">
      <header class="tools">
        <h1>Faults</h1>
        <span class="spring" />
        {value.length > 0 && (
          <button type="button" onClick={() => void end('faults')}>
            End all
          </button>
        )}
      </header>
      <FaultForm added={reload} />
      {has('POST outages') && <OutageForm added={reload} />}
      {value.length === 0 && (
        <Empty title="Nothing goes wrong on purpose">
          <p>
            A fault strikes the requests or deliveries that match it. Each strike is counted, marked
            in the journal and painted in the timeline.
          </p>
        </Empty>
      )}
      <ul class="faults">
        {value.map((fault) => (
          <Fault key={fault.id} fault={fault} end={() => void end(`faults/${fault.id}`)} />
        ))}
      </ul>
    </section>
  )
}

function Fault({ fault, end }: { readonly fault: FaultView; readonly end: () => void }) {
  return (
    <li class="card row">
      <span class="tag tone-fault">{effectOf(fault)}</span>
      <span class="sentence">{sentenceOf(fault)}</span>
      {fault.outage && <span class="tag">{fault.outage}</span>}
      <span class="spring" />
      <span class="count">
        hit {formatCount(fault.hits)} of {formatCount(fault.matched)}
      </span>
      <button type="button" aria-label={`End ${fault.id}`} onClick={end}>
        End
      </button>
    </li>
  )
}
