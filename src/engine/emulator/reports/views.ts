/** Converts the state of the emulator to plain data for its public methods. */
import { redactText, redactUrl } from '../../journal/redaction.ts'
import type { EntryKind, JournalEntryBase } from '../../journal/entry-kind.ts'
import type { JournalEntry } from '../../journal/entry-types.ts'
import { entryKindOf, type StoredJournalEntry } from '../../journal/kind-table.ts'
import type { Attempt, Notification, RegisteredWebhook } from '../../model/notification.ts'
import type { Store } from '../../store/store.ts'
import type { EmulatorContext } from '../context.ts'
import { defined } from '../../errors/defined.ts'

/** A task that is due in the future. */
export interface PendingTask {
  /** The time at which the task is due, in ISO 8601. */
  readonly at: string
  /**
   * The kind of the task: `start queued`, `attempt`, `attempt response`, `attempt timeout`, `retry` and
   * `redeliver` of a delivery, `date` of a scheduled transition, `wake` of a sleep, `timer` of a shared
   * timer.
   */
  readonly kind: string
}

/** A notification of one webhook, with its delivery attempts. */
interface NotificationView extends Omit<Notification, 'number' | 'cause'> {
  /** The attempts, oldest first. */
  readonly attempts: readonly Attempt[]
}

/** A webhook with its notifications, sent or pending. */
export interface WebhookView extends RegisteredWebhook {
  /** The notifications, oldest first. */
  readonly notifications: readonly NotificationView[]
}

/** Converts a stored entry to its view: with an ISO 8601 time, without hidden details and without secrets. */
export function viewEntry(entry: StoredJournalEntry): JournalEntry {
  const { number, at, kind, cause, behaviours, ...details } = entry
  const ids = behaviours?.ids() ?? []
  const view: object = {
    number,
    at: new Date(at).toISOString(),
    kind,
    ...defined({ cause }),
    ...viewDetails(details, entryKindOf(entry)),
    ...(ids.length > 0 && { behaviours: ids }),
  }
  return view as JournalEntry
}

function viewDetails(details: object, { hidden, redacted }: EntryKind<JournalEntryBase>): object {
  if (hidden.length === 0) return details
  const shown = Object.entries(details).filter(([name]) => !hidden.includes(name))
  return Object.fromEntries(
    shown.map(([name, value]) => [
      name,
      redacted.includes(name) ? redactText(value as string) : (value as unknown),
    ]),
  )
}

/** The views of all entries that the journal keeps. */
export const viewEntries = ({ journal }: EmulatorContext): JournalEntry[] =>
  journal.entries().map(viewEntry)

export function viewPending({ clock }: EmulatorContext): PendingTask[] {
  return clock.pending().map(({ at, kind }) => ({ at: new Date(at).toISOString(), kind }))
}

/** All notifications, in the order of events. */
export const allNotifications = (store: Store): readonly Notification[] => [
  ...(store.scan('webhook_notifications') as Iterable<Notification>),
]

/** The notifications of a webhook, oldest first. */
export function notificationsOfWebhook(
  { store }: EmulatorContext,
  webhook: string,
): Notification[] {
  const rows = store.scan('webhook_notifications', { index: 'webhook_id', prefix: [webhook] })
  return [...(rows as Iterable<Notification>)]
}

/** The webhook with an id; undefined after its deletion. */
export const findWebhook = (store: Store, id: string): RegisteredWebhook | undefined =>
  store.get('webhooks', id) as RegisteredWebhook | undefined

/** The URL of a webhook in a text for people: without secrets. Undefined if the webhook does not exist. */
export function shownWebhookUrl(store: Store, id: string): string | undefined {
  const url = findWebhook(store, id)?.url
  return url === undefined ? undefined : redactUrl(url)
}

export function viewWebhook(context: EmulatorContext, id: string): WebhookView | undefined {
  const webhook = findWebhook(context.store, id)
  if (!webhook) return undefined
  const { url, secret, former_secrets, active, events } = webhook
  const notifications = notificationsOfWebhook(context, id).map(
    ({ number: _, cause: __, ...notification }) => notification,
  )
  return { id, url, secret, former_secrets, active, events, notifications }
}
