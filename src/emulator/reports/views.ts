/** What the emulator shows of its inner life: plain data, made when it is asked for. */
import type { EmulatorContext } from '../context.ts'
import { allBehaviours } from '../../define/behaviours.ts'
import type { Attempt, Notification, RegisteredWebhook } from '../../model/notification.ts'
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
export interface WebhookView extends RegisteredWebhook {
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
  const behaviours = [...new Set(used as number[] | undefined)].map((each) => behaviourIds()[each])
  return {
    number,
    at: new Date(at).toISOString(),
    kind,
    ...(cause !== undefined && { cause }),
    ...details,
    ...(behaviours.length > 0 && { behaviours: behaviours as string[] }),
  }
}

let cachedIds: readonly string[] = []

/** The ids of behaviours by their numbers; made again when another was declared. */
function behaviourIds(): readonly string[] {
  const all = allBehaviours()
  return cachedIds.length === all.length ? cachedIds : (cachedIds = all.map(({ id }) => id))
}

export function viewPending({ clock }: EmulatorContext): PendingTask[] {
  return clock.pending().map(({ at, kind }) => ({ at: new Date(at).toISOString(), kind }))
}

export function notificationsOfWebhook(
  { store }: EmulatorContext,
  webhook: string,
): readonly Notification[] {
  const rows = store.scan('webhook_notifications', { index: 'webhook_id', prefix: [webhook] })
  return [...rows] as unknown as Notification[]
}

export function viewWebhook(context: EmulatorContext, id: string): WebhookView | undefined {
  const webhook = context.store.get('webhooks', id) as RegisteredWebhook | undefined
  if (!webhook) return undefined
  const { url, secret, former_secrets, active, events } = webhook
  const notifications = notificationsOfWebhook(context, id).map(
    ({ number: _, cause: __, ...notification }) => notification,
  )
  return { id, url, secret, former_secrets, active, events, notifications }
}
