/** The view of faults and outages: what goes wrong on purpose, and how often it has. */
import type { LabeledFault } from '../../engine/control/views/fault-views.ts'
import { toSentence } from '../../report/format.ts'
import { callApi, hasRoute } from '../api-client.ts'
import { runAction } from '../toast.ts'
import { useFaults } from './use-faults.ts'
import { describeFault, describeHits } from './fault-text.ts'
import { FaultForm } from './fault-form.tsx'
import { OutageForm } from './outage-form.tsx'
import { EmptyState } from '../components/empty-state.tsx'

export function FaultsView() {
  const { value = [], reload } = useFaults()
  const endFault = async (path: string): Promise<void> => {
    await runAction(() => callApi('DELETE', path))
    reload()
  }
  return (
    <section class="main page-like" aria-label="Faults">
      <header class="tools">
        <h1>Faults</h1>
        <span class="spacer" />
        {value.length > 0 && (
          <button type="button" onClick={() => void endFault('faults')}>
            End all
          </button>
        )}
      </header>
      <FaultForm onAdded={reload} />
      {hasRoute('POST outages') && <OutageForm onAdded={reload} />}
      {value.length === 0 && (
        <EmptyState title="No faults">
          <p>
            A fault hits the requests or deliveries that match its rule. Each hit is counted and
            marked in the story.
          </p>
        </EmptyState>
      )}
      <ul class="faults">
        {value.map((fault) => (
          <Fault key={fault.id} fault={fault} onEnd={() => void endFault(`faults/${fault.id}`)} />
        ))}
      </ul>
    </section>
  )
}

interface FaultProps {
  readonly fault: LabeledFault
  readonly onEnd: () => void
}

function Fault({ fault, onEnd }: FaultProps) {
  const verb = fault.isOver ? 'Remove' : 'End'
  return (
    <li class="card row">
      <span class={fault.isOver ? 'tag' : 'tag severity-fault'}>{fault.label}</span>
      <span class="sentence">{toSentence(describeFault(fault))}</span>
      {fault.outage && <span class="tag">{fault.outage}</span>}
      <span class="spacer" />
      {fault.isOver && <span class="tag">over</span>}
      <span class="count">{describeHits(fault)}</span>
      <button type="button" aria-label={`${verb} ${fault.id}`} onClick={onEnd}>
        {verb}
      </button>
    </li>
  )
}
