/** The frame of the page: the clock bar, the navigation, the current view and the message bar. */
import { effect } from '@preact/signals'
import type { ComponentType } from 'preact'
import { hasRoute, availableRoutes } from './api-client.ts'
import { hideToast, toast } from './toast.ts'
import { ClockBar } from './clock-bar.tsx'
import { KeyboardHelp } from './keyboard-help.tsx'
import { loadActs } from './act-store.ts'
import { linkTo, currentRoute } from './router.ts'
import { TimelineView } from './timeline/timeline-view.tsx'
import { ActsView } from './acts/acts-view.tsx'
import { AssumptionsView } from './assumptions/assumptions-view.tsx'
import { FaultsView } from './faults/faults-view.tsx'
import { JournalView } from './journal/journal-view.tsx'
import { ScenariosView } from './scenarios/scenarios-view.tsx'
import { SnapshotsView } from './snapshots/snapshots-view.tsx'
import { SettingsView } from './settings/settings-view.tsx'
import { TablesView } from './tables/tables-view.tsx'
import { UsageView } from './usage/usage-view.tsx'
import { WebhooksView } from './webhooks/webhooks-view.tsx'

interface View {
  readonly id: string
  readonly label: string
  /** The view is hidden if the emulator does not have this route. */
  readonly requiredRoute: string
  readonly component: ComponentType
}

const views: readonly View[] = [
  { id: 'timeline', label: 'Timeline', requiredRoute: 'GET timeline', component: TimelineView },
  { id: 'journal', label: 'Journal', requiredRoute: 'GET timeline', component: JournalView },
  { id: 'tables', label: 'Tables', requiredRoute: 'GET tables', component: TablesView },
  { id: 'webhooks', label: 'Webhooks', requiredRoute: 'GET webhooks', component: WebhooksView },
  { id: 'acts', label: 'Acts', requiredRoute: 'GET acts', component: ActsView },
  { id: 'faults', label: 'Faults', requiredRoute: 'GET faults', component: FaultsView },
  { id: 'usage', label: 'Usage', requiredRoute: 'GET usage-chart', component: UsageView },
  { id: 'scenarios', label: 'Scenarios', requiredRoute: 'GET scenarios', component: ScenariosView },
  { id: 'settings', label: 'Settings', requiredRoute: 'GET flags', component: SettingsView },
  {
    id: 'assumptions',
    label: 'Assumptions',
    requiredRoute: 'GET assumptions',
    component: AssumptionsView,
  },
  { id: 'snapshots', label: 'Snapshots', requiredRoute: 'GET snapshots', component: SnapshotsView },
]

effect(() => {
  if (hasRoute('GET acts')) void loadActs()
})

addEventListener('hashchange', hideToast)

export function App() {
  const { path, isMalformed } = currentRoute.value
  const chosen = path[0]
  const availableViews = views.filter(({ requiredRoute }) => hasRoute(requiredRoute))
  const view = availableViews.find(({ id }) => id === chosen)
  return (
    <div class="page">
      <a class="skip" href="#content" onClick={skipToContent}>
        Skip to the view
      </a>
      <ClockBar />
      <nav class="views" aria-label="Views">
        {availableViews.map(({ id, label }) => (
          <a key={id} href={linkTo(id)} aria-current={id === chosen ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <main id="content" tabIndex={-1}>
        {isMalformed ? (
          <MalformedAddress path={path} />
        ) : view ? (
          <view.component />
        ) : (
          availableRoutes.value.size > 0 && <UnknownView name={chosen ?? ''} />
        )}
      </main>
      <ToastBar />
      <KeyboardHelp />
    </div>
  )
}

function MalformedAddress({ path }: { readonly path: readonly string[] }) {
  return (
    <section class="main">
      <div class="empty" role="alert">
        <h1>The address of the page is not valid</h1>
        <p>“#/{path.join('/')}” is not correctly percent-encoded.</p>
        <p>
          <a href="#/timeline">Open the timeline</a>
        </p>
      </div>
    </section>
  )
}

function UnknownView({ name }: { readonly name: string }) {
  return (
    <section class="main">
      <div class="empty">
        <h1>The view “{name}” does not exist</h1>
        <p>
          <a href="#/timeline">Open the timeline</a>
        </p>
      </div>
    </section>
  )
}

function ToastBar() {
  const { text, isError } = toast.value ?? {}
  return (
    <div class={isError ? 'toast error' : 'toast'}>
      <p role="status" aria-live={isError ? 'assertive' : 'polite'}>
        {text}
      </p>
      {isError && (
        <button type="button" class="icon" aria-label="Dismiss" onClick={hideToast}>
          ×
        </button>
      )}
    </div>
  )
}

/** Moves the focus by script, because the hash of the address names the view. */
function skipToContent(event: Event): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
