/**
 * Carries events to webhooks: signed, within 10 s, three times at the most, five minutes apart.
 *
 * It never waits. An attempt is started and forgotten; its answer, the end of its 10 s and its retry
 * are due tasks. So a receiver that waits on the emulator's clock cannot stop it.
 */
import type { Strike } from '../faults/fault-rule.ts'
import type { Entry } from '../machine/journal.ts'
import { createBacklog } from './delivery-queue.ts'
import * as says from './delivery-behaviours.ts'
import type { Arrived, Begin, Courier, CourierParts, Dropped } from './dispatcher-types.ts'
import { createFlights, type Flight } from './in-flight.ts'
import { createHolding } from './reorder-buffer.ts'
import type { Notification, Webhook } from './notification.ts'
import { secretsAt, signature } from './signatures.ts'
import { afterDiversion, answerUnder, arrivalsUnder, isDiverted, signedUnder } from './fault-injection.ts'
import { type Answer, type Delivery, failureOf } from './transport.ts'
import { createTurns } from './concurrency-limit.ts'

/** What every attempt relies on, but for its signature. */
const onEveryAttempt = [
  says.payload,
  says.signed,
  says.timeout,
  says.attempts,
  says.holdsNobodyUp,
].map((each) => each.number)

export function createCourier(parts: CourierParts): Courier {
  const { cells, clock, journal, notifications, patience, faults } = parts
  const flights = createFlights(cells)
  const backlog = createBacklog(cells)
  const holding = createHolding(cells, clock)
  const isStrict = (): boolean => parts.isInstead(says.holdsNobodyUp.id)
  const turns = createTurns(cells, patience.inFlightMax, isStrict)
  /** How often the state was replaced: an answer that comes from before then is nobody's any more. */
  let era = 0

  /** Starts what waits for a webhook, as far as its places in flight allow. */
  function pump(webhook: string): void {
    while (turns.free(webhook, flights.count(webhook)) > 0) {
      const next = backlog.take(webhook)
      if (next === undefined) return
      begin(next)
    }
  }

  function retry(id: string): void {
    turns.over(id)
    begin(id)
    const webhook = notifications.get(id)?.webhook_id
    if (webhook !== undefined) pump(webhook)
  }

  /** Begins the next attempt, unless something is to happen to it first. */
  function begin(id: string, byHand = false): void {
    toWhom(id, (notification, webhook) => {
      const { event } = notification
      const strike = faults.any() ? faults.strike({ at: 'delivery', event, webhook }) : undefined
      if (strike && isDiverted(strike)) divert(notification, strike)
      else attempt(notification, webhook, { id, strike, byHand })
    })
  }

  /** Goes on with a notification that is still there, to a webhook that still wants it. */
  function toWhom(id: string, go: (notification: Notification, webhook: Webhook) => void): void {
    const notification = notifications.get(id)
    if (!notification) return
    const webhook = parts.webhook(notification.webhook_id)
    if (webhook?.active) go(notification, webhook)
    else finish(notification, 'failed')
  }

  function divert(notification: Notification, strike: Strike): void {
    const { id, webhook_id, event } = notification
    const cause = { number: notification.cause }
    mark(cause, strike, { event, webhook: webhook_id, notification: id })
    const { drop, delay_ms } = strike.effect
    const rest = afterDiversion(strike)
    if (drop) {
      journal.within(cause, () =>
        journal.add('drop', {
          event,
          webhook: webhook_id,
          notification: id,
          fault: strike.faults,
          because: 'a fault drops it',
        }),
      )
      if (notification.attempts.length > 0) finish(notification, 'failed')
      else notifications.forget(id)
    } else if (delay_ms === undefined) holding.hold(id, webhook_id, rest)
    else schedule(clock.now() + delay_ms, { id, strike: rest, told: true })
  }

  /** Begins an attempt that nothing stands in the way of any more. */
  function proceed(start: Begin): void {
    holding.forget(start.id)
    turns.over(start.id)
    toWhom(start.id, (notification, webhook) => attempt(notification, webhook, start))
  }

  function schedule(at: number, payload: Begin): void {
    clock.schedule({ at, kind: 'begin', payload })
  }

  function mark(cause: { number: number }, strike: Strike, details: object): void {
    const { faults: fault, effect } = strike
    journal.within(cause, () =>
      journal.add('fault', { fault, struck: 'delivery', with: effect, ...details }),
    )
  }

  function attempt(
    notification: Notification,
    webhook: Webhook,
    { strike, again, told, byHand = false }: Begin,
  ): void {
    const { id, event, body } = notification
    const startedAt = clock.now()
    const number = again ?? notification.attempts.length + 1
    const tried = notification.attempts.slice(0, number - 1)
    const { url } = webhook
    const effect = strike?.effect
    const facts = { id, atMs: startedAt, body, url, ...secretsAt(webhook, startedAt) }
    const signed = signedUnder(parts.sign, facts, effect)
    const headers = { 'content-type': 'application/json', ...signed.headers }
    const at = new Date(startedAt).toISOString()
    const arrivals = signed.failure ? 0 : arrivalsUnder(effect)
    const rest = { status: null, response: '', ended: null, ...(arrivals !== 1 && { arrivals }) }
    const started = { number, at, url, headers, ...rest }
    notifications.update(id, { attempts: [...tried, started] })
    const entry = journal.within({ number: notification.cause }, () =>
      journal.add('attempt', {
        event,
        webhook: webhook.id,
        notification: id,
        attempt: number,
        ...(strike && { fault: strike.faults }),
        used: [...onEveryAttempt, signature.number],
      }),
    )
    if (strike && !told) mark(entry, strike, { notification: id, attempt: number })
    const end = startedAt + patience.timeoutMs
    const giveUp = clock.schedule({ at: end, kind: 'give up', payload: id })
    const delivery = { url, headers, body }
    const late = effect?.timeout === 'after' && !signed.failure ? delivery : undefined
    const under = { webhook: webhook.id, attempt: number, startedAt, giveUp, entry: entry.number }
    const flight: Flight = { ...under, strike, late, byHand }
    flights.begin(id, flight)
    const answer = signed.failure ?? answerUnder(effect)
    if (answer && answer.latencyMs < patience.timeoutMs) answerLater(id, flight, answer)
    for (let i = 0; i < arrivals; i += 1) send(id, flight, delivery, webhook)
  }

  function send(id: string, flight: Flight, delivery: Delivery, webhook: Webhook): void {
    const delayMs = flight.strike?.effect.latency_ms ?? 0
    const sentIn = era
    // Note: the clock waits for what the answer leads to, not just for the answer.
    void parts.track(() =>
      parts
        .send(delivery, webhook)
        .catch((error: unknown) => failureOf(error, patience.timeoutMs))
        .then((answer) => {
          const latencyMs = answer.latencyMs + delayMs
          if (sentIn === era) arrive(id, flight, { ...answer, latencyMs })
        }),
    )
  }

  /** An answer came back; if it took its time, it is seen when that time is over. */
  function arrive(id: string, flight: Flight, answer: Answer): void {
    if (flights.of(id) !== flight) return void note('late answer', id, flight, answer)
    if (answer.latencyMs >= patience.timeoutMs) return
    if (flight.startedAt + answer.latencyMs > clock.now()) return answerLater(id, flight, answer)
    conclude(id, flight, answer)
  }

  function answerLater(id: string, flight: Flight, answer: Answer): void {
    const at = flight.startedAt + answer.latencyMs
    clock.schedule({ at, kind: 'answer', payload: { id, flight, answer } })
  }

  function conclude(id: string, flight: Flight, answer: Answer | undefined): void {
    if (flights.of(id)?.giveUp[1] !== flight.giveUp[1]) return
    clock.cancel(flight.giveUp)
    flights.end(id)
    const entry = note(answer ? 'answer' : 'no answer', id, flight, answer)
    const notification = notifications.get(id)
    if (notification) settle(notification, flight, answer, entry)
    holding.release(flight.webhook, flight.giveUp).forEach(proceed)
    pump(flight.webhook)
  }

  /** Nobody waits any more; what was on its way all that time arrives now. */
  function abandon(id: string): void {
    const flight = flights.of(id)
    if (!flight) return
    conclude(id, flight, undefined)
    const webhook = flight.late && parts.webhook(flight.webhook)
    if (flight.late && webhook) send(id, flight, flight.late, webhook)
  }

  function settle(
    notification: Notification,
    flight: Flight,
    answer: Answer | undefined,
    entry: Entry,
  ): void {
    const [last] = notification.attempts.slice(-1)
    const ended = new Date(clock.now()).toISOString()
    const seconds = patience.timeoutMs / 1_000
    const response = answer?.text ?? `no answer in ${seconds} s`
    const came = flight.late && { arrivals: 1 }
    const attempted = { ...last, ...came, status: answer?.status ?? null, response, ended }
    const tried = [...notification.attempts.slice(0, -1), attempted] as Notification['attempts']
    const next = { ...notification, attempts: tried }
    if (isDelivered(answer)) return finish(next, 'succeeded')
    const waitMs = flight.byHand ? undefined : patience.waitsMs[flight.attempt - 1]
    if (waitMs === undefined) {
      finish(next, 'failed')
      return flight.byHand ? undefined : giveUpOn(flight.webhook, entry)
    }
    turns.keep(flight.webhook, notification.id)
    notifications.update(notification.id, { status: 'retry', attempts: tried })
    clock.schedule({ at: flight.startedAt + waitMs, kind: 'retry', payload: notification.id })
  }

  function giveUpOn(webhook: string, { used }: Entry): void {
    ;(used as number[]).push(says.staysActive.number)
    if (parts.isInstead(says.staysActive.id)) parts.deactivate(webhook)
  }

  function isDelivered(answer: Answer | undefined): boolean {
    const status = answer?.status ?? null
    if (status === null) return false
    return parts.isInstead(says.delivered.id) || (status >= 200 && status < 300)
  }

  function finish({ id, attempts: tried }: Notification, status: 'succeeded' | 'failed'): void {
    notifications.update(id, { status, attempts: tried })
  }

  function note(kind: string, id: string, flight: Flight, answer: Answer | undefined): Entry {
    return journal.within({ number: flight.entry }, () =>
      journal.add(kind, {
        notification: id,
        webhook: flight.webhook,
        attempt: flight.attempt,
        status: answer?.status ?? null,
        ...(answer?.status === null && { error: answer.text }),
        used: [says.delivered.number, says.retryFrom.number],
      }),
    )
  }

  function accept(notification: Notification): Dropped | undefined {
    const { webhook_id, id } = notification
    const dropsOldest = parts.isInstead(says.dropsNewest.id)
    // Note: what finds a place in flight waits only until this moment's work is done.
    const room = patience.backlogMax + turns.free(webhook_id, flights.count(webhook_id))
    const dropped = backlog.accept(notification, room, dropsOldest)
    if (dropped !== id) clock.schedule({ at: clock.now(), kind: 'deliver', payload: webhook_id })
    if (dropped === undefined) return undefined
    const { event } = notifications.get(dropped) ?? notification
    return { id: dropped, event, because: says.dropsNewest }
  }

  function resume(): void {
    era += 1
    for (const [id, flight] of flights.clear()) {
      const { giveUp, startedAt, strike, attempt: again, byHand } = flight
      clock.cancel(giveUp)
      turns.keep(flight.webhook, id)
      schedule(startedAt, { id, strike, again, told: true, byHand })
    }
  }

  function redeliver(id: string): void {
    const { webhook_id, event } = notifications.get(id) as Notification
    const details = { event, webhook: webhook_id, notification: id, used: [says.byHand.number] }
    const { number } = journal.add('redeliver', details)
    notifications.update(id, { cause: number })
    clock.schedule({ at: clock.now(), kind: 'redeliver', payload: id })
  }

  clock.kind('deliver', (webhook: string) => pump(webhook))
  clock.kind('retry', retry)
  clock.kind('redeliver', (id: string) => begin(id, true))
  clock.kind('begin', proceed)
  clock.kind('give up', abandon)
  clock.awaited(() => flights.size() > 0)
  clock.kind('answer', ({ id, flight, answer }: Arrived) => conclude(id, flight, answer))

  return { accept, redeliver, resume, open: () => backlog.size() + flights.size() }
}
