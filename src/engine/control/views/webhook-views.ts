/** Shows webhooks with counts of their notifications, and notifications in pages, newest first. */
import { notificationsOfWebhook } from '../../emulator/reports/views.ts'
import type { EmulatorContext } from '../../emulator/context.ts'
import { assertKnownName } from '../../errors/argument-checks.ts'
import { unknownNameError } from '../../errors/errors.ts'
import type { Row } from '../../store/table.ts'
import type { Attempt, Notification, RegisteredWebhook } from '../../model/notification.ts'
import { Problem } from '../../define/problems.ts'

type Status = Notification['status']

export interface WebhookSummary extends Omit<RegisteredWebhook, 'secret' | 'former_secrets'> {
  readonly counts: Readonly<Record<Status, number>>
}

export interface NotificationSummary {
  readonly id: string
  readonly number: number
  readonly event: string
  readonly status: Status
  readonly created_at: string
  readonly attempts: readonly Pick<Attempt, 'number' | 'at' | 'status' | 'ended'>[]
}

export interface NotificationPage {
  readonly notifications: readonly NotificationSummary[]
  /** The number to continue before; null at the end. */
  readonly next: number | null
}

export function viewWebhooks(context: EmulatorContext): WebhookSummary[] {
  const webhooks = [...context.store.scan('webhooks')].map((row) => row as Row & RegisteredWebhook)
  const [active, inactive] = [webhooks.filter(isActive), webhooks.filter((each) => !isActive(each))]
  return [...active, ...inactive].map(({ id, url, active, events }) => {
    const counts: Record<Status, number> = { ...noNotifications }
    for (const { status } of notificationsOfWebhook(context, id)) counts[status] += 1
    return { id, url, active, events, counts }
  })
}

const noNotifications = { pending: 0, retry: 0, succeeded: 0, failed: 0 }

const isActive = ({ active }: RegisteredWebhook): boolean => active

interface NotificationQuery {
  readonly webhook: string | undefined
  readonly status: string | undefined
  /** Only notifications with a lower number. */
  readonly before: number
  readonly limit: number
}

export function viewNotifications(
  context: EmulatorContext,
  { webhook, status, before, limit }: NotificationQuery,
): NotificationPage {
  assertKnownName('status', status, Object.keys(noNotifications))
  const all = notificationsOfWebhook(context, webhook ?? '')
  if (all.length === 0) assertWebhook(context, webhook)
  const matching = all
    .filter((each) => each.number < before && (!status || each.status === status))
    .sort((a, b) => b.number - a.number)
  const page = matching.slice(0, limit)
  const next = matching.length > limit ? (page.at(-1) as Notification).number : null
  return { notifications: page.map(summarizeNotification), next }
}

/** Throws for a webhook that never was: a list without notifications would look like one without deliveries. */
function assertWebhook({ store }: EmulatorContext, id: string | undefined): void {
  const ids = [...store.scan('webhooks')].map((webhook) => String(webhook['id']))
  if (id === undefined || !ids.includes(id))
    throw unknownNameError('webhook', id, ids, 'list the notifications of a webhook')
}

function summarizeNotification(notification: Notification): NotificationSummary {
  const { id, number, event, status, attempts } = notification
  const { created_at } = notification as Notification & { created_at: string }
  const attemptSummaries = attempts.map(({ number, at, status, ended }) => ({
    number,
    at,
    status,
    ended,
  }))
  return { id, number, event, status, created_at, attempts: attemptSummaries }
}

/** Returns a notification with its payload and its attempts. Throws a Problem 404 for an unknown id. */
export function viewNotification({ store }: EmulatorContext, id: string): Notification {
  const found = store.get('webhook_notifications', id)
  if (!found) throw new Problem(404, { message: `There is no notification ${id}.` })
  return found as Row & Notification
}
