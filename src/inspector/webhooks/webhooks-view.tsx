/** The view of webhooks: the list of webhooks, the notifications of one, and the panel of one. */
import { useState } from 'preact/hooks'
import type {
  NotificationPage,
  NotificationSummary,
  WebhookSummary,
} from '../../engine/control/views/webhook-views.ts'
import { queryString } from '../api-client.ts'
import { useRoute } from '../use-loaded.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { Pager } from '../components/pager.tsx'
import { SelectField } from '../components/select-field.tsx'
import { linkTo, currentRoute } from '../router.ts'
import { formatCount, formatTimestamp, pluralize } from '../../report/format.ts'
import { NotificationPanel, severityByStatus, severityOfAttempt } from './notification-panel.tsx'
import { WebhookHeader } from './webhook-header.tsx'

export function WebhooksView() {
  const { value } = useRoute<WebhookSummary[]>('webhooks')
  const [, id, notification] = currentRoute.value.path
  if (!value) return <div class="split" />
  const chosen = id === undefined ? value[0] : value.find((each) => each.id === id)
  const shownId = id ?? chosen?.id
  if (shownId === undefined) return <EmptyWebhooks title="No webhooks" />
  return (
    <div class={notification === undefined ? 'split' : 'split open'}>
      <nav class="side-list wide" aria-label="Webhooks">
        <ul>
          {value.map((webhook) => (
            <li key={webhook.id}>
              <WebhookLink webhook={webhook} isChosen={webhook === chosen} />
            </li>
          ))}
        </ul>
      </nav>
      {chosen ? (
        <Notifications key={chosen.id} webhook={chosen} chosen={notification} />
      ) : (
        <EmptyWebhooks title={`There is no webhook “${shownId}”`} />
      )}
      {notification !== undefined && <NotificationPanel webhook={shownId} id={notification} />}
    </div>
  )
}

function EmptyWebhooks({ title }: { readonly title: string }) {
  return (
    <section class="main" aria-label="Webhooks">
      <header class="tools">
        <h1>Webhooks</h1>
      </header>
      <EmptyState title={title}>
        <p>
          Your app registers a webhook with <code>POST /webhooks</code>. This view then lists its
          notifications with signatures, responses and retries.
        </p>
      </EmptyState>
    </section>
  )
}

function WebhookLink(props: { readonly webhook: WebhookSummary; readonly isChosen: boolean }) {
  const { id, url, active, counts } = props.webhook
  const { succeeded, failed, retry, pending } = counts
  return (
    <a href={linkTo('webhooks', id)} aria-current={props.isChosen ? 'page' : undefined}>
      <span class="two-lines">
        <span class="cut">{url.replace(/^https?:\/\//, '')}</span>
        <span class="quiet">
          {active ? '' : 'inactive · '}
          {formatCount(succeeded)} delivered
          {retry + pending > 0 && ` · ${formatCount(retry + pending)} open`}
          {failed > 0 && ` · ${formatCount(failed)} failed`}
        </span>
      </span>
    </a>
  )
}

const statuses = ['', 'pending', 'retry', 'succeeded', 'failed']

function Notifications(props: {
  readonly webhook: WebhookSummary
  readonly chosen: string | undefined
}) {
  const { webhook, chosen } = props
  const [status, setStatus] = useState('')
  const [pages, setPages] = useState<readonly number[]>([])
  const path = `notifications${queryString({ webhook: webhook.id, status, before: pages.at(-1) })}`
  const { value } = useRoute<NotificationPage>(path)
  return (
    <section class="main" aria-label="Notifications">
      <WebhookHeader webhook={webhook} />
      <header class="tools">
        <h2>Notifications</h2>
        <span class="spacer" />
        <SelectField
          label="Status"
          options={statuses.map((each) => [each, each || 'any status'])}
          value={status}
          onChange={(chosenStatus) => (setStatus(chosenStatus), setPages([]))}
        />
      </header>
      <div class="rows-list" tabIndex={0} role="region" aria-label="Notifications, newest first">
        {value?.notifications.map((each) => (
          <NotificationLine
            key={each.id}
            webhook={webhook.id}
            notification={each}
            chosen={chosen}
          />
        ))}
        {value?.notifications.length === 0 && (
          <EmptyState title="No notifications">
            <p>The webhook is subscribed to {pluralize(webhook.events.length, 'event')}.</p>
          </EmptyState>
        )}
      </div>
      <Pager
        pages={pages}
        setPages={setPages}
        next={value?.next ?? null}
        labels={['Newer', 'Older']}
      />
    </section>
  )
}

function NotificationLine(props: {
  readonly webhook: string
  readonly notification: NotificationSummary
  readonly chosen: string | undefined
}) {
  const { id, event, status, created_at, attempts } = props.notification
  return (
    <a
      class="line"
      href={linkTo('webhooks', props.webhook, id)}
      aria-current={id === props.chosen ? 'true' : undefined}
    >
      <span class="when">{formatTimestamp(created_at)}</span>
      <span class={`dot severity-${severityByStatus[status]}`} />
      <span class="cut">{event}</span>
      <span class="attempts">
        {attempts.map((attempt) => (
          <span key={attempt.number} class={`tag severity-${severityOfAttempt(attempt)}`}>
            {attempt.ended === null ? '…' : (attempt.status ?? 'none')}
          </span>
        ))}
      </span>
      <span class="track-name">{status}</span>
    </a>
  )
}
