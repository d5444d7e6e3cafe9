/**
 * Delivers notifications to webhooks: signed, with a timeout of 10 s and up to three attempts.
 *
 * The dispatcher never waits for a receiver. The response, the timeout and the retry of an attempt are
 * due tasks. Therefore a receiver that waits on the emulator's clock cannot stop the clock.
 */
import { combineHits } from '../faults/effect-combination.ts'
import { isText } from '../errors/json-checks.ts'
import { isScheduledAttempt, isScheduledRetry } from './attempt-checks.ts'
import type { Notification, RegisteredWebhook } from '../model/notification.ts'
import { createAttemptRunner } from './attempt-runner.ts'
import {
  countFreeSlots,
  createDeliveryContext,
  type DispatcherContext,
} from './delivery-context.ts'
import {
  attemptTask,
  redeliverTask,
  retryTask,
  type ScheduledAttempt,
  type ScheduledRetry,
  startQueuedTask,
} from './due-tasks.ts'
import { isDiverted } from './attempt-faults.ts'
import type { DeliveryQueue, WaitingAttempt, WaitingAttempts } from './delivery-queue.ts'
import type { InFlightAttempt, InFlightAttempts } from './in-flight.ts'
import {
  cancel,
  dropByFault,
  enqueue,
  holdBack,
  interrupt,
  requestRedelivery,
  type StartingAttempt,
} from './transitions.ts'

export interface WebhookDispatcher {
  /** Queues a new notification. If the queue of the webhook is full, drops a notification. */
  enqueue(notification: Notification): void
  /** Sends a finished notification again. */
  redeliver(id: string): void
  /** Starts the attempts again that were in flight when the state was saved. */
  resume(): void
  /** Starts the attempt of a notification that an interceptor holds. Does nothing if it is not held. */
  release(id: string): void
  /** Starts the queued notifications that have a free slot, after the order of deliveries was switched. */
  startQueued(): void
  /** Returns the number of notifications that are queued, in flight or due without a free slot. */
  countOpen(): number
  /** The notifications that are queued, with their counts. */
  readonly queue: Pick<DeliveryQueue, 'list' | 'lengths'>
  /** The attempts in flight, with their counts. */
  readonly inFlight: Pick<InFlightAttempts, 'list' | 'counts'>
  /** The attempts that wait for a free slot. */
  readonly waiting: Pick<WaitingAttempts, 'list'>
}

