/**
 * Checks what always holds for deliveries and for the journal. The tests switch the checks on; without them,
 * a check costs one comparison.
 */
import {
  attemptTask,
  attemptTimeoutTask,
  redeliverTask,
  retryTask,
  startQueuedTask,
} from '../deliver/due-tasks.ts'
import { EmulatorError } from '../errors/errors.ts'
import type { Notification } from '../model/notification.ts'
import type { EmulatorContext } from './context.ts'

/** Whether the state is checked after each advance of the clock and each replacement of the state. */
export const invariantChecks = { isOn: false }

/** Above this number of notifications the state is not checked, because a check reads all of them. */
const checkedNotificationsMax = 5_000

const table = 'webhook_notifications'

/** Throws if a check is on and fails. */
export function assertInvariants(context: EmulatorContext): void {
  if (!invariantChecks.isOn || context.store.size(table) > checkedNotificationsMax) return
  const violations = findViolations(context)
  if (violations.length === 0) return
  throw new EmulatorError('broken_invariant', {
    action: 'continue',
    reason: `the state is inconsistent: ${violations.slice(0, 5).join('; ')}`,
    advice: 'This is a defect of the emulator.',
  })
}

/** Returns one sentence for each broken invariant. */
export function findViolations(context: EmulatorContext): string[] {
  return [
    ...findStateViolations(context),
    ...findExceededLimits(context),
    ...findWrongCauses(context),
    ...findMissingEndings(context, notificationsIn(context)),
  ]
}

/** Returns one sentence for each broken invariant of the state, without the journal. */
export function findStateViolations(context: EmulatorContext): string[] {
  return [
    ...findWrongCounts(context),
    ...findLostNotifications(context, notificationsIn(context)),
    ...findStoppedQueues(context),
  ]
}

const notificationsIn = ({ store }: EmulatorContext): Notification[] => [
  ...(store.scan(table) as Iterable<Notification>),
]

/** The counts of the queues and of the attempts in flight equal what they count. */
function findWrongCounts({ dispatcher: { queue, inFlight } }: EmulatorContext): string[] {
  const queued = countEach(queue.list().map(({ webhook }) => webhook))
  const sending = countEach(inFlight.list().map(([, { webhook }]) => webhook))
  return [
    ...differences('queued notifications', new Map(queue.lengths()), queued),
    ...differences('attempts in flight', new Map(inFlight.counts()), sending),
  ]
}

type Counts = ReadonlyMap<string, number>

