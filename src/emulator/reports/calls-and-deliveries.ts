/** Looks up what happened: the calls that arrived, and the events that were delivered. */
import type { Notification } from '../../deliver/notification.ts'
import { findMatches } from '../../kit/journal/match-result.ts'
import type { Entry } from '../../machine/journal.ts'
import { unknownNameError } from '../../machine/errors.ts'
import { toOperationMethod, type RouteMatch } from '../../serve/router.ts'
import { webhookEvents } from '../../resources/webhooks.events.ts'
import type { EventName, OperationId } from '../../generated/rows.ts'
import { assertQueryKeys } from './query-checks.ts'
import type { EmulatorContext } from '../context.ts'
import { MethodGroup } from '../method-group.ts'

/** A call of an operation, as it arrived and as it was answered. */
export interface ReceivedCall {
  /** Its number in the journal. */
  readonly number: number
  /** The moment on the emulator's clock, in ISO 8601. */
  readonly at: string
  /** In capitals: `GET`. */
  readonly method: string
  /** Below the base address, with its query. */
  readonly path: string
  /** Undefined where no operation stands there. */
  readonly operation: OperationId | undefined
  /** The parameters of the path, as text. */
  readonly params: Readonly<Record<string, string>>
  /** As text; a name that came several times has a list. */
  readonly query: Readonly<Record<string, string | string[]>>
  /** Parsed where it is JSON, else the text; undefined where none was sent. */
  readonly body: unknown
  /** What it was answered with. */
  readonly status: number
}

/** What is said of a call: what is left out may be anything. Matchers such as `expect.any` work. */
export interface CallMatch {
  /** Parameters of the path: `{ id: 7 }`. Numbers may be said as numbers. */
  readonly params?: object
  /** A number is compared with the text that it would be sent as. */
  readonly query?: object
  /** Fields that the body must have; a list must have as many members. */
  readonly body?: unknown
  /** What it was answered with: a number, or a matcher. */
  readonly status?: unknown
}

/** An event that reached a webhook: its receiver answered 2xx. */
export interface DeliveredEvent {
  /** What happened, such as `user.merged`. */
  readonly event: string
  /** The address of the webhook. */
  readonly to: string
  /** The whole envelope, parsed. */
  readonly payload: Readonly<Record<string, unknown>>
  /** How many attempts it took: 1, 2 or 3. */
  readonly attempts: number
}

/** What is said of a delivery: what is left out may be anything. Matchers such as `expect.any` work. */
export interface DeliveryMatch {
  /** The address of the webhook. */
  readonly to?: unknown
  /** Fields that the envelope must have: `{ event_data: { id: 7 } }`. */
  readonly payload?: object
  /** How many attempts it took. */
  readonly attempts?: unknown
}

export interface CallAndDeliveryMethods {
  /**
   * The calls of an operation that arrived, oldest first, whatever they were answered with.
   *
   * @throws EmulatorError for an unknown operation, or a key that says nothing of a call
   * @example
   * assert.equal(emulator.received('create_user', { body: { first_name: 'Mia' } }).length, 1)
   */
  received(operation: OperationId, expected?: CallMatch): ReceivedCall[]
  /**
   * The deliveries of an event that succeeded, oldest first.
   *
   * @throws EmulatorError for an unknown event, or a key that says nothing of a delivery
   * @example
   * emulator.delivered('user.merged', { to: 'https://app.test/hooks' })
   */
  delivered(event: EventName, expected?: DeliveryMatch): DeliveredEvent[]
  /** The calls that no operation answers, oldest first. */
  unhandled(): ReceivedCall[]
}

export class CallAndDeliveryMethodGroup extends MethodGroup implements CallAndDeliveryMethods {
  received(operation: OperationId, expected: CallMatch = {}): ReceivedCall[] {
    const calls = callsOf(this.context, operation)
    return findMatches(calls, callMatchFrom(this.context, operation, expected))
  }

  delivered(event: EventName, expected: DeliveryMatch = {}): DeliveredEvent[] {
    const succeeded = notificationsOfEvent(this.context, event).filter(
      ({ status }) => status === 'succeeded',
    )
    return findMatches(
      succeeded.map((each) => deliveredEventFrom(this.context, each)),
      deliveryMatchFrom(event, expected),
    )
  }

  unhandled(): ReceivedCall[] {
    return unhandledCalls(this.context)
  }
}