export function createWebhookDispatcher(context: DispatcherContext): WebhookDispatcher {
  const machine = createDeliveryContext(context)
  const { clock, notifications, webhooks, faults } = machine
  const { queue, inFlight, waiting, reorderBuffer, concurrencyLimit } = machine
  const runner = createAttemptRunner(machine, afterAttempt)

  /** Starts the waiting attempts of a webhook, then its queued notifications, while there are free slots. */
  function startNext(webhook: string): void {
    startWaiting(webhook)
    while (countFreeSlots(machine, webhook) > 0) {
      const next = queue.dequeue(webhook)
      if (next === undefined) return
      startUnlessDiverted(next)
    }
  }

  function startWaiting(webhook: string): void {
    while (concurrencyLimit.allowsDue(inFlight.countFor(webhook))) {
      const next = waiting.take(webhook)
      if (next === undefined) return
      const { hasFaults, ...scheduled } = next
      if (hasFaults) startScheduled(scheduled)
      else startUnlessDiverted(next.id, next.isManual)
    }
  }

  /** Starts a due attempt, after those that wait already. Without a free slot it waits. */
  function startDue(attempt: WaitingAttempt): void {
    const { id, webhook } = attempt
    reorderBuffer.remove(id)
    concurrencyLimit.release(webhook, id)
    waiting.add(attempt)
    startWaiting(webhook)
  }

  /** Starts an attempt, unless a fault drops it or holds it back. */
  function startUnlessDiverted(id: string, isManual = false): void {
    withActiveWebhook(id, (notification, webhook) => {
      const { event } = notification
      const faultHit = faults.hasActive()
        ? faults.hit({
            at: 'delivery',
            event,
            webhook,
            notification: id,
            attempt: notification.attempts.length + 1,
            body: notification.body,
          })
        : undefined
      const starting = { id, webhook: webhook.id, faultHit, newFaultHit: faultHit, isManual }
      startOrDivert(notification, webhook, starting)
    })
  }

  function startOrDivert(
    notification: Notification,
    webhook: RegisteredWebhook,
    starting: StartingAttempt,
  ): void {
    const { newFaultHit } = starting
    if (!newFaultHit || !isDiverted(newFaultHit)) runner.run(notification, webhook, starting)
    else if (newFaultHit.effect.drop) dropByFault(machine, notification, newFaultHit)
    else holdBack(machine, notification, newFaultHit, starting)
  }

  /** Runs an action for a stored notification with an active webhook; otherwise cancels it. */
  function withActiveWebhook(
    id: string,
    action: (notification: Notification, webhook: RegisteredWebhook) => void,
  ): void {
    const notification = notifications.get(id)
    if (!notification) return
    const webhook = webhooks.get(notification.webhook_id)
    if (webhook?.active) action(notification, webhook)
    else cancel(machine, notification)
  }

  /** Starts an attempt that was held back, with the outages that are active now, or an interrupted one as it was. */
  function startScheduled(scheduled: ScheduledAttempt): void {
    const { id, faultHit: earlier, attemptNumber } = scheduled
    withActiveWebhook(id, (notification, webhook) => {
      const { event } = notification
      const newFaultHit =
        earlier && attemptNumber === undefined
          ? faults.hitOutages({ at: 'delivery', event, webhook }, earlier)
          : undefined
      const faultHit = earlier && newFaultHit ? combineHits(earlier, newFaultHit) : earlier
      startOrDivert(notification, webhook, { ...scheduled, faultHit, newFaultHit })
    })
  }

  /** Starts an attempt that was held back when it has a free slot. */
  const resumeScheduled = (scheduled: ScheduledAttempt): void =>
    startDue({ ...scheduled, hasFaults: true })

  function afterAttempt({ webhook, timeoutHandle }: InFlightAttempt): void {
    reorderBuffer.release(webhook, timeoutHandle).forEach(resumeScheduled)
    startNext(webhook)
  }

  clock.registerHandler(startQueuedTask, startNext, isText)
  const retry = ({ id, webhook }: ScheduledRetry): void => {
    startDue({ id, webhook, faultHit: undefined, hasFaults: false })
    startNext(webhook)
  }
  clock.registerHandler(retryTask, retry, isScheduledRetry)
  const redeliver = (id: string): void => {
    const webhook = notifications.get(id)?.webhook_id
    if (webhook === undefined) return
    startDue({ id, webhook, faultHit: undefined, hasFaults: false, isManual: true })
  }
  clock.registerHandler(redeliverTask, redeliver, isText)
  const attempt = (scheduled: ScheduledAttempt): void => {
    resumeScheduled(scheduled)
    // Note: a cancelled attempt does not end, and does not start the next one.
    startNext(scheduled.webhook)
  }
  clock.registerHandler(attemptTask, attempt, isScheduledAttempt)
  clock.autoAdvanceWhile(() => inFlight.size() > 0)

  return {
    enqueue: (notification) => enqueue(machine, notification),
    redeliver: (id) => requestRedelivery(machine, notifications.get(id) as Notification),
    resume() {
      runner.ignoreEarlierResponses()
      interrupt(machine)
    },
    release(id) {
      const held = reorderBuffer.releaseOne(id)
      if (held) resumeScheduled(held)
    },
    startQueued() {
      for (const [webhook] of queue.lengths())
        clock.schedule({ at: clock.now(), kind: startQueuedTask, payload: webhook })
    },
    countOpen: () => queue.size() + inFlight.size() + waiting.size(),
    queue,
    inFlight,
    waiting,
  }
}
