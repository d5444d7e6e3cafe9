/**
 * Carries events to webhooks: signed, within 10 s, three times at the most, five minutes apart.
 *
 * It never waits. An attempt is started and forgotten; its answer, the end of its 10 s and its retry
 * are due tasks. So a receiver that waits on the emulator's clock cannot stop it.
 */
import { assumed, behaviour } from '../define/behaviours.ts'
import type { Cells } from '../machine/cells.ts'
import type { Clock, Ticket } from '../machine/clock.ts'
import type { Journal } from '../machine/journal.ts'
import { treeForm } from '../machine/forms.ts'
import { compareKeys, type Key } from '../machine/keys.ts'
import { changed, emptyTree, type Tree } from '../machine/tree.ts'
import type { Notification, Notifications, Patience, Webhook } from './notification.ts'
import { type Sign, signature } from './signing.ts'
import { type Answer, type Delivery, failureOf } from './transport.ts'

const timeout = behaviour('webhook.timeout', 'a receiver has 10 seconds to answer')
const attempts = behaviour('webhook.attempts', 'a notification is sent up to three times')
const delivered = assumed('webhook.delivered', 'any 2xx within 10 s counts as delivered', {
  because: 'the document speaks of a response in time; an error page is no receipt',
  instead: 'any answer within 10 s counts as delivered',
})
const retryFrom = assumed(
  'webhook.retry',
  'the next attempt begins 5 minutes after the previous one began',
  { because: 'the document says "5 minutes later", not later than what' },
)

/** An attempt on its way. */
interface Flight {
  readonly webhook: string
  readonly attempt: number
  readonly startedAt: number
  readonly giveUp: Ticket
  /** The number of the attempt's journal entry. */
  readonly entry: number
}

const waitingForm = treeForm<Key, string>(compareKeys)

export interface CourierParts {
  readonly cells: Cells
  readonly clock: Clock
  readonly journal: Journal
  readonly notifications: Notifications
  readonly patience: Patience
  sign: Sign
  webhook(id: string): Webhook | undefined
  send(delivery: Delivery, webhook: Webhook): Promise<Answer>
  /** Counts work under way, so that the clock waits for it. */
  track<T>(start: () => Promise<T>): Promise<T>
  /** Whether a reading other than the default is in force. */
  isInstead(behaviour: string): boolean
}

export interface Courier {
  /** Takes a notification on; false when the webhook's backlog is full and it was dropped. */
  accept(notification: Notification): boolean
  /** Takes up what was under way when the state was saved. */
  resume(): void
  /** How many notifications wait or are under way. */
  open(): number
}

