/**
 * Carries events to webhooks: signed, within 10 s, three times at the most, five minutes apart.
 *
 * It never waits. An attempt is started and forgotten; its answer, the end of its 10 s and its retry
 * are due tasks. So a receiver that waits on the emulator's clock cannot stop it.
 */
import type { FaultHit } from '../faults/fault-rule.ts'
import { BehaviourLog } from '../define/behaviour-log.ts'
import type { StoredEntry } from '../define/journal/entry-kind.ts'
import { answerKind, type AnswerEntry } from '../define/journal/kinds/answer.ts'
import { attemptKind } from '../define/journal/kinds/attempt.ts'
import { dropKind } from '../define/journal/kinds/drop.ts'
import { faultKind, type FaultEntry } from '../define/journal/kinds/fault.ts'
import { lateAnswerKind } from '../define/journal/kinds/late-answer.ts'
import { noAnswerKind, type NoAnswerEntry } from '../define/journal/kinds/no-answer.ts'
import { redeliverKind } from '../define/journal/kinds/redeliver.ts'
import { createDeliveryQueue } from './delivery-queue.ts'
import * as behaviours from './delivery-behaviours.ts'
import type {
  DelayedResponse,
  ScheduledAttempt,
  WebhookDispatcher,
  DispatcherContext,
  DroppedNotification,
} from './dispatcher-types.ts'
import { createInFlightAttempts, type InFlightAttempt } from './in-flight.ts'
import { createReorderBuffer } from './reorder-buffer.ts'
import type { Notification, RegisteredWebhook } from './notification.ts'
import { activeSecrets, signatureScheme } from './signatures.ts'
import {
  withoutDiversion,
  faultResponse,
  countArrivals,
  isDiverted,
  signWithFault,
} from './fault-injection.ts'
import { type DeliveryResponse, type Delivery, toFailedResponse } from './transport.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'

/** What every attempt relies on, but for its signature. */
const attemptBehaviours = new BehaviourLog([
  behaviours.payload,
  behaviours.alwaysSigned,
  behaviours.timeout,
  behaviours.maxAttempts,
  behaviours.retryDoesNotBlock,
])

/** The delivery that a fault hit. */
type DeliveryHit = Pick<FaultEntry, 'event' | 'webhook' | 'notification' | 'attempt'>

type OutcomeEntry = Pick<StoredEntry<AnswerEntry | NoAnswerEntry>, 'behaviours'>

