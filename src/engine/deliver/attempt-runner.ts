/** Runs attempts: sends the deliveries, receives the responses and ends the attempts. */
import { monotonicNowMs } from '../clock/real-time-wakeup.ts'
import { isText } from '../errors/json-checks.ts'
import type { Notification, RegisteredWebhook } from '../model/notification.ts'
import { isDelayedResponse } from './attempt-checks.ts'
import { staysActiveAfterFailure, successStatus } from './behaviours.ts'
import type { OutcomeEntry } from './delivery-journal.ts'
import type { DeliveryContext } from './delivery-context.ts'
import {
  type Delivery,
  type DeliveryResponse,
  storedResponse,
  toFailedResponse,
} from './delivery-response.ts'
import { attemptResponseTask, attemptTimeoutTask, type DelayedResponse } from './due-tasks.ts'
import { lostResponse } from './attempt-faults.ts'
import type { InFlightAttempt } from './in-flight.ts'
import {
  isSentLate,
  recordDelivered,
  recordFailed,
  scheduleRetry,
  startAttempt,
  type StartingAttempt,
  withEndedAttempt,
} from './transitions.ts'

export function createAttemptRunner(
  machine: DeliveryContext,
  onEnd: (attempt: InFlightAttempt) => void,
) {
  const { clock, policy, notifications, inFlight, deliveryJournal } = machine
  /** How many times the state was replaced. A response from an earlier generation is ignored. */
  let generation = 0

  function run(
    notification: Notification,
    webhook: RegisteredWebhook,
    starting: StartingAttempt,
  ): void {
    const { id } = notification
    const started = startAttempt(machine, notification, webhook, starting)
    const { attempt, delivery, arrivals, response } = started
    if (response && response.latencyMs < policy.timeoutMs) scheduleResponse(id, attempt, response)
    for (let i = 0; i < arrivals; i += 1) send(id, attempt, delivery)
  }

  function send(id: string, attempt: InFlightAttempt, delivery: Delivery): void {
    const delayMs = attempt.faultHit?.effect.latency_ms ?? 0
    const sentGeneration = generation
    const startedRealMs = monotonicNowMs()
    // Note: the clock also waits for the work that the response starts.
    void machine.track(() =>
      machine
        .send(delivery, attempt.entry)
        .catch((error: unknown) => toFailedResponse(error, policy.timeoutMs))
        .then((response) => {
          deliveryJournal.recordRealTime(attempt, monotonicNowMs() - startedRealMs)
          const latencyMs = response.latencyMs + delayMs
          const change = { latencyMs, ...lostResponse(attempt.faultHit?.effect) }
          const received = storedResponse(response, change)
          if (sentGeneration === generation) receive(id, attempt, received)
        }),
    )
  }

  /** Ends the attempt now, or when the latency of the response is over. */
  function receive(id: string, attempt: InFlightAttempt, response: DeliveryResponse): void {
    if (inFlight.get(id) !== attempt) {
      const durationMs = Math.max(clock.now() - attempt.startedAt, response.latencyMs)
      const isLate = durationMs >= policy.timeoutMs
      deliveryJournal.recordFurtherResponse(id, attempt, response, isLate)
    } else if (response.latencyMs >= policy.timeoutMs) return
    else if (attempt.startedAt + response.latencyMs > clock.now()) {
      scheduleResponse(id, attempt, response)
    } else completeAttempt(id, attempt, response)
  }

  function scheduleResponse(
    id: string,
    attempt: InFlightAttempt,
    response: DeliveryResponse,
  ): void {
    const at = attempt.startedAt + response.latencyMs
    const payload: DelayedResponse = { id, inFlight: attempt, response }
    clock.schedule({ at, kind: attemptResponseTask, payload })
  }

  /** Ends an attempt with its response, or without one after the timeout. */
  function completeAttempt(
    id: string,
    attempt: InFlightAttempt,
    response: DeliveryResponse | undefined,
  ): void {
    if (inFlight.get(id)?.timeoutHandle[1] !== attempt.timeoutHandle[1]) return
    clock.cancel(attempt.timeoutHandle)
    inFlight.remove(id)
    const entry = response
      ? deliveryJournal.recordResponse(id, attempt, response)
      : deliveryJournal.recordTimeout(id, attempt)
    const notification = notifications.get(id)
    if (notification) recordOutcome(machine, notification, attempt, response, entry)
    onEnd(attempt)
  }

  /** Ends the attempt. A delivery that a fault delays beyond the timeout arrives now. */
  function timeOut(id: string): void {
    const attempt = inFlight.get(id)
    if (!attempt) return
    completeAttempt(id, attempt, undefined)
    const { lateDelivery } = attempt
    if (lateDelivery && isSentLate(machine, attempt, undefined)) send(id, attempt, lateDelivery)
  }

  clock.registerHandler(attemptTimeoutTask, timeOut, isText)
  const receiveDelayed = ({ id, inFlight: attempt, response }: DelayedResponse): void =>
    completeAttempt(id, attempt, response)
  clock.registerHandler(attemptResponseTask, receiveDelayed, isDelayedResponse)
  return {
    run,
    /** Ignores the responses to all deliveries that were sent so far: the state was replaced. */
    ignoreEarlierResponses: () => void (generation += 1),
  }
}

/** Chooses the transition that follows an attempt: delivered, waiting for retry, or failed. */
function recordOutcome(
  machine: DeliveryContext,
  notification: Notification,
  attempt: InFlightAttempt,
  response: DeliveryResponse | undefined,
  entry: OutcomeEntry,
): void {
  const { policy, webhooks, deliveryJournal } = machine
  const ended = withEndedAttempt(machine, notification, attempt, response)
  if (isDelivered(machine, response)) return recordDelivered(machine, ended)
  if (attempt.isManual) {
    entry.next = { reason: 'a redelivery is not retried' }
    return recordFailed(machine, ended)
  }
  const retryDelayMs = policy.retryDelaysMs[attempt.attempt - 1]
  if (retryDelayMs !== undefined) {
    entry.next = { at: scheduleRetry(machine, ended, attempt, retryDelayMs) }
    return
  }
  recordFailed(machine, ended)
  deliveryJournal.recordRetriesExhausted(entry)
  entry.next = { reason: `attempt ${attempt.attempt} is the last one` }
  if (machine.usesAlternative(staysActiveAfterFailure.id)) webhooks.deactivate(attempt.webhook)
}

function isDelivered(machine: DeliveryContext, response: DeliveryResponse | undefined): boolean {
  const status = response?.status ?? null
  if (status === null) return false
  return machine.usesAlternative(successStatus.id) || (status >= 200 && status < 300)
}