function countEach(names: readonly string[]): Counts {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

function differences(what: string, counted: Counts, actual: Counts): string[] {
  return [...new Set([...counted.keys(), ...actual.keys()])]
    .filter((name) => counted.get(name) !== actual.get(name))
    .map(
      (name) => `webhook ${name} counts ${counted.get(name)} ${what} and has ${actual.get(name)}`,
    )
}

interface DueDelivery {
  readonly kind: string
  /** The id of the notification; undefined for a task of a whole queue. */
  readonly notification: string | undefined
  readonly webhook: string | undefined
}

/** The due tasks of deliveries. */
function dueDeliveries({ clock }: EmulatorContext): DueDelivery[] {
  return clock.pending().map(({ kind, payload }) => {
    if (kind === startQueuedTask) {
      return { kind, notification: undefined, webhook: payload as string }
    }
    if (kind === redeliverTask || kind === attemptTimeoutTask) {
      return { kind, notification: payload as string, webhook: undefined }
    }
    const { id, webhook } = (payload ?? {}) as { id?: string; webhook?: string }
    const isDelivery = kind === retryTask || kind === attemptTask
    return isDelivery
      ? { kind, notification: id, webhook }
      : { kind, notification: undefined, webhook: undefined }
  })
}

/** A notification that is not finished is queued, in flight with a timeout, or has a due task. */
function findLostNotifications(
  context: EmulatorContext,
  notifications: readonly Notification[],
): string[] {
  const { queue, inFlight, waiting } = context.dispatcher
  const due = dueDeliveries(context)
  const timeouts = new Set(
    due.filter(({ kind }) => kind === attemptTimeoutTask).map(({ notification }) => notification),
  )
  const places = new Set([
    ...queue.list().map(({ id }) => id),
    ...inFlight.list().map(([id]) => id),
    ...waiting.list().map(({ id }) => id),
    ...due.map(({ notification }) => notification),
  ])
  const stored = new Set(notifications.map(({ id }) => id))
  return [
    ...notifications
      .filter(({ id, status }) => !isFinished(status) && !places.has(id))
      .map(({ id, status }) => `notification ${id} is ${status} and has no due task`),
    ...inFlight
      .list()
      .filter(([id]) => !timeouts.has(id))
      .map(([id]) => `the attempt of notification ${id} has no timeout`),
    ...queue
      .list()
      .filter(({ id }) => !stored.has(id))
      .map(({ id }) => `notification ${id} is queued and not stored`),
  ]
}

const isFinished = (status: string): boolean => status === 'succeeded' || status === 'failed'

/** A webhook with queued or waiting notifications has an attempt in flight or a due task that starts the next attempt. */
function findStoppedQueues(context: EmulatorContext): string[] {
  const { queue, inFlight, waiting } = context.dispatcher
  const started = new Set([
    ...inFlight.counts().map(([webhook]) => webhook),
    ...dueDeliveries(context).map(({ webhook }) => webhook),
  ])
  const queued = queue.lengths().map(([webhook]) => webhook)
  const webhooks = new Set([...queued, ...waiting.list().map(({ webhook }) => webhook)])
  return [...webhooks]
    .filter((webhook) => !started.has(webhook))
    .map((webhook) => `nothing is due for the queue of webhook ${webhook}`)
}

/** A webhook has at most `maxInFlight` attempts in flight. A file may have more: they start again after it is loaded. */
function findExceededLimits({ dispatcher, settings }: EmulatorContext): string[] {
  const { maxInFlight } = settings.delivery
  return dispatcher.inFlight
    .counts()
    .filter(([, count]) => count > maxInFlight)
    .map(([webhook, count]) => `webhook ${webhook} has ${count} attempts in flight`)
}

/** A cause has a lower number than its entry, and is in the journal unless the journal dropped it. */
function findWrongCauses({ journal }: EmulatorContext): string[] {
  const entries = journal.entries()
  const first = entries[0]?.number ?? 0
  const numbers = new Set(entries.map(({ number }) => number))
  return entries
    .filter(({ number, cause }) => cause !== undefined && !isBefore(cause, number))
    .map(({ number, cause }) => `entry ${number} has the wrong cause ${cause}`)

  function isBefore(cause: number, number: number): boolean {
    return cause < number && (cause < first || numbers.has(cause))
  }
}

const endingKinds = ['answer', 'no answer', 'drop']

/** Each notification of an event in the journal ends with an entry, and none disappears without a drop. */
function findMissingEndings(
  { journal, settings }: EmulatorContext,
  notifications: readonly Notification[],
): string[] {
  const entries = journal.entries()
  const first = entries[0]?.number ?? Infinity
  const ended = notificationsOf(entries, endingKinds)
  const own = notifications.filter(
    ({ cause }) => cause >= first && journal.isOwnNumber(cause as number),
  )
  const unended = own
    .filter(({ id, status }) => isFinished(status) && !ended.has(id))
    .map(({ id, status }) => `notification ${id} is ${status} and has no last entry`)
  const mayLack =
    journal.droppedCount() > 0 ||
    entries.some(({ kind }) => kind === 'restore') ||
    notifications.length >= settings.delivery.maxFinished
  if (mayLack || own.length === 0) return unended
  const known = new Set(notifications.map(({ number }) => number))
  for (const id of ended) known.add(Number.parseInt(String(id), 16))
  // Note: a redelivery by hand gives a notification a new cause, also one from before the first entry.
  const redelivered = notificationsOf(entries, ['redeliver'])
  const numbers = own.filter(({ id }) => !redelivered.has(id)).map(({ number }) => number)
  const missing: string[] = []
  for (let number = Math.min(...numbers); number < Math.max(...numbers); number += 1) {
    if (!known.has(number)) missing.push(`notification number ${number} is gone without a drop`)
  }
  return [...unended, ...missing]
}

interface NotificationEntry {
  readonly kind: string
  /** Absent in entries of other kinds. */
  readonly notification?: string
}

/** The ids of the notifications that entries of these kinds name. */
const notificationsOf = (
  entries: readonly NotificationEntry[],
  kinds: readonly string[],
): ReadonlySet<string | undefined> =>
  new Set(
    entries.filter(({ kind }) => kinds.includes(kind)).map(({ notification }) => notification),
  )
