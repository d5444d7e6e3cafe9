/**
 * The state machine of a notification. Each arrow is one function of this file:
 *
 *     new ── enqueue ──▶ queued ── startAttempt ──▶ sending ── recordDelivered ──▶ delivered
 *     sending ── scheduleRetry ──▶ waiting for retry ── startAttempt ──▶ sending
 *     sending ── recordFailed ──▶ failed
 *     new, queued ── dropFromQueue ──▶ dropped
 *     queued, waiting for retry, held back ── holdBack ──▶ held back ── startAttempt ──▶ sending
 *     queued, waiting for retry, held back ── dropByFault ──▶ dropped, or failed after an earlier attempt
 *     queued, waiting for retry, held back ── cancel ──▶ failed
 *     delivered, failed ── requestRedelivery ──▶ waiting for redelivery ── startAttempt ──▶ sending
 *     sending ── interrupt ──▶ waiting for a slot ── startAttempt ──▶ sending
 *
 * The state of a notification is its `status` together with its place: the queue, the attempts in
 * flight, a due task, or the due attempts that wait for a free slot. `dispatcher.ts` decides which transition comes next.
 */
import type { FaultHit } from '../faults/fault-rule.ts'
import { compareKeys } from '../store/keys.ts'
import type { Attempt, Notification, RegisteredWebhook } from '../model/notification.ts'
import { dropsNewest, retryInterval } from './behaviours.ts'
import { countFreeSlots, type DeliveryContext } from './delivery-context.ts'
import type { DeliveryResponse, Delivery } from './delivery-response.ts'
import {
  attemptTask,
  attemptTimeoutTask,
  redeliverTask,
  retryTask,
  type ScheduledAttempt,
  startQueuedTask,
} from './due-tasks.ts'
import type { InFlightAttempt } from './in-flight.ts'
import type { FaultEffect } from '../faults/effects.ts'
import { countArrivals, faultResponse, signWithFault } from './attempt-faults.ts'
import { activeSecrets, type Signer } from './signatures.ts'

/** New → queued. If the queue is full, drops a notification of the webhook. */
export function enqueue(machine: DeliveryContext, notification: Notification): void {
  const { clock, notifications, policy, queue } = machine
  const { webhook_id, id } = notification
  // Note: a notification with a free slot stays in the queue only until its task runs at this time.
  const maxQueued = policy.maxQueued + countFreeSlots(machine, webhook_id)
  const dropped = queue.enqueue(notification, maxQueued, machine.usesAlternative(dropsNewest.id))
  if (dropped !== id) {
    clock.schedule({ at: clock.now(), kind: startQueuedTask, payload: webhook_id })
  }
  if (dropped === undefined) return
  dropFromQueue(machine, notifications.get(dropped) ?? notification, notification)
}

/** New or queued → dropped: the queue is full when a notification arrives. */
function dropFromQueue(
  { notifications, deliveryJournal }: DeliveryContext,
  dropped: Notification,
  arriving: Notification,
): void {
  notifications.remove(dropped.id)
  deliveryJournal.recordQueueDrop(dropped, arriving)
}

/** An attempt that starts now. */
export interface StartingAttempt extends ScheduledAttempt {
  /** The part of the faults that the journal does not contain yet. */
  readonly newFaultHit: FaultHit | undefined
}

/** An attempt that has started, with what the dispatcher must send. */
interface StartedAttempt extends PreparedAttempt {
  readonly attempt: InFlightAttempt
}

