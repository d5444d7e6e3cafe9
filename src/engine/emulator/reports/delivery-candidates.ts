/** The deliveries of an event for an expectation, also pending ones, and why there are none. */
import { hasGiven } from './earlier-tests.ts'
import { isObject } from '../../errors/argument-checks.ts'
import { nearestName } from '../../errors/near-names.ts'
import { stringifyDuration } from '../../clock/duration.ts'
import type { StoredJournalEntry } from '../../journal/kind-table.ts'
import type { ActEntry } from '../../journal/kinds/act.ts'
import type { DropEntry } from '../../journal/kinds/drop.ts'
import { redactUrl } from '../../journal/redaction.ts'
import { formatUtcTime } from '../../journal/sentence-parts.ts'
import { actMethodOf } from '../../kit/acts/act-methods.ts'
import type { Attempt, Notification, RegisteredWebhook } from '../../model/notification.ts'
import type { EmulatorContext } from '../context.ts'
import {
  type DeliveredEvent,
  deliveredEventFrom,
  notificationsOfEvent,
  webhookUrlsOf,
} from './calls-and-deliveries.ts'
import { nextTaskAt } from './pending-work.ts'

/** The deliveries of an event, also pending ones. */
export interface EventDeliveries {
  readonly candidates: readonly DeliveryCandidate[]
  /** Why there are none. */
  readonly hint?: string | undefined
  /** The URLs that webhooks and receivers have or had. */
  readonly urls: readonly string[]
  /** The URLs of the active webhooks that do not subscribe to the event. */
  readonly unsubscribed?: readonly string[]
}

/** A delivery with its outcome, in words. */
interface DeliveryCandidate extends DeliveredEvent {
  readonly outcome: string
  /** The number of attempts after `settle`, if due work can still deliver it. */
  readonly dueAttempts?: number
}

/** The outcome of a delivery whose receiver answered 2xx. */
export const deliveredOutcome = 'delivered'

export function deliveriesOf(context: EmulatorContext, event: string): EventDeliveries {
  const candidates = notificationsOfEvent(context, event).map((each) => ({
    ...deliveredEventFrom(context, each),
    ...outcomeOf(context, each),
  }))
  const urls = webhookUrlsOf(context, candidates)
  const unsubscribed = unsubscribedUrls(context, event)
  return {
    candidates,
    urls,
    unsubscribed,
    ...(candidates.length === 0 && { hint: hintFor(context, event) }),
  }
}

/** The URLs whose active webhooks all lack an event. */
function unsubscribedUrls({ store }: EmulatorContext, event: string): string[] {
  const active = [...(store.scan('webhooks') as Iterable<RegisteredWebhook>)].filter(
    (webhook) => webhook.active,
  )
  const subscribed = new Set(
    active.filter(({ events }) => events.includes(event)).map(({ url }) => url),
  )
  return active.map(({ url }) => url).filter((url) => !subscribed.has(url))
}

function outcomeOf(
  context: EmulatorContext,
  notification: Notification,
): Pick<DeliveryCandidate, 'outcome' | 'dueAttempts'> {
  const { status, attempts } = notification
  if (status === 'succeeded') return { outcome: deliveredOutcome }
  const refused = refusalOf(attempts)
  if (status === 'failed') return { outcome: `failed${refused && `: ${refused}`}` }
  const at = nextTaskAt(context, notification)
  const now = context.clock.now()
  const isUnderWay = attempts.at(-1)?.ended === null
  if (at === undefined || at <= now) {
    const outcome = 'not yet delivered: `await emulator.settle()` runs due deliveries'
    return { outcome, dueAttempts: attempts.length + (isUnderWay ? 0 : 1) }
  }
  const state = isUnderWay ? 'an attempt is under way until' : 'the next attempt is due at'
  const call = `\`await emulator.advance("${stringifyDuration(at - now)}")\``
  return {
    outcome: `not yet delivered: ${refused && `${refused}; `}${state} ${formatUtcTime(at)}: ${call} ${isUnderWay ? 'ends' : 'runs'} it`,
  }
}

/** How the last attempt that ended did not deliver. A redirect reports no error, and is not followed. */
function refusalOf(attempts: readonly Attempt[]): string {
  const last = attempts.findLast(({ ended }) => ended !== null)
  if (!last) return ''
  const { number, status, response } = last
  if (status === null) return `attempt ${number} got no answer: ${response}`
  const advice = status < 400 ? ', and only a 2xx counts' : status === 404 ? ': check its path' : ''
  return `attempt ${number} was answered ${status}${advice}`
}