export function createWebhookDispatcher(context: DispatcherContext): WebhookDispatcher {
  const { cells, clock, journal, notifications, policy, faults } = context
  const inFlightAttempts = createInFlightAttempts(cells)
  const queue = createDeliveryQueue(cells)
  const reorderBuffer = createReorderBuffer(cells, clock)
  const isStrictOrder = (): boolean => context.usesAlternative(behaviours.retryDoesNotBlock.id)
  const concurrencyLimit = createConcurrencyLimit(cells, policy.maxInFlight, isStrictOrder)
  /** How often the state was replaced: an answer that comes from before then is nobody's any more. */
  let generation = 0

  /** Starts what waits for a webhook, as far as its places in flight allow. */
  function startNext(webhook: string): void {
    while (concurrencyLimit.countFree(webhook, inFlightAttempts.countFor(webhook)) > 0) {
      const next = queue.dequeue(webhook)
      if (next === undefined) return
      startAttempt(next)
    }
  }

  function retry(id: string): void {
    concurrencyLimit.release(id)
    startAttempt(id)
    const webhook = notifications.get(id)?.webhook_id
    if (webhook !== undefined) startNext(webhook)
  }

  /** Begins the next attempt, unless something is to happen to it first. */
  function startAttempt(id: string, isManual = false): void {
    withActiveWebhook(id, (notification, webhook) => {
      const { event } = notification
      const faultHit = faults.hasActive()
        ? faults.hit({ at: 'delivery', event, webhook })
        : undefined
      if (faultHit && isDiverted(faultHit)) divert(notification, faultHit)
      else sendAttempt(notification, webhook, { id, faultHit, isManual })
    })
  }

  /** Goes on with a notification that is still there, to a webhook that still wants it. */
  function withActiveWebhook(
    id: string,
    action: (notification: Notification, webhook: RegisteredWebhook) => void,
  ): void {
    const notification = notifications.get(id)
    if (!notification) return
    const webhook = context.webhook(notification.webhook_id)
    if (webhook?.active) action(notification, webhook)
    else finishNotification(notification, 'failed')
  }

  function divert(notification: Notification, faultHit: FaultHit): void {
    const { id, webhook_id, event } = notification
    const cause = { number: notification.cause }
    recordFaultHit(cause, faultHit, { event, webhook: webhook_id, notification: id })
    const { drop, delay_ms } = faultHit.effect
    const remainingHit = withoutDiversion(faultHit)
    if (drop) {
      journal.withCause(cause, () =>
        journal.add(dropKind, {
          event,
          webhook: webhook_id,
          notification: id,
          fault: faultHit.faultIds,
          reason: 'a fault drops it',
        }),
      )
      if (notification.attempts.length > 0) finishNotification(notification, 'failed')
      else notifications.remove(id)
    } else if (delay_ms === undefined) reorderBuffer.hold(id, webhook_id, remainingHit)
    else scheduleAttempt(clock.now() + delay_ms, { id, faultHit: remainingHit, isJournaled: true })
  }

  /** Begins an attempt that nothing stands in the way of any more. */
  function startScheduledAttempt(scheduled: ScheduledAttempt): void {
    reorderBuffer.remove(scheduled.id)
    concurrencyLimit.release(scheduled.id)
    withActiveWebhook(scheduled.id, (notification, webhook) =>
      sendAttempt(notification, webhook, scheduled),
    )
  }

  function scheduleAttempt(at: number, payload: ScheduledAttempt): void {
    clock.schedule({ at, kind: 'begin', payload })
  }

  function recordFaultHit(
    cause: { number: number },
    faultHit: FaultHit,
    details: Partial<DeliveryHit>,
  ): void {
    const { faultIds: fault, effect } = faultHit
    journal.withCause(cause, () =>
      journal.add(faultKind, { fault, target: 'delivery', effect: { ...effect }, ...details }),
    )
  }

  function sendAttempt(
    notification: Notification,
    webhook: RegisteredWebhook,
    { faultHit, attemptNumber, isJournaled, isManual = false }: ScheduledAttempt,
  ): void {
    const { id, event, body } = notification
    const startedAt = clock.now()
    const number = attemptNumber ?? notification.attempts.length + 1
    const previousAttempts = notification.attempts.slice(0, number - 1)
    const { url } = webhook
    const effect = faultHit?.effect
    const signingInput = { id, atMs: startedAt, body, url, ...activeSecrets(webhook, startedAt) }
    const signed = signWithFault(context.sign, signingInput, effect)
    const headers = { 'content-type': 'application/json', ...signed.headers }
    const at = new Date(startedAt).toISOString()
    const arrivals = signed.failure ? 0 : countArrivals(effect)
    const rest = { status: null, response: '', ended: null, ...(arrivals !== 1 && { arrivals }) }
    const started = { number, at, url, headers, ...rest }
    notifications.update(id, { attempts: [...previousAttempts, started] })
    const entry = journal.withCause({ number: notification.cause }, () =>
      journal.add(attemptKind, {
        event,
        webhook: webhook.id,
        notification: id,
        attempt: number,
        ...(faultHit && { fault: faultHit.faultIds }),
        behaviours: new BehaviourLog([attemptBehaviours, signatureScheme]),
      }),
    )
    if (faultHit && !isJournaled)
      recordFaultHit(entry, faultHit, { notification: id, attempt: number })
    const end = startedAt + policy.timeoutMs
    const timeoutHandle = clock.schedule({ at: end, kind: 'give up', payload: id })
    const delivery = { url, headers, body }
    const lateDelivery = effect?.timeout === 'after' && !signed.failure ? delivery : undefined
    const attemptFacts = {
      webhook: webhook.id,
      attempt: number,
      startedAt,
      timeoutHandle,
      entry: entry.number,
    }
    const inFlight: InFlightAttempt = { ...attemptFacts, faultHit, lateDelivery, isManual }
    inFlightAttempts.add(id, inFlight)
    const response = signed.failure ?? faultResponse(effect)
    if (response && response.latencyMs < policy.timeoutMs) scheduleResponse(id, inFlight, response)
    for (let i = 0; i < arrivals; i += 1) send(id, inFlight, delivery, webhook)
  }

  function send(
    id: string,
    inFlight: InFlightAttempt,
    delivery: Delivery,
    webhook: RegisteredWebhook,
  ): void {
    const delayMs = inFlight.faultHit?.effect.latency_ms ?? 0
    const sentGeneration = generation
    // Note: the clock waits for what the answer leads to, not just for the answer.
    void context.track(() =>
      context
        .send(delivery, webhook)
        .catch((error: unknown) => toFailedResponse(error, policy.timeoutMs))
        .then((response) => {
          const latencyMs = response.latencyMs + delayMs
          if (sentGeneration === generation)
            receiveResponse(id, inFlight, { ...response, latencyMs })
        }),
    )
  }

  /** An answer came back; if it took its time, it is seen when that time is over. */
  function receiveResponse(
    id: string,
    inFlight: InFlightAttempt,
    response: DeliveryResponse,
  ): void {
    if (inFlightAttempts.get(id) !== inFlight)
      return void recordResponse(lateAnswerKind, id, inFlight, response)
    if (response.latencyMs >= policy.timeoutMs) return
    if (inFlight.startedAt + response.latencyMs > clock.now())
      return scheduleResponse(id, inFlight, response)
    completeAttempt(id, inFlight, response)
  }

  function scheduleResponse(
    id: string,
    inFlight: InFlightAttempt,
    response: DeliveryResponse,
  ): void {
    const at = inFlight.startedAt + response.latencyMs
    clock.schedule({ at, kind: 'answer', payload: { id, inFlight, response } })
  }

  function completeAttempt(
    id: string,
    inFlight: InFlightAttempt,
    response: DeliveryResponse | undefined,
  ): void {
    if (inFlightAttempts.get(id)?.timeoutHandle[1] !== inFlight.timeoutHandle[1]) return
    clock.cancel(inFlight.timeoutHandle)
    inFlightAttempts.remove(id)
    const entry = response
      ? recordResponse(answerKind, id, inFlight, response)
      : recordTimeout(id, inFlight)
    const notification = notifications.get(id)
    if (notification) recordOutcome(notification, inFlight, response, entry)
    reorderBuffer.release(inFlight.webhook, inFlight.timeoutHandle).forEach(startScheduledAttempt)
    startNext(inFlight.webhook)
  }

  /** Nobody waits any more; what was on its way all that time arrives now. */
  function timeOut(id: string): void {
    const inFlight = inFlightAttempts.get(id)
    if (!inFlight) return
    completeAttempt(id, inFlight, undefined)
    const webhook = inFlight.lateDelivery && context.webhook(inFlight.webhook)
    if (inFlight.lateDelivery && webhook) send(id, inFlight, inFlight.lateDelivery, webhook)
  }

  function recordOutcome(
    notification: Notification,
    inFlight: InFlightAttempt,
    deliveryResponse: DeliveryResponse | undefined,
    entry: OutcomeEntry,
  ): void {
    const [last] = notification.attempts.slice(-1)
    const ended = new Date(clock.now()).toISOString()
    const seconds = policy.timeoutMs / 1_000
    const response = deliveryResponse?.text ?? `no answer in ${seconds} s`
    const lateArrival = inFlight.lateDelivery && { arrivals: 1 }
    const completed = {
      ...last,
      ...lateArrival,
      status: deliveryResponse?.status ?? null,
      response,
      ended,
    }
    const attempts = [...notification.attempts.slice(0, -1), completed] as Notification['attempts']
    const next = { ...notification, attempts: attempts }
    if (isDelivered(deliveryResponse)) return finishNotification(next, 'succeeded')
    const retryDelayMs = inFlight.isManual ? undefined : policy.retryDelaysMs[inFlight.attempt - 1]
    if (retryDelayMs === undefined) {
      finishNotification(next, 'failed')
      return inFlight.isManual ? undefined : onRetriesExhausted(inFlight.webhook, entry)
    }
    concurrencyLimit.reserve(inFlight.webhook, notification.id)
    notifications.update(notification.id, { status: 'retry', attempts: attempts })
    clock.schedule({
      at: inFlight.startedAt + retryDelayMs,
      kind: 'retry',
      payload: notification.id,
    })
  }

  function onRetriesExhausted(webhook: string, entry: OutcomeEntry): void {
    entry.behaviours?.add(behaviours.staysActiveAfterFailure)
    if (context.usesAlternative(behaviours.staysActiveAfterFailure.id))
      context.deactivateWebhook(webhook)
  }

  function isDelivered(response: DeliveryResponse | undefined): boolean {
    const status = response?.status ?? null
    if (status === null) return false
    return context.usesAlternative(behaviours.successStatus.id) || (status >= 200 && status < 300)
  }

  function finishNotification(
    { id, attempts: attempts }: Notification,
    status: 'succeeded' | 'failed',
  ): void {
    notifications.update(id, { status, attempts: attempts })
  }

  function recordResponse(
    kind: typeof answerKind | typeof lateAnswerKind,
    id: string,
    inFlight: InFlightAttempt,
    { status, text }: DeliveryResponse,
  ): OutcomeEntry {
    const details = {
      ...outcomeDetails(id, inFlight),
      status,
      ...(status === null && { error: text }),
    }
    return journal.withCause({ number: inFlight.entry }, () =>
      kind === answerKind ? journal.add(answerKind, details) : journal.add(lateAnswerKind, details),
    )
  }

  function recordTimeout(id: string, inFlight: InFlightAttempt): OutcomeEntry {
    const details = { ...outcomeDetails(id, inFlight), status: null }
    return journal.withCause({ number: inFlight.entry }, () => journal.add(noAnswerKind, details))
  }

  const outcomeDetails = (id: string, { webhook, attempt }: InFlightAttempt) => ({
    notification: id,
    webhook,
    attempt,
    behaviours: new BehaviourLog([behaviours.successStatus, behaviours.retryInterval]),
  })

  function enqueue(notification: Notification): DroppedNotification | undefined {
    const { webhook_id, id } = notification
    const dropsOldest = context.usesAlternative(behaviours.dropsNewest.id)
    // Note: what finds a place in flight waits only until this moment's work is done.
    const maxWaiting =
      policy.maxQueued +
      concurrencyLimit.countFree(webhook_id, inFlightAttempts.countFor(webhook_id))
    const dropped = queue.enqueue(notification, maxWaiting, dropsOldest)
    if (dropped !== id) clock.schedule({ at: clock.now(), kind: 'deliver', payload: webhook_id })
    if (dropped === undefined) return undefined
    const { event } = notifications.get(dropped) ?? notification
    return { id: dropped, event, behaviour: behaviours.dropsNewest }
  }

  function resume(): void {
    generation += 1
    for (const [id, inFlight] of inFlightAttempts.clear()) {
      const { timeoutHandle, startedAt, faultHit, attempt: attemptNumber, isManual } = inFlight
      clock.cancel(timeoutHandle)
      concurrencyLimit.reserve(inFlight.webhook, id)
      scheduleAttempt(startedAt, { id, faultHit, attemptNumber, isJournaled: true, isManual })
    }
  }

  function redeliver(id: string): void {
    const { webhook_id, event } = notifications.get(id) as Notification
    const details = {
      event,
      webhook: webhook_id,
      notification: id,
      behaviours: new BehaviourLog([behaviours.manualRedelivery]),
    }
    const { number } = journal.add(redeliverKind, details)
    notifications.update(id, { cause: number })
    clock.schedule({ at: clock.now(), kind: 'redeliver', payload: id })
  }

  clock.registerHandler('deliver', (webhook: string) => startNext(webhook))
  clock.registerHandler('retry', retry)
  clock.registerHandler('redeliver', (id: string) => startAttempt(id, true))
  clock.registerHandler('begin', startScheduledAttempt)
  clock.registerHandler('give up', timeOut)
  clock.autoAdvanceWhile(() => inFlightAttempts.size() > 0)
  clock.registerHandler('answer', ({ id, inFlight, response: answer }: DelayedResponse) =>
    completeAttempt(id, inFlight, answer),
  )

  return { enqueue, redeliver, resume, countOpen: () => queue.size() + inFlightAttempts.size() }
}
