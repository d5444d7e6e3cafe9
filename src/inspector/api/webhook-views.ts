/** Shows webhooks with what became of their notifications, newest first, a page at a time. */
import { notificationsOfWebhook } from '../../emulator/reports/views.ts'
import type { EmulatorContext } from '../../emulator/context.ts'
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

export function viewWebhooks(context: EmulatorContext): WebhookSummary[] {
  const webhooks = [...context.store.scan('webhooks')] as unknown as RegisteredWebhook[]
  const [active, inactive] = [webhooks.filter(isActive), webhooks.filter((each) => !isActive(each))]
  return [...active, ...inactive].map(({ id, url, active, events }) => {
    const counts: Record<Status, number> = { pending: 0, retry: 0, succeeded: 0, failed: 0 }
    for (const { status } of notificationsOfWebhook(context, id)) counts[status] += 1
    return { id, url, active, events, counts }
  })
}

const isActive = ({ active }: RegisteredWebhook): boolean => active

export interface NotificationQuery {
  readonly webhook: string
  readonly status: string | undefined
  /** Only those that are older than the one with this number. */
  readonly before: number
  readonly limit: number
}

export function viewNotifications(
  context: EmulatorContext,
  { webhook, status, before, limit }: NotificationQuery,
): { notifications: NotificationSummary[]; next: number | null } {
  const matching = notificationsOfWebhook(context, webhook)
    .filter((each) => each.number < before && (!status || each.status === status))
    .sort((a, b) => b.number - a.number)
  const page = matching.slice(0, limit)
  const next = matching.length > limit ? (page.at(-1) as Notification).number : null
  return { notifications: page.map(summarizeNotification), next }
}

function summarizeNotification(notification: Notification): NotificationSummary {
  const { id, number, event, status, attempts } = notification
  const { created_at } = notification as unknown as { created_at: string }
  const attemptSummaries = attempts.map(({ number, at, status, ended }) => ({
    number,
    at,
    status,
    ended,
  }))
  return { id, number, event, status, created_at, attempts: attemptSummaries }
}

/** One notification whole: payload, and each attempt with its headers and its answer. */
export function viewNotification({ store }: EmulatorContext, id: string): Notification {
  const found = store.get('webhook_notifications', id)
  if (!found) throw new Problem(404, { message: `There is no notification ${id}.` })
  return found as unknown as Notification
}
