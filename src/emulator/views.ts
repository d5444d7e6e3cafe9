/** What the emulator shows of its inner life: plain data, made when it is asked for. */
import type { Assembly } from './assemble.ts'
import { allBehaviours } from '../define/behaviours.ts'
import type { Attempt, Notification, Webhook } from '../deliver/notification.ts'
import type { Entry } from '../machine/journal.ts'

export interface JournalEntry {
  /** Its place in the order of what happened, from 1. */
  readonly number: number
  /** The moment on the emulator's clock. */
  readonly at: string
  /** What it tells of, such as `request`, `change`, `event`, `attempt`, `answer`, `fault` or `clock`. */
  readonly kind: string
  /** The number of the entry that led to it. */
  readonly cause?: number
  /** The behaviours of the service that were relied on, by id. */
  readonly behaviours?: readonly string[]
  readonly [detail: string]: unknown
}

export interface PendingTask {
  readonly at: string
  /** deliver, begin, retry, redeliver, give up, answer, date, wake. */
  readonly kind: string
}

export interface TokenOptions {
  /** Default: every scope. */
  readonly scopes?: readonly string[]
  /** The user who owns the token. Default: the administrator. */
  readonly user?: number | { readonly id: number }
  /** Tokens of one application share a rate window. Default: none. */
  readonly application?: string
}

export interface NotificationView extends Omit<Notification, 'number' | 'cause'> {
  readonly attempts: readonly Attempt[]
}

export interface WebhookView extends Webhook {
  readonly notifications: readonly NotificationView[]
}

export function viewEntry({ number, at, kind, cause, used, ...details }: Entry): JournalEntry {
  const behaviours = [...new Set(used as number[] | undefined)].map((each) => names()[each])
  return {
    number,
    at: new Date(at).toISOString(),
    kind,
    ...(cause !== undefined && { cause }),
    ...details,
    ...(behaviours.length > 0 && { behaviours: behaviours as string[] }),
  }
}

let known: readonly string[] = []

/** The ids of behaviours by their numbers; made again when another was declared. */
function names(): readonly string[] {
  const all = allBehaviours()
  return known.length === all.length ? known : (known = all.map(({ id }) => id))
}

export function viewPending({ clock }: Assembly): PendingTask[] {
  return clock.pending().map(({ at, kind }) => ({ at: new Date(at).toISOString(), kind }))
}

export function notificationsOf({ store }: Assembly, webhook: string): readonly Notification[] {
  const rows = store.walk('webhook_notifications', { index: 'webhook_id', prefix: [webhook] })
  return [...rows] as unknown as Notification[]
}

export function viewWebhook(assembly: Assembly, id: string): WebhookView | undefined {
  const webhook = assembly.store.get('webhooks', id) as Webhook | undefined
  if (!webhook) return undefined
  const { url, secret, former_secrets, active, events } = webhook
  const notifications = notificationsOf(assembly, id).map(
    ({ number: _, cause: __, ...notification }) => notification,
  )
  return { id, url, secret, former_secrets, active, events, notifications }
}
