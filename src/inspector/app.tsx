/** The frame of the page: the clock bar, the navigation, the current view and the message bar. */
import { effect } from '@preact/signals'
import type { ComponentType } from 'preact'
import { formatCount, pluralize } from '../report/format.ts'
import { ActsView } from './act/act-view.tsx'
import { loadActs } from './act-store.ts'
import { hasRoute, availableRoutes } from './api-client.ts'
import { AssumptionsView } from './assumptions/assumptions-view.tsx'
import { ClockBar } from './clock-bar.tsx'
import { useFaults } from './faults/use-faults.ts'
import { FaultsView } from './faults/faults-view.tsx'
import { KeyboardHelp } from './keyboard-help.tsx'
import { RecordsView } from './records/records-view.tsx'
import { linkTo, currentRoute } from './router.ts'
import { SettingsView } from './settings/settings-view.tsx'
import { failureCount } from './story-store.ts'
import { StoryView } from './story/story-view.tsx'
import { hideToast, toast } from './toast.ts'
import { WebhooksView } from './webhooks/webhooks-view.tsx'

interface View {
  readonly id: string
  readonly label: string
  /** The view is hidden if the emulator does not have this route. */
  readonly requiredRoute: string
  readonly component: ComponentType
  /** What stands beside the label in the navigation. */
  readonly badge?: ComponentType
}

const views: readonly View[] = [
  {
    id: 'story',
    label: 'Story',
    requiredRoute: 'GET story-lines',
    component: StoryView,
    badge: FailuresBadge,
  },
  { id: 'records', label: 'Records', requiredRoute: 'GET tables', component: RecordsView },
  { id: 'webhooks', label: 'Webhooks', requiredRoute: 'GET webhooks', component: WebhooksView },
  { id: 'act', label: 'Act', requiredRoute: 'GET acts', component: ActsView },
  {
    id: 'faults',
    label: 'Faults',
    requiredRoute: 'GET faults',
    component: FaultsView,
    badge: FaultsBadge,
  },
  {
    id: 'assumptions',
    label: 'Assumptions',
    requiredRoute: 'GET assumptions',
    component: AssumptionsView,
  },
  { id: 'settings', label: 'Settings', requiredRoute: 'GET flags', component: SettingsView },
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
        {availableViews.map(({ id, label, badge: Badge }) => (
          <a key={id} href={linkTo(id)} aria-current={id === chosen ? 'page' : undefined}>
            {label}
            {Badge && <Badge />}
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

function FailuresBadge() {
  const count = failureCount.value
  if (count === 0) return null
  return (
    <span class="mark severity-failed" title={pluralize(count, 'failure')}>
      {formatCount(count)}
      <span class="vh"> {count === 1 ? 'failure' : 'failures'}</span>
    </span>
  )
}

function FaultsBadge() {
  const count = useFaults().value?.filter(({ isOver }) => !isOver).length ?? 0
  if (count === 0) return null
  return (
    <span class="mark severity-fault" title={pluralize(count, 'active fault')}>
      {formatCount(count)}
      <span class="vh"> active</span>
    </span>
  )
}

function MalformedAddress({ path }: { readonly path: readonly string[] }) {
  return (
    <section class="main">
      <div class="empty" role="alert">
        <h1>The address of the page is not valid</h1>
        <p>“#/{path.join('/')}” is not correctly percent-encoded.</p>
        <p>
          <a href="#/story">Open the story</a>
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
          <a href="#/story">Open the story</a>
        </p>
      </div>
    </section>
  )
}

function ToastBar() {
  const { text, isError, action } = toast.value ?? {}
  return (
    <div class={isError ? 'toast error' : 'toast'}>
      <p role="status" aria-live={isError ? 'assertive' : 'polite'}>
        {text}
      </p>
      {action && (
        <button type="button" onClick={() => (hideToast(), action.run())}>
          {action.label}
        </button>
      )}
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
