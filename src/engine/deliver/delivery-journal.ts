/** Writes the journal entries of deliveries. */
import { BehaviourLog } from '../define/behaviour-log.ts'
import type { StoredEntry } from '../journal/entry-kind.ts'
import { answerKind, type AnswerEntry } from '../journal/kinds/answer.ts'
import type { HiddenAnswerDetails } from '../journal/answer-details.ts'
import {
  attemptKind,
  type AttemptEntry,
  type HiddenAttemptDetails,
} from '../journal/kinds/attempt.ts'
import { dropKind } from '../journal/kinds/drop.ts'
import { faultKind, type FaultEntry } from '../journal/kinds/fault.ts'
import { lateAnswerKind } from '../journal/kinds/late-answer.ts'
import { noAnswerKind, type NoAnswerEntry } from '../journal/kinds/no-answer.ts'
import { redeliverKind } from '../journal/kinds/redeliver.ts'
import { secondAnswerKind } from '../journal/kinds/second-answer.ts'
import type { FaultHit } from '../faults/fault-rule.ts'
import type { EntryHeader, Journal } from '../journal/journal.ts'
import type { Notification } from '../model/notification.ts'
import * as behaviours from './behaviours.ts'
import { type Delivery, type DeliveryResponse, headersOf } from './delivery-response.ts'
import { failureReason } from './failure-reason.ts'
import type { InFlightAttempt } from './in-flight.ts'
import { signatureScheme } from './behaviours.ts'
import { decidingFault } from './attempt-faults.ts'
import { defined } from '../errors/defined.ts'

// Note: a nested log is shared by all entries, so that an attempt copies no list.
const attemptBehaviours = new BehaviourLog([
  behaviours.payload,
  behaviours.envelopeForm,
  behaviours.alwaysSigned,
  behaviours.timeout,
  behaviours.maxAttempts,
  behaviours.retryDoesNotBlock,
  signatureScheme,
])

/** The delivery that a fault hits. */
type DeliveryFacts = Pick<FaultEntry, 'event' | 'webhook' | 'notification' | 'attempt'>

/** What the entries of a notification have in common. */
const factsOf = ({ id, event, webhook_id }: Notification) => ({
  event,
  webhook: webhook_id,
  notification: id,
})

/** The entry with the outcome of an attempt. */
export type OutcomeEntry = Pick<StoredEntry<AnswerEntry | NoAnswerEntry>, 'behaviours'> &
  Pick<HiddenAnswerDetails, 'next'>

const outcomeDetails = (
  notification: string,
  { webhook, attempt, faultHit }: InFlightAttempt,
  isAnswered: boolean,
) => ({
  notification,
  webhook,
  attempt,
  ...defined({ decidedBy: faultHit && decidingFault(faultHit, isAnswered) }),
  behaviours: new BehaviourLog([behaviours.successStatus, behaviours.retryInterval]),
})

export type DeliveryJournal = ReturnType<typeof createDeliveryJournal>