export function callsOf(context: EmulatorContext, operation: string): ReceivedCall[] {
  const { operations } = context.catalog
  if (!operations.has(operation)) throw unknownNameError('operation', operation, operations.keys())
  return filterCalls(context, (entry) => routeOf(context, entry)?.operation.id === operation)
}

export const unhandledCalls = (context: EmulatorContext): ReceivedCall[] =>
  filterCalls(context, isUnhandled)

/** Whether no operation answers a request: then its entry names those that stand near. */
export const isUnhandled = (entry: Entry): boolean => entry['nearest'] !== undefined

function filterCalls(
  context: EmulatorContext,
  predicate: (entry: Entry) => boolean,
): ReceivedCall[] {
  return context.journal
    .entries()
    .filter((entry) => entry.kind === 'request' && predicate(entry))
    .map((entry) => receivedCallFrom(context, entry))
}

function receivedCallFrom(context: EmulatorContext, entry: Entry): ReceivedCall {
  const { number, at, method, path, body, status } = entry as unknown as RequestEntryFields
  const route = routeOf(context, entry)
  return {
    number,
    at: new Date(at).toISOString(),
    method,
    path,
    operation: route?.operation.id as OperationId | undefined,
    params: route?.params ?? {},
    query: queryFrom(new URLSearchParams(path.split('?', 2)[1])),
    body: parseBody(body),
    status,
  }
}

/**
 * Where a call was going. A call that was refused early, such as one too many, was never led to its
 * operation, and whoever asks for it wants to hear of it all the same.
 */
export function routeOf(
  { router, catalog }: EmulatorContext,
  entry: Entry,
): RouteMatch | undefined {
  const { method, path, operation } = entry as unknown as RequestEntryFields
  const routedMethod = catalog.operations.get(operation ?? '')?.method
  return router.find(routedMethod ?? toOperationMethod(method), path.split('?', 1)[0] as string)
}

/** What the journal keeps of a request. */
interface RequestEntryFields {
  readonly number: number
  readonly at: number
  readonly method: string
  readonly path: string
  readonly operation: OperationId | undefined
  readonly body: string | undefined
  readonly status: number
}

function queryFrom(search: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(search.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const values = search.getAll(name)
      return [name, values.length > 1 ? values : (values[0] as string)]
    }),
  )
}

function parseBody(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * The same with numbers as the text in which an address holds them.
 *
 * @throws EmulatorError for a key that says nothing of a call, and for a parameter that its path has not
 */
export function callMatchFrom(
  { catalog }: EmulatorContext,
  operation: string,
  expected: CallMatch,
): CallMatch {
  const action = `look for calls of ${operation}`
  assertQueryKeys(action, expected, ['params', 'query', 'body', 'status'])
  const { params, query, ...rest } = expected
  if (params && !('asymmetricMatch' in params)) {
    const parameterNames = catalog.operations.get(operation)?.path.match(/(?<=\{)\w+/g) ?? []
    assertQueryKeys(action, params, parameterNames)
  }
  return {
    ...(params && { params: toTextValues(params) }),
    ...(query && { query: toTextValues(query) }),
    ...rest,
  }
}

/** @throws EmulatorError for a key that says nothing of a delivery */
export function deliveryMatchFrom(event: string, expected: DeliveryMatch): DeliveryMatch {
  assertQueryKeys(`look for deliveries of ${event}`, expected, ['to', 'payload', 'attempts'])
  return expected
}

function toTextValues(values: object): object {
  if ('asymmetricMatch' in values) return values
  const text = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(text)
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, text(value)]))
}

/**
 * What was sent of an event, or is still to be sent, in the order of events. What a world was made
 * with, or was sent in an emulator before this one was forked from it, is not among it.
 */
export function notificationsOfEvent(
  { journal, store }: EmulatorContext,
  event: string,
): Notification[] {
  if (!webhookEvents.includes(event)) throw unknownNameError('event', event, webhookEvents)
  const attempts = journal.entries().filter(({ kind }) => kind === 'attempt')
  const attempted = new Set(attempts.map((entry) => entry['notification']))
  const rows = [...store.scan('webhook_notifications')] as unknown as Notification[]
  return rows.filter(({ id, event: name, status }) => {
    return name === event && (status === 'pending' || status === 'retry' || attempted.has(id))
  })
}

export function deliveredEventFrom(
  { store }: EmulatorContext,
  notification: Notification,
): DeliveredEvent {
  const { event, webhook_id, body, attempts } = notification
  const to = attempts.at(-1)?.url ?? String(store.get('webhooks', webhook_id)?.['url'])
  return { event, to, payload: JSON.parse(body), attempts: attempts.length }
}
