/** The view of deliveries: every webhook, what it was sent, and one notification with its attempts. */
import { useState } from 'preact/hooks'
import type { NotificationSummary, WebhookSummary } from '../../api/webhook-views.ts'
import { get, queryOf } from '../api-client.ts'
import { tick } from '../live-feed.ts'
import { useLoaded } from '../use-loaded.ts'
import { Empty } from '../components/empty-state.tsx'
import { Paging } from '../components/pager.tsx'
import { linkTo, place } from '../router.ts'
import { formatCount, formatMoment, plural } from '../format.ts'
import { NotificationPanel } from './notification-panel.tsx'
import { WebhookHead } from './webhook-header.tsx'

export function WebhooksView() {
  const { value } = useLoaded('webhooks', () => get<WebhookSummary[]>('webhooks'), tick.value)
  const [, id, notification] = place.value.path
  if (!value) return <div class="split" />
  const chosen = value.find((each) => each.id === id) ?? value[0]
  if (!chosen) return <NoWebhooks />
  return (
    <div class={notification === undefined ? 'split' : 'split open'}>
      <nav class="side-list wide" aria-label="Webhooks">
        <ul>
          {value.map((webhook) => (
            <li key={webhook.id}>
              <Webhook webhook={webhook} isChosen={webhook === chosen} />
            </li>
          ))}
        </ul>
      </nav>
      <Notifications key={chosen.id} webhook={chosen} chosen={notification} />
      {notification !== undefined && <NotificationPanel webhook={chosen.id} id={notification} />}
    </div>
  )
}

function NoWebhooks() {
  return (
    <section class="main" aria-label="Webhooks">
      <header class="tools">
        <h1>Webhooks</h1>
      </header>
      <Empty title="No webhook is registered">
        <p>
          Your app registers one with <code>POST /webhooks</code>; from then on, everything that it
          is sent stands here, with signature, answer and retries.
        </p>
      </Empty>
    </section>
  )
}

function Webhook(given: { readonly webhook: WebhookSummary; readonly isChosen: boolean }) {
  const { id, url, active, counts } = given.webhook
  const { succeeded, failed, retry, pending } = counts
  return (
    <a href={linkTo('webhooks', id)} aria-current={given.isChosen ? 'page' : undefined}>
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

interface Listed {
  readonly notifications: readonly NotificationSummary[]
  readonly next: number | null
}

const statuses = ['', 'pending', 'retry', 'succeeded', 'failed']

function Notifications(given: {
  readonly webhook: WebhookSummary
  readonly chosen: string | undefined
}) {
  const { webhook, chosen } = given
  const [status, setStatus] = useState('')
  const [pages, setPages] = useState<readonly number[]>([])
  const path = `notifications${queryOf({ webhook: webhook.id, status, before: pages.at(-1) })}`
  const { value } = useLoaded(path, () => get<Listed>(path), tick.value)
  return (
    <section class="main" aria-label="Notifications">
      <WebhookHead webhook={webhook} />
      <header class="tools">
        <h2>Notifications</h2>
        <span class="spring" />
        <select
          aria-label="Status"
          value={status}
          onChange={(event) => (setStatus(event.currentTarget.value), setPages([]))}
        >
          {statuses.map((each) => (
            <option key={each} value={each}>
              {each || 'any status'}
            </option>
          ))}
        </select>
      </header>
      <div class="rows-list" tabIndex={0} role="region" aria-label="Notifications, newest first">
        {value?.notifications.map((each) => (
          <Line key={each.id} webhook={webhook.id} notification={each} chosen={chosen} />
        ))}
        {value?.notifications.length === 0 && (
          <Empty title="Nothing was sent yet">
            <p>It hears of {plural(webhook.events.length, 'event')}.</p>
          </Empty>
        )}
      </div>
      <Paging
        pages={pages}
        setPages={setPages}
        next={value?.next ?? null}
        says={['Newer', 'Older']}
      />
    </section>
  )
}

const toneOf = { pending: 'plain', retry: 'refused', succeeded: 'ok', failed: 'failed' } as const

function Line(given: {
  readonly webhook: string
  readonly notification: NotificationSummary
  readonly chosen: string | undefined
}) {
  const { id, event, status, created_at, attempts } = given.notification
  return (
    <a
      class="line"
      href={linkTo('webhooks', given.webhook, id)}
      aria-current={id === given.chosen ? 'true' : undefined}
    >
      <span class="when">{formatMoment(created_at)}</span>
      <span class={`dot tone-${toneOf[status]}`} />
      <span class="cut">{event}</span>
      <span class="attempts">
        {attempts.map((attempt) => (
          <span key={attempt.number} class={`tag tone-${toneOfAttempt(attempt)}`}>
            {attempt.ended === null ? '…' : (attempt.status ?? 'none')}
          </span>
        ))}
      </span>
      <span class="lane-name">{status}</span>
    </a>
  )
}

function toneOfAttempt({ status, ended }: NotificationSummary['attempts'][number]): string {
  if (ended === null) return 'plain'
  return status !== null && status >= 200 && status < 300 ? 'ok' : 'failed'
}
