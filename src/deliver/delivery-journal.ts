/** Writes the journal entries of deliveries. */
import type { Behaviour } from '../define/behaviours.ts'
import type { FaultHit } from '../faults/fault-rule.ts'
import type { Entry, Journal } from '../machine/journal.ts'
import type { Notification } from '../model/notification.ts'
import * as behaviours from './delivery-behaviours.ts'
import type { DeliveryResponse } from './delivery-response.ts'
import type { InFlightAttempt } from './in-flight.ts'
import { signatureScheme } from './signatures.ts'

const numbersOf = (...all: Behaviour[]): number[] => all.map(({ number }) => number)

const attemptBehaviours = numbersOf(
  behaviours.payload,
  behaviours.alwaysSigned,
  behaviours.timeout,
  behaviours.maxAttempts,
  behaviours.retryDoesNotBlock,
  signatureScheme,
)
const responseBehaviours = numbersOf(behaviours.successStatus, behaviours.retryInterval)
const dropBehaviours = numbersOf(behaviours.dropsWhenFull, behaviours.dropsNewest)
const redeliverBehaviours = numbersOf(behaviours.manualRedelivery)

/** The kind of the entry that a response writes. */
export type ResponseKind = 'answer' | 'no answer' | 'late answer'

export type DeliveryJournal = ReturnType<typeof createDeliveryJournal>

export function createDeliveryJournal(journal: Journal) {
  /** Writes an entry with the event of the notification as its cause. */
  const addForEvent = (
    { cause }: Notification,
    kind: string,
    details: Record<string, unknown>,
  ): Entry => journal.withCause({ number: cause }, () => journal.add(kind, details))

  const addFault = ({ faultIds, effect }: FaultHit, details: object): Entry =>
    journal.add('fault', { fault: faultIds, struck: 'delivery', with: effect, ...details })

  return {
    recordAttempt(notification: Notification, attempt: number, faultHit?: FaultHit): Entry {
      const { id, event, webhook_id } = notification
      return addForEvent(notification, 'attempt', {
        event,
        webhook: webhook_id,
        notification: id,
        attempt,
        ...(faultHit && { fault: faultHit.faultIds }),
        used: [...attemptBehaviours],
      })
    },
    /** Writes the faults that apply to an attempt. */
    recordAttemptFault(entry: Entry, notification: string, attempt: number, hit: FaultHit): void {
      journal.withCause(entry, () => addFault(hit, { notification, attempt }))
    },
    /** Writes the faults that divert a notification before its attempt starts. */
    recordDiversion({ id, event, webhook_id, cause }: Notification, hit: FaultHit): void {
      journal.withCause({ number: cause }, () =>
        addFault(hit, { event, webhook: webhook_id, notification: id }),
      )
    },
    recordResponse(
      kind: ResponseKind,
      notification: string,
      { webhook, attempt, entry }: InFlightAttempt,
      response: DeliveryResponse | undefined,
    ): Entry {
      return journal.withCause({ number: entry }, () =>
        journal.add(kind, {
          notification,
          webhook,
          attempt,
          status: response?.status ?? null,
          ...(response?.status === null && { error: response.text }),
          used: [...responseBehaviours],
        }),
      )
    },
    /** Adds the behaviour that decides what happens to a webhook after its last attempt. */
    recordRetriesExhausted({ used }: Entry): void {
      ;(used as number[]).push(behaviours.staysActiveAfterFailure.number)
    },
    recordFaultDrop(notification: Notification, { faultIds }: FaultHit): void {
      const { id, event, webhook_id } = notification
      addForEvent(notification, 'drop', {
        event,
        webhook: webhook_id,
        notification: id,
        fault: faultIds,
        because: 'a fault drops it',
      })
    },
    /** Writes that the queue was full when a further notification arrived. */
    recordQueueDrop(dropped: Notification, arriving: Notification): void {
      addForEvent(arriving, 'drop', {
        event: dropped.event,
        webhook: arriving.webhook_id,
        because: 'the queue is full',
        used: [...dropBehaviours],
      })
    },
    recordRedelivery({ id, event, webhook_id }: Notification): Entry {
      return journal.add('redeliver', {
        event,
        webhook: webhook_id,
        notification: id,
        used: [...redeliverBehaviours],
      })
    },
  }
}