/** Queued, waiting or held back → sending. */
export function startAttempt(
  machine: DeliveryContext,
  notification: Notification,
  webhook: RegisteredWebhook,
  { faultHit, newFaultHit, attemptNumber, isManual = false }: StartingAttempt,
): StartedAttempt {
  const { clock, policy, notifications, deliveryJournal } = machine
  const { id } = notification
  const startedAt = clock.now()
  const number = attemptNumber ?? notification.attempts.length + 1
  const effect = faultHit?.effect
  const prepared = prepareAttempt(machine.sign, notification, webhook, startedAt, effect)
  const started: Attempt = {
    number,
    at: new Date(startedAt).toISOString(),
    url: webhook.url,
    headers: prepared.delivery.headers,
    status: null,
    response: '',
    ended: null,
    ...(prepared.arrivals !== 1 && { arrivals: prepared.arrivals }),
  }
  notifications.update(id, { attempts: [...notification.attempts.slice(0, number - 1), started] })
  const entry = deliveryJournal.recordAttempt(notification, number, prepared.delivery, faultHit)
  if (newFaultHit) deliveryJournal.recordAttemptFault(entry, id, number, newFaultHit)
  const end = startedAt + policy.timeoutMs
  const attempt: InFlightAttempt = {
    webhook: webhook.id,
    attempt: number,
    startedAt,
    timeoutHandle: clock.schedule({ at: end, kind: attemptTimeoutTask, payload: id }),
    entry: entry.number,
    faultHit,
    lateDelivery: prepared.lateDelivery,
    isManual,
  }
  machine.inFlight.add(id, attempt)
  return { ...prepared, attempt }
}

/** Sending → delivered. */
export function recordDelivered({ notifications }: DeliveryContext, ended: Notification): void {
  notifications.update(ended.id, { status: 'succeeded', attempts: ended.attempts })
}

/** Sending → waiting for retry. Returns the time of the retry. */
export function scheduleRetry(
  { clock, notifications, concurrencyLimit, usesAlternative }: DeliveryContext,
  { id, attempts }: Notification,
  { webhook, startedAt }: InFlightAttempt,
  retryDelayMs: number,
): number {
  concurrencyLimit.reserve(webhook, id)
  notifications.update(id, { status: 'retry', attempts })
  const from = usesAlternative(retryInterval.id) ? clock.now() : startedAt
  const at = from + retryDelayMs
  clock.schedule({ at, kind: retryTask, payload: { id, webhook } })
  return at
}

/** Sending, or waiting for a slot after an interruption → failed. The interrupted attempt ends now. */
export function recordFailed(
  { clock, notifications }: DeliveryContext,
  { id, attempts }: Notification,
): void {
  const ended = attempts.map((attempt) =>
    attempt.ended === null
      ? { ...attempt, response: 'interrupted', ended: new Date(clock.now()).toISOString() }
      : attempt,
  )
  notifications.update(id, { status: 'failed', attempts: ended })
}

/** Queued, waiting or held back → failed: the webhook is inactive or deleted. */
export function cancel(machine: DeliveryContext, canceled: Notification): void {
  const { webhooks, deliveryJournal } = machine
  const isDeleted = webhooks.get(canceled.webhook_id) === undefined
  const reason = isDeleted ? 'the webhook was deleted' : 'the webhook is inactive'
  deliveryJournal.recordCancellation(canceled, reason)
  recordFailed(machine, canceled)
}

/**
 * Queued, waiting or held back → held back: a fault delays the delivery or sends another one first.
 *
 * The stored faults keep the effect that delays it, so that an outage does not delay the same delivery again.
 */
export function holdBack(
  machine: DeliveryContext,
  held: Notification,
  hit: FaultHit,
  { faultHit = hit, isManual = false }: ScheduledAttempt,
): void {
  const { clock, deliveryJournal, reorderBuffer } = machine
  const { id, webhook_id: webhook } = held
  deliveryJournal.recordDiversion(held, hit)
  const { delay_ms } = hit.effect
  const { hold: _, ...stored } = faultHit
  const payload = { id, webhook, faultHit: stored, isManual }
  if (delay_ms === undefined) reorderBuffer.hold(payload, hit.hold)
  else clock.schedule({ at: clock.now() + delay_ms, kind: attemptTask, payload })
}

