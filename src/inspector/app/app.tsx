/** The frame of the page: the clock above, the views beside, the chosen view in the middle. */
import { effect } from '@preact/signals'
import type { ComponentType } from 'preact'
import { has, hush, note, routes } from './api-client.ts'
import { ClockBar } from './clock-bar.tsx'
import { Help } from './keyboard-help.tsx'
import { learnActs } from './act-store.ts'
import { linkTo, place } from './router.ts'
import { TimelineView } from './timeline/timeline-view.tsx'
import { ActsView } from './acts/acts-view.tsx'
import { AssumptionsView } from './assumptions/assumptions-view.tsx'
import { FaultsView } from './faults/faults-view.tsx'
import { JournalView } from './journal/journal-view.tsx'
import { ScenariosView } from './scenarios/scenarios-view.tsx'
import { SnapshotsView } from './snapshots/snapshots-view.tsx'
import { SwitchesView } from './settings/settings-view.tsx'
import { TablesView } from './tables/tables-view.tsx'
import { WebhooksView } from './webhooks/webhooks-view.tsx'

interface View {
  readonly id: string
  readonly label: string
  /** The route without which there is nothing to show. */
  readonly needs: string
  readonly show: ComponentType
}

const views: readonly View[] = [
  { id: 'timeline', label: 'Timeline', needs: 'GET timeline', show: TimelineView },
  { id: 'journal', label: 'Journal', needs: 'GET timeline', show: JournalView },
  { id: 'tables', label: 'Tables', needs: 'GET tables', show: TablesView },
  { id: 'webhooks', label: 'Webhooks', needs: 'GET webhooks', show: WebhooksView },
  { id: 'acts', label: 'Acts', needs: 'GET acts', show: ActsView },
  { id: 'faults', label: 'Faults', needs: 'GET faults', show: FaultsView },
  { id: 'scenarios', label: 'Scenarios', needs: 'GET scenarios', show: ScenariosView },
  { id: 'switches', label: 'Switches', needs: 'GET flags', show: SwitchesView },
  { id: 'assumptions', label: 'Assumptions', needs: 'GET assumptions', show: AssumptionsView },
  { id: 'snapshots', label: 'Snapshots', needs: 'GET snapshots', show: SnapshotsView },
]

effect(() => {
  if (has('GET acts')) void learnActs()
})

addEventListener('hashchange', hush)

export function App() {
  const chosen = place.value.path[0]
  const there = views.filter(({ needs }) => has(needs))
  const view = there.find(({ id }) => id === chosen)
  return (
    <div class="page">
      <a class="skip" href="#content" onClick={skip}>
        Skip to the view
      </a>
      <ClockBar />
      <nav class="views" aria-label="Views">
        {there.map(({ id, label }) => (
          <a key={id} href={linkTo(id)} aria-current={id === chosen ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <main id="content" tabIndex={-1}>
        {view ? <view.show /> : routes.value.size > 0 && <NoView name={chosen ?? ''} />}
      </main>
      <Said />
      <Help />
    </div>
  )
}

function NoView({ name }: { readonly name: string }) {
  return (
    <section class="main">
      <div class="empty">
        <h1>There is no view “{name}”</h1>
        <p>
          <a href="#/timeline">To the timeline</a>
        </p>
      </div>
    </section>
  )
}

function Said() {
  const { text, isTrouble } = note.value ?? {}
  return (
    <div class={isTrouble ? 'said trouble' : 'said'}>
      <p role="status" aria-live={isTrouble ? 'assertive' : 'polite'}>
        {text}
      </p>
      {isTrouble && (
        <button type="button" class="icon" aria-label="Dismiss" onClick={hush}>
          ×
        </button>
      )}
    </div>
  )
}

/** The part behind the # names the view, so the jump is made by hand. */
function skip(event: Event): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
