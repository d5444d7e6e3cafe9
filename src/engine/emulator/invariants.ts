/** Checks what always holds for the state of deliveries. */
import {
  attemptTask,
  attemptTimeoutTask,
  redeliverTask,
  retryTask,
  type ScheduledRetry,
  startQueuedTask,
} from '../deliver/due-tasks.ts'
import type { Notification } from '../model/notification.ts'
import type { EmulatorContext } from './context.ts'
import { allNotifications } from './reports/views.ts'

/** The check after each advance of the clock and each replacement of the state. The tests set it. */
export const invariantChecks: { run?: (context: EmulatorContext) => void } = {}

/** Returns one sentence for each broken invariant of the state, without the journal. */
export function findStateViolations(context: EmulatorContext): string[] {
  return [
    ...findWrongCounts(context),
    ...findLostNotifications(context, allNotifications(context.store)),
    ...findStoppedQueues(context),
  ]
}

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
  readonly notification?: string
  readonly webhook?: string
}

/** The due tasks of deliveries that start or end an attempt. */
const dueDeliveries = ({ clock }: EmulatorContext): DueDelivery[] =>
  clock.pending().flatMap(({ kind, payload }): DueDelivery[] => {
    if (kind === startQueuedTask) return [{ kind, webhook: payload as string }]
    if (kind === redeliverTask || kind === attemptTimeoutTask)
      return [{ kind, notification: payload as string }]
    if (kind !== retryTask && kind !== attemptTask) return []
    const { id, webhook } = payload as ScheduledRetry
    return [{ kind, notification: id, webhook }]
  })

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

export const isFinished = (status: string): boolean => status === 'succeeded' || status === 'failed'

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