export function createCourier(parts: CourierParts): Courier {
  const { cells, clock, journal, notifications, patience } = parts
  const flights = cells.cell<Readonly<Record<string, Flight>>>('courier.flights', {})
  const waiting = cells.cell<Tree<Key, string>>(
    'courier.waiting',
    emptyTree(compareKeys),
    waitingForm,
  )
  const queued = cells.cell<Readonly<Record<string, number>>>('courier.queued', {})

  const inFlight = (webhook: string): number =>
    Object.values(flights.value).filter((flight) => flight.webhook === webhook).length

  function enqueue({ id, webhook_id, number }: Notification): void {
    waiting.value = changed(waiting.value, (tree) => tree.set([webhook_id, number], id))
    queued.value = { ...queued.value, [webhook_id]: (queued.value[webhook_id] ?? 0) + 1 }
  }

  function dequeue(webhook: string): string | undefined {
    const pair = waiting.value.getPairOrNextHigher([webhook])
    if (!pair || pair[0][0] !== webhook) return undefined
    waiting.value = changed(waiting.value, (tree) => tree.delete(pair[0]))
    queued.value = { ...queued.value, [webhook]: (queued.value[webhook] ?? 1) - 1 }
    return pair[1]
  }

  /** Starts what waits for a webhook, as far as its places in flight allow. */
  function pump(webhook: string): void {
    while (inFlight(webhook) < patience.inFlightMax) {
      const next = dequeue(webhook)
      if (next === undefined) return
      begin(next)
    }
  }

  function begin(id: string): void {
    const notification = notifications.get(id)
    const webhook = notification && parts.webhook(notification.webhook_id)
    if (!notification) return
    if (!webhook?.active) return finish(notification, 'failed')
    const startedAt = clock.now()
    const attempt = notification.attempts.length + 1
    const { url, secret } = webhook
    const body = notification.body
    const headers = {
      'content-type': 'application/json',
      ...parts.sign({ id, atMs: startedAt, body, secret }),
    }
    const at = new Date(startedAt).toISOString()
    const started = { number: attempt, at, url, headers, status: null, response: '', ended: null }
    notifications.update(id, { attempts: [...notification.attempts, started] })
    const entry = journal.within({ number: notification.cause }, () =>
      journal.add('attempt', {
        event: notification.event,
        webhook: webhook.id,
        notification: id,
        attempt,
        used: [signature.number, timeout.number, attempts.number],
      }),
    )
    const giveUp = clock.schedule({
      at: startedAt + patience.timeoutMs,
      kind: 'give up',
      payload: id,
    })
    const flight = { webhook: webhook.id, attempt, startedAt, giveUp, entry: entry.number }
    flights.value = { ...flights.value, [id]: flight }
    // Note: the clock waits for what the answer leads to, not just for the answer.
    void parts.track(() =>
      parts
        .send({ url, headers, body }, webhook)
        .catch((error: unknown) => failureOf(error, patience.timeoutMs))
        .then((answer) => arrive(id, flight, answer)),
    )
  }

  /** An answer came back; if it took its time, it is seen when that time is over. */
  function arrive(id: string, flight: Flight, answer: Answer): void {
    if (flights.value[id] !== flight) return note('late answer', id, flight, answer)
    if (answer.latencyMs >= patience.timeoutMs) return
    const at = flight.startedAt + answer.latencyMs
    if (at <= clock.now()) return conclude(id, flight, answer)
    clock.schedule({ at, kind: 'answer', payload: { id, flight, answer } })
  }

  function conclude(id: string, flight: Flight, answer: Answer | undefined): void {
    if (flights.value[id]?.giveUp[1] !== flight.giveUp[1]) return
    clock.cancel(flight.giveUp)
    const { [id]: _, ...others } = flights.value
    flights.value = others
    note(answer ? 'answer' : 'no answer', id, flight, answer)
    const notification = notifications.get(id)
    if (notification) settle(notification, flight, answer)
    pump(flight.webhook)
  }

  function settle(notification: Notification, flight: Flight, answer: Answer | undefined): void {
    const [last] = notification.attempts.slice(-1)
    const ended = new Date(clock.now()).toISOString()
    const seconds = patience.timeoutMs / 1_000
    const response = answer?.text ?? `no answer in ${seconds} s`
    const attempted = { ...last, status: answer?.status ?? null, response, ended }
    const tried = [...notification.attempts.slice(0, -1), attempted] as Notification['attempts']
    const next = { ...notification, attempts: tried }
    if (isDelivered(answer)) return finish(next, 'succeeded')
    const waitMs = patience.waitsMs[flight.attempt - 1]
    if (waitMs === undefined) return finish(next, 'failed')
    notifications.update(notification.id, { attempts: tried, status: 'retry' })
    clock.schedule({ at: flight.startedAt + waitMs, kind: 'retry', payload: notification.id })
  }

  function isDelivered(answer: Answer | undefined): boolean {
    const status = answer?.status ?? null
    if (status === null) return false
    return parts.isInstead(delivered.id) || (status >= 200 && status < 300)
  }

  function finish({ id, attempts: tried }: Notification, status: 'succeeded' | 'failed'): void {
    notifications.update(id, { attempts: tried, status })
  }

  function note(kind: string, id: string, flight: Flight, answer: Answer | undefined): void {
    journal.within({ number: flight.entry }, () =>
      journal.add(kind, {
        notification: id,
        webhook: flight.webhook,
        attempt: flight.attempt,
        status: answer?.status ?? null,
        ...(answer?.status === null && { error: answer.text }),
        used: [delivered.number, retryFrom.number],
      }),
    )
  }

  clock.kind('deliver', (webhook: string) => pump(webhook))
  clock.kind('retry', (id: string) => begin(id))
  clock.kind('give up', (id: string) => {
    const flight = flights.value[id]
    if (flight) conclude(id, flight, undefined)
  })
  clock.kind('answer', ({ id, flight, answer }: { id: string; flight: Flight; answer: Answer }) =>
    conclude(id, flight, answer),
  )

  return {
    accept(notification) {
      if ((queued.value[notification.webhook_id] ?? 0) >= patience.backlogMax) return false
      enqueue(notification)
      clock.schedule({ at: clock.now(), kind: 'deliver', payload: notification.webhook_id })
      return true
    },
    resume() {
      for (const [id, flight] of Object.entries(flights.value)) {
        clock.cancel(flight.giveUp)
        const notification = notifications.get(id)
        const tried = notification?.attempts.slice(0, flight.attempt - 1) ?? []
        if (notification) notifications.update(id, { attempts: tried })
        clock.schedule({ at: flight.startedAt, kind: 'retry', payload: id })
      }
      flights.value = {}
    },
    open: () => waiting.value.size + Object.keys(flights.value).length,
  }
}