/** Queued, waiting or held back → dropped by a fault; → failed if there was an earlier attempt. */
export function dropByFault(machine: DeliveryContext, dropped: Notification, hit: FaultHit): void {
  const { notifications, deliveryJournal } = machine
  deliveryJournal.recordDiversion(dropped, hit)
  deliveryJournal.recordFaultDrop(dropped, hit)
  if (dropped.attempts.length > 0) recordFailed(machine, dropped)
  else notifications.remove(dropped.id)
}

/** Delivered or failed → waiting for redelivery, which is due at once. */
export function requestRedelivery(machine: DeliveryContext, notification: Notification): void {
  const { clock, notifications, deliveryJournal } = machine
  const { number } = deliveryJournal.recordRedelivery(notification)
  notifications.update(notification.id, { cause: number })
  clock.schedule({ at: clock.now(), kind: redeliverTask, payload: notification.id })
}

/**
 * Sending → waiting for a slot: the state was replaced, so the attempts start again with the same numbers, before
 * all others and in the order in which they started.
 */
export function interrupt({ clock, inFlight, waiting }: DeliveryContext): void {
  const attempts = inFlight
    .clear()
    .toSorted(([, a], [, b]) => compareKeys(a.timeoutHandle, b.timeoutHandle))
  for (const [, { timeoutHandle }] of attempts) clock.cancel(timeoutHandle)
  waiting.insertFirst(
    attempts.map(([id, { webhook, attempt, faultHit, isManual }]) => ({
      id,
      webhook,
      faultHit,
      attemptNumber: attempt,
      isManual,
      hasFaults: true,
    })),
  )
  for (const webhook of new Set(attempts.map(([, attempt]) => attempt.webhook))) {
    clock.schedule({ at: clock.now(), kind: startQueuedTask, payload: webhook })
  }
}

/** Returns the notification with the result of its last attempt. */
export function withEndedAttempt(
  machine: DeliveryContext,
  notification: Notification,
  attempt: InFlightAttempt,
  response: DeliveryResponse | undefined,
): Notification {
  const { clock, policy } = machine
  const earlier = notification.attempts.slice(0, -1)
  const last = notification.attempts.at(-1) as Attempt
  const ended: Attempt = {
    ...last,
    ...(isSentLate(machine, attempt, response) && { arrivals: 1 }),
    status: response?.status ?? null,
    response: response?.text ?? `no answer in ${policy.timeoutMs / 1_000} s`,
    ended: new Date(clock.now()).toISOString(),
  }
  return { ...notification, attempts: [...earlier, ended] }
}

/** Whether the delivery of an attempt is sent when the attempt has ended, because of a timeout. */
export const isSentLate = (
  { webhooks }: DeliveryContext,
  { lateDelivery, webhook }: InFlightAttempt,
  response: DeliveryResponse | undefined,
): boolean =>
  lateDelivery !== undefined && response === undefined && webhooks.get(webhook) !== undefined

interface PreparedAttempt {
  readonly delivery: Delivery
  /** How many times the delivery arrives before the timeout. */
  readonly arrivals: number
  /** The delivery that arrives only after the timeout. */
  readonly lateDelivery: Delivery | undefined
  /** The response that replaces the response of the receiver. */
  readonly response: DeliveryResponse | undefined
}

function prepareAttempt(
  sign: Signer,
  { id, body }: Notification,
  webhook: RegisteredWebhook,
  atMs: number,
  effect: FaultEffect | undefined,
): PreparedAttempt {
  const { url } = webhook
  const input = { id, atMs, body, url, ...activeSecrets(webhook, atMs) }
  const { headers, failure } = signWithFault(sign, input, effect)
  const delivery = { url, headers: { 'content-type': 'application/json', ...headers }, body }
  return {
    delivery,
    arrivals: failure ? 0 : countArrivals(effect),
    lateDelivery: effect?.timeout === 'after' && !failure ? delivery : undefined,
    response: failure ?? faultResponse(effect),
  }
}