/** Why no webhook gets an event. */
function hintFor(context: EmulatorContext, event: string): string {
  const entries = context.journal.entries()
  const dropped = entries.findLast(
    (each): each is DropEntry & typeof each => each.kind === 'drop' && each.event === event,
  )
  if (dropped) return `${event} was dropped: ${dropped.reason} (entry ${dropped.number}).`
  const early = earlyEvent(context, event)
  if (early !== undefined) return early
  if (!context.announcer.hasSubscribers(event))
    return `No active webhook subscribes to ${event}${subscriptionHint(context)}`
  const sentence = `No ${event} was emitted`
  const last = lastActIn(entries)
  if (last && last.reason === undefined && !entries.some(({ cause }) => cause === last.number))
    return `${sentence}: \`act.${actMethodOf(last.act)}\` changed nothing (entry ${last.number}).`
  const written = last && writtenOnly(context, last)
  if (written !== undefined) return `${sentence}: ${written}`
  if (hasForks(context))
    return `${sentence} by this emulator. The deliveries of a fork are in the fork: pass the fork.`
  const act = nearestName(event, context.catalog.acts.keys())
  const emits = act === undefined ? 'acts and requests do' : `\`act.${actMethodOf(act)}\` does`
  return `${sentence}. \`given\` emits no events; ${emits}.`
}

/** An event that was emitted before its webhook was there. */
function earlyEvent(context: EmulatorContext, event: string): string | undefined {
  const entries = context.journal.entries()
  const emitted = entries.findLast((each) => each.kind === 'event' && each.event === event)
  if (!emitted || !context.announcer.hasSubscribers(event)) return undefined
  if (entries.some(({ cause }) => cause === emitted.number)) return undefined
  return `${event} was emitted when no active webhook subscribed to it (entry ${emitted.number}). Create the receiver before the act.`
}

const lastActIn = (entries: readonly StoredJournalEntry[]) =>
  entries.findLast((each): each is ActEntry & typeof each => each.kind === 'act')

/** The hints on events: a status that was written as a field, and a webhook that gets no event. */
export function deliveryHints(context: EmulatorContext): string[] {
  const entries = context.journal.entries()
  const last = lastActIn(entries)
  const written = last && writtenOnly(context, last)
  const isDelivered = entries.some(({ kind }) => kind === 'attempt')
  const silent = isDelivered ? undefined : latestWebhook(context)
  const isSilent = silent?.events.length === 0 && entries.some(({ kind }) => kind === 'event')
  const isOnlyGiven = silent !== undefined && entries.length === 0 && hasGiven(context)
  return [
    ...(written === undefined ? [] : [written]),
    ...(isDelivered ? [] : earlyEvents(context)),
    ...(isOnlyGiven
      ? ['`given` emits no events. Acts do, such as `act.updateUser`, and so do calls that write.']
      : []),
    ...(isSilent ? [`The webhook at ${redactUrl(silent.url)} subscribes to no event.`] : []),
  ]
}

/** The events of which there is no delivery, because their webhook came later. */
function earlyEvents(context: EmulatorContext): string[] {
  const events = context.journal
    .entries()
    .flatMap((entry) => (entry.kind === 'event' ? [entry.event] : []))
  return [...new Set(events)]
    .filter((event) => notificationsOfEvent(context, event).length === 0)
    .flatMap((event) => earlyEvent(context, event) ?? [])
    .slice(0, 1)
}

/** What an act that writes a status as a field does not do: the act of the change does the rest too. */
function writtenOnly({ catalog }: EmulatorContext, last: ActEntry): string | undefined {
  const { resource, values } = last.input
  if (last.act !== 'update' || last.reason !== undefined || !isObject(values)) return undefined
  const { status } = values as { readonly status?: unknown }
  if (status === undefined) return undefined
  const act = nearestName(`${String(status)} ${String(resource)}`, catalog.acts.keys())
  const advice =
    act === undefined ? '' : ` \`act.${actMethodOf(act)}\` does the rest of the change.`
  return `\`act.update\` writes the fields only.${advice}`
}

/** The maximum number of events of a webhook in a hint. */
const listedEventsMax = 3

/** What the latest active webhook subscribes to. */
function subscriptionHint(context: EmulatorContext): string {
  const last = latestWebhook(context)
  const [unregistered] = context.receivers.keys()
  if (!last && unregistered !== undefined)
    return `: the receiver at ${redactUrl(unregistered)} has none. Leave out \`register: false\`, or register it in your code.`
  if (!last) return '. Register one with `emulator.receiver({ url })`.'
  const more = last.events.length - listedEventsMax
  const names = last.events.slice(0, listedEventsMax).join(', ')
  const events = names + (more > 0 ? ` and ${more} more` : ' only')
  return `: the webhook at ${redactUrl(last.url)} subscribes to ${names === '' ? 'no event' : events}.`
}

const latestWebhook = ({ store }: EmulatorContext): RegisteredWebhook | undefined =>
  [...(store.scan('webhooks') as Iterable<RegisteredWebhook>)].findLast(({ active }) => active)

/** The emulators that have forks, each with the reference that its forks have. */
const forkedContexts = new WeakMap<EmulatorContext, WeakRef<EmulatorContext>>()

/** Notes that an emulator has a fork. Returns the reference for the fork. */
export function noteFork(context: EmulatorContext): WeakRef<EmulatorContext> {
  const original = forkedContexts.get(context) ?? new WeakRef(context)
  forkedContexts.set(context, original)
  return original
}

export const hasForks = (context: EmulatorContext): boolean => forkedContexts.has(context)