export function createDeliveryJournal(journal: Journal) {
  /** Runs `write` with the event of the notification as the cause of its entries. */
  const causedByEvent = <T>({ cause }: Notification, write: () => T): T =>
    journal.withCause({ number: cause }, write)

  const addFault = ({ faultIds, effect }: FaultHit, details: DeliveryFacts): EntryHeader =>
    journal.add(faultKind, {
      fault: faultIds,
      target: 'delivery',
      effect: { ...effect },
      ...details,
    })

  const responseDetails = (
    notification: string,
    inFlight: InFlightAttempt,
    { status, text }: DeliveryResponse,
  ) => ({
    ...outcomeDetails(notification, inFlight, true),
    status,
    ...(status === null && { error: text }),
    ...defined({ reason: failureReason({ status, text }) }),
  })

  function withResponse<E extends EntryHeader & HiddenAnswerDetails>(
    entry: E,
    response: DeliveryResponse,
  ): E {
    const { text } = response
    const message = { headers: headersOf(response), text }
    entry.response = journal.record(entry, message, text.length)
    return entry
  }

  return {
    recordAttempt(
      notification: Notification,
      attempt: number,
      { url, headers, body }: Delivery,
      faultHit?: FaultHit,
    ): StoredEntry<AttemptEntry> {
      return causedByEvent(notification, () => {
        const entry = journal.add(attemptKind, {
          ...factsOf(notification),
          attempt,
          ...defined({ fault: faultHit?.faultIds }),
          behaviours: new BehaviourLog([attemptBehaviours]),
        })
        // Note: the headers are about as long as the rest of an entry.
        entry.request = journal.record(entry, { url, headers, text: body }, body.length)
        return entry
      })
    },
    /** Keeps the real time until the response of an attempt. */
    recordRealTime({ entry: number }: InFlightAttempt, realMs: number): void {
      const entry = journal.find(number)
      if (entry) Object.assign(entry, { realMs } satisfies HiddenAttemptDetails)
    },
    /** Writes the faults that apply to an attempt. */
    recordAttemptFault(
      entry: EntryHeader,
      notification: string,
      attempt: number,
      hit: FaultHit,
    ): void {
      journal.withCause(entry, () => addFault(hit, { notification, attempt }))
    },
    /** Writes the faults that divert a notification before its attempt starts. */
    recordDiversion(notification: Notification, hit: FaultHit): void {
      causedByEvent(notification, () => addFault(hit, factsOf(notification)))
    },
    /** Writes the response to an attempt in time. */
    recordResponse(
      notification: string,
      inFlight: InFlightAttempt,
      response: DeliveryResponse,
    ): OutcomeEntry {
      return journal.withCause({ number: inFlight.entry }, () =>
        withResponse(
          journal.add(answerKind, responseDetails(notification, inFlight, response)),
          response,
        ),
      )
    },
    /** Writes the response to an attempt that has ended: after its timeout, or with its first response. */
    recordFurtherResponse(
      notification: string,
      inFlight: InFlightAttempt,
      response: DeliveryResponse,
      isLate: boolean,
    ): void {
      const details = responseDetails(notification, inFlight, response)
      journal.withCause({ number: inFlight.entry }, () =>
        withResponse(
          isLate ? journal.add(lateAnswerKind, details) : journal.add(secondAnswerKind, details),
          response,
        ),
      )
    },
    recordTimeout(notification: string, inFlight: InFlightAttempt): OutcomeEntry {
      return journal.withCause({ number: inFlight.entry }, () =>
        journal.add(noAnswerKind, {
          ...outcomeDetails(notification, inFlight, false),
          status: null,
        }),
      )
    },
    /** Adds the behaviour that decides what happens to a webhook after its last attempt. */
    recordRetriesExhausted(entry: OutcomeEntry): void {
      entry.behaviours?.add(behaviours.staysActiveAfterFailure)
    },
    recordFaultDrop(notification: Notification, { faultIds }: FaultHit): void {
      causedByEvent(notification, () =>
        journal.add(dropKind, {
          ...factsOf(notification),
          fault: faultIds,
          reason: 'a fault drops it',
        }),
      )
    },
    /** Writes that the queue was full when a further notification arrived. */
    recordQueueDrop(dropped: Notification, arriving: Notification): void {
      causedByEvent(arriving, () =>
        journal.add(dropKind, {
          ...factsOf(dropped),
          reason: 'the queue is full',
          behaviours: new BehaviourLog([behaviours.dropsWhenFull, behaviours.dropsNewest]),
        }),
      )
    },
    /** Writes that a notification is not sent, because its webhook is inactive or deleted. */
    recordCancellation(notification: Notification, reason: string): void {
      causedByEvent(notification, () => journal.add(dropKind, { ...factsOf(notification), reason }))
    },
    recordRedelivery(notification: Notification): EntryHeader {
      return journal.add(redeliverKind, {
        ...factsOf(notification),
        behaviours: new BehaviourLog([behaviours.manualRedelivery]),
      })
    },
  }
}
