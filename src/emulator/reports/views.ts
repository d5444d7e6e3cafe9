/** What the emulator shows of its inner life: plain data, made when it is asked for. */
import type { Assembly } from '../context.ts'
import { allBehaviours } from '../../define/behaviours.ts'
import type { Attempt, Notification, Webhook } from '../../deliver/notification.ts'
import type { Entry } from '../../machine/journal.ts'
import type { Ref, ScopeName, User } from '../../generated/rows.ts'

/** Something that happened, linked to what led to it. */
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
  /** What else there is to say, by kind: `method`, `path`, `status`, `event`, `table`, … */
  readonly [detail: string]: unknown
}

/** Something that is still to come. */
export interface PendingTask {
  /** The moment at which it is due, in ISO 8601. */
  readonly at: string
  /** What is due: deliver, begin, retry, redeliver, give up, answer, date, wake. */
  readonly kind: string
}

/** What a new token may do, and whose it is. */
export interface TokenOptions {
  /** Default: every scope. */
  readonly scopes?: readonly ScopeName[]
  /** The user who owns the token. Default: the administrator. */
  readonly user?: Ref<User>
  /** Tokens of one application share a rate window. Default: none. */
  readonly application?: string
}

/** A notification for one webhook, with each try to deliver it. */
export interface NotificationView extends Omit<Notification, 'number' | 'cause'> {
  /** The tries, oldest first. */
  readonly attempts: readonly Attempt[]
}

/** A webhook, with everything that was sent to it or is still to be sent. */
export interface WebhookView extends Webhook {
  /** What it was told, oldest first. */
  readonly notifications: readonly NotificationView[]
}

/** What is written down for the inspector alone stays out: a row as it was when it was deleted. */
export function viewEntry({
  number,
  at,
  kind,
  cause,
  used,
  was: _,
  ...details
}: Entry): JournalEntry {
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
