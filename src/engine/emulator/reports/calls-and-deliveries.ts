/** Methods that return the received calls and the delivered events. */
import type { Notification, Payload } from '../../model/notification.ts'
import { redactText, redactUrl } from '../../journal/redaction.ts'
import { unknownNameError } from '../../errors/errors.ts'
import { findMatches } from '../../kit/journal/match-result.ts'
import { unknownInCatalog } from '../../model/unknown-name.ts'
import {
  assertKnownKeys,
  isMatcher,
  isObject,
  isPlainObject,
  type ValueCheck,
} from '../../errors/argument-checks.ts'
import { type Named, option, type OptionsOf } from '../../errors/options.ts'
import type { StoredRequest } from '../../serve/call.ts'
import { toOperationMethod, type RouteMatch } from '../../serve/router.ts'
import type { EventName, OperationId } from '../../service-types.ts'
import {
  assertBodyFields,
  assertNoRecords,
  assertNoUndefined,
  assertParameters,
  assertPayloadFields,
  type PayloadFields,
} from './query-checks.ts'
import { eventDataShape, eventNamesOf } from '../../define/resource-events.ts'
import type { CatalogOperation } from '../../model/catalog.ts'
import type { ServiceDefinition } from '../service-definition.ts'
import type { EmulatorContext } from '../context.ts'
import { noteEvidence } from './evidence-reads.ts'
import { noteRead } from './early-reads.ts'
import { isInternalError, isRequest, isUnhandled } from './request-entries.ts'
import { allNotifications } from './views.ts'
import { MethodGroup } from '../method-group.ts'

/** A call of an operation, with its response. */
export interface ReceivedCall {
  /** The number of its journal entry. */
  readonly number: number
  /** The time on the emulator's clock, in ISO 8601. */
  readonly at: string
  /** In upper case: `GET`. */
  readonly method: string
  /** The path below the base URL, with its query. */
  readonly path: string
  /** Undefined if no operation matches. */
  readonly operation: OperationId | undefined
  /** The path parameters, as text. */
  readonly params: Readonly<Record<string, string>>
  /** The query parameters, as text. A repeated parameter has a list. */
  readonly query: Readonly<Record<string, string | string[]>>
  /** The parsed body if it is JSON, otherwise its text. Undefined without a body. */
  readonly body: unknown
  /** The status of the response. Undefined before the response, null if the caller got no response. */
  readonly status: number | null | undefined
}

/** A text never equals the number. */
const numberMatchCheck: ValueCheck = {
  isValid: (value) => typeof value === 'number' || value === null || isMatcher(value),
  expected: 'a number or a matcher',
}

/** The parameters of a text or a number would match every call. */
const partsMatchCheck: ValueCheck = {
  isValid: (value) => isObject(value) || isMatcher(value),
  expected: 'an object with the expected values, such as { id: 7 }, or a matcher',
}

/** The parts of an expectation for a call. */
const callMatch = {
  /** Path parameters: `{ id: 7 }`. A number is compared with its text. */
  params: option<object>(partsMatchCheck),
  /** Query parameters of the operation. A number is compared with its text. */
  query: option<object>(partsMatchCheck),
  /**
   * Fields of the body. A list must have the same length. The operation must have the fields, unless the
   * body is a matcher, such as `expect.objectContaining`.
   */
  body: option<unknown>(),
  /** The status of the response: a number or a matcher. */
  status: option<unknown>(numberMatchCheck),
}

/** A partial expectation for a call. Omitted keys match anything. Matchers such as `expect.any` work. */
export interface CallMatch extends OptionsOf<typeof callMatch>, Named {}

/** An event that was delivered to a webhook: its receiver answered 2xx. */
export interface DeliveredEvent<E extends EventName = EventName> {
  /** The event, such as `user.merged`. */
  readonly event: E
  /** The URL of the webhook. */
  readonly to: string
  /** The parsed envelope. */
  readonly payload: Payload<E>
  /** The number of attempts: 1, 2 or 3. */
  readonly attempts: number
}

/** A receiver never equals its URL. */
const urlMatchCheck: ValueCheck = {
  isValid: (value) => typeof value === 'string' || isMatcher(value),
  expected: 'a URL, such as `hook.url`, or a matcher',
}

/** The parts of an expectation for a delivery. */
const deliveryMatch = {
  /** The URL of the webhook. */
  to: option<unknown>(urlMatchCheck),
  /** Fields of the envelope: `{ event_data: { id: 7 } }`. */
  payload: option<object>(),
  /** The number of attempts. */
  attempts: option<unknown>(numberMatchCheck),
}

/** A partial expectation for a delivery. Omitted keys match anything. Matchers such as `expect.any` work. */
export interface DeliveryMatch extends OptionsOf<typeof deliveryMatch>, Named {}

export class CallAndDeliveryMethodGroup extends MethodGroup {
  /**
   * Returns the calls of an operation, oldest first, with any response. Without an operation, it returns all
   * calls below `baseUrl`; those that match no operation have no `operation`.
   *
   * @throws EmulatorError for an unknown operation or an unknown key
   * @example
   * assert.equal(emulator.received('create_user', { body: { first_name: 'Mia' } }).length, 1)
   */
  received(operation?: OperationId, expected?: CallMatch): ReceivedCall[] {
    noteEvidence(this.context)
    const calls =
      operation === undefined
        ? filterCalls(this.context, () => true)
        : callsOf(this.context, operation)
    return findMatches(calls, callMatchFrom(this.context, operation, expected, calls))
  }

  delivered<E extends EventName>(event: E, expected?: DeliveryMatch): DeliveredEvent<E>[] {
    noteRead(this.context, event)
    const succeeded = notificationsOfEvent(this.context, event).filter(
      ({ status }) => status === 'succeeded',
    )
    const events = succeeded.map((each) => deliveredEventFrom<E>(this.context, each))
    const match = deliveryMatchFrom(this.context.settings, event, expected)
    assertWebhookUrl(event, match, webhookUrlsOf(this.context, events))
    return findMatches(events, match)
  }
}

export function callsOf(context: EmulatorContext, operation: string): ReceivedCall[] {
  const { catalog } = context
  if (!catalog.operations.has(operation))
    throw unknownInCatalog('operation', operation, catalog.operations.keys(), catalog)
  return filterCalls(context, (entry) => routeOf(context, entry)?.operation.id === operation)
}

/** Why the calls of an operation are not those of a fork: it got none, and the emulator that it was made from did. */
export function callsOfOriginal(context: EmulatorContext, operation: string): string | undefined {
  const { settings, journal, initialState } = context
  const original = settings.original?.deref()
  if (!original || journal.entries().some(isRequest)) return undefined
  const isLater = ({ number }: ReceivedCall): boolean => number > initialState.lastEntryNumber
  if (!callsOf(original, operation).some(isLater)) return undefined
  return `The emulator that this fork was made from received ${operation}: pass that one, or call \`fork.fetch(path)\`.`
}

export const unhandledCalls = (context: EmulatorContext): ReceivedCall[] =>
  filterCalls(context, isUnhandled)

export const internalErrorCalls = (context: EmulatorContext): ReceivedCall[] =>
  filterCalls(context, isInternalError)

function filterCalls(
  context: EmulatorContext,
  predicate: (entry: StoredRequest) => boolean,
): ReceivedCall[] {
  return context.journal
    .entries()
    .filter(isRequest)
    .filter(predicate)
    .map((entry) => receivedCallFrom(context, entry))
}

function receivedCallFrom(context: EmulatorContext, entry: StoredRequest): ReceivedCall {
  const { number, at, method, path, body, status } = entry
  const route = routeOf(context, entry)
  return {
    number,
    at: new Date(at).toISOString(),
    method,
    path,
    operation: route?.operation.id as OperationId | undefined,
    params: route?.params ?? {},
    query: queryFrom(new URLSearchParams(path.split('?', 2)[1])),
    body: body && parseBody(redactText(body)),
    status,
  }
}

/**
 * Returns the operation that matches a call. It also finds the operation of a call that was refused before
 * the routing, for example by the rate limit.
 */
export function routeOf(
  { router, catalog }: Pick<EmulatorContext, 'router' | 'catalog'>,
  { method, path, operation }: Pick<StoredRequest, 'method' | 'path' | 'operation'>,
): RouteMatch | undefined {
  const routedMethod = catalog.operations.get(operation ?? '')?.method
  return router.find(routedMethod ?? toOperationMethod(method), path.split('?', 1)[0] as string)
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

/** The parsed text if it is JSON, otherwise the text. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * Converts the numbers of path and query parameters to text. `calls` are the calls to match.
 *
 * @throws EmulatorError for an unknown key, parameter or field of the body
 */
export function callMatchFrom(
  { catalog }: Pick<EmulatorContext, 'catalog'>,
  operation: string | undefined,
  expected: CallMatch = {},
  calls: readonly Pick<ReceivedCall, 'query'>[],
  otherKeys: readonly string[] = [],
): CallMatch {
  const action = operation === undefined ? 'match calls' : `match calls of ${operation}`
  assertKnownKeys(expected, [...Object.keys(callMatch), ...otherKeys], action)
  for (const name of ['params', 'query', 'status'] as const)
    callMatch[name].assertValid(expected[name], { code: 'bad_query', action, name })
  const { params, query, ...rest } = expected
  const called = catalog.operations.get(operation ?? '')
  if (called) assertCallParts(action, called, expected, calls)
  for (const part of [params, query, rest.body])
    if (isPlainObject(part)) assertNoUndefined(action, part)
  assertNoRecords(action, { ...params, ...query })
  return {
    ...(params && { params: toTextValues(params) }),
    ...(query && { query: toTextValues(query) }),
    ...rest,
  }
}

/**
 * Throws for path parameters, query parameters and fields of the body that an operation does not have. A call
 * may have had the query parameter nevertheless.
 */
function assertCallParts(
  action: string,
  { path, query: parameters, body: fields, alternativeBody }: CatalogOperation,
  { params, query, body }: CallMatch,
  calls: readonly Pick<ReceivedCall, 'query'>[],
): void {
  if (params && !('asymmetricMatch' in params))
    assertKnownKeys(params, path.match(/(?<=\{)\w+/g) ?? [], action)
  if (query && !('asymmetricMatch' in query)) {
    const sent = new Set(
      calls.flatMap((call) =>
        Object.entries(call.query).flatMap(([name, value]) => [name, `${name}=${String(value)}`]),
      ),
    )
    assertParameters(action, parameters, query, sent)
  }
  assertBodyFields(action, [alternativeBody?.body ?? {}, fields ?? {}], body)
}

/** The parts of a service that tell the fields of its payloads. */
export type PayloadSource = Pick<ServiceDefinition, 'catalog' | 'tenant'>

/** @throws EmulatorError for an unknown key and for an unknown field of the payload */
export function deliveryMatchFrom(
  service: PayloadSource,
  event: string,
  expected: DeliveryMatch = {},
  otherKeys: readonly string[] = [],
): DeliveryMatch {
  const known = [...Object.keys(deliveryMatch), ...otherKeys]
  const action = matchAction(event)
  assertKnownKeys(expected, known, action)
  for (const name of ['to', 'attempts'] as const)
    deliveryMatch[name].assertValid(expected[name], { code: 'bad_query', action, name })
  const fields = payloadFieldsOf(service, event)
  if (fields) assertPayloadFields(action, fields, expected.payload)
  return expected
}

/** The URLs that webhooks and receivers have, and those of deliveries. */
export const webhookUrlsOf = (
  { store, receivers, registrations }: EmulatorContext,
  deliveries: readonly Pick<DeliveredEvent, 'to'>[],
): readonly string[] => [
  ...new Set([
    ...[...store.scan('webhooks')].map((row) => String(row['url'])),
    ...receivers.keys(),
    ...registrations.map(({ values }) => values.url),
    ...deliveries.map(({ to }) => to),
  ]),
]

/** Throws for the URL of no webhook. A negated expectation would pass. */
export function assertWebhookUrl(
  event: string,
  { to }: DeliveryMatch,
  urls: readonly string[],
): void {
  if (typeof to !== 'string' || urls.includes(to)) return
  throw unknownNameError('webhook', redactUrl(to), urls.map(redactUrl), matchAction(event))
}

const matchAction = (event: string): string => `match deliveries of ${event}`

/** The fields of the payload of an event, with each form of the envelope. */
function payloadFieldsOf(
  { catalog, tenant }: PayloadSource,
  event: string,
): PayloadFields | undefined {
  const resource = [...catalog.resources.values()].find(({ events }) =>
    eventNamesOf(events).includes(event),
  )
  if (!resource) return undefined
  return {
    names: ['event', ...Object.keys(tenant?.payload ?? {}), 'notification'],
    dataKeys: ['event_data', 'entity'],
    data: eventDataShape(event, resource),
  }
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
 * Returns the notifications of an event that this emulator sent or will send, in the order of events.
 * Notifications of the world, and those that another emulator sent before a fork, are not included.
 */
export function notificationsOfEvent(
  { journal, store, catalog }: EmulatorContext,
  event: string,
): Notification[] {
  if (!catalog.events.includes(event))
    throw unknownInCatalog('event', event, catalog.events, catalog)
  const attempted = new Set(
    journal.entries().flatMap((entry) => (entry.kind === 'attempt' ? entry.notification : [])),
  )
  return allNotifications(store).filter(({ id, event: name, status }) => {
    return name === event && (status === 'pending' || status === 'retry' || attempted.has(id))
  })
}

export function deliveredEventFrom<E extends EventName>(
  { store }: EmulatorContext,
  notification: Notification,
): DeliveredEvent<E> {
  const { event, webhook_id, body, attempts } = notification
  const to = attempts.at(-1)?.url ?? String(store.get('webhooks', webhook_id)?.['url'])
  return { event: event as E, to, payload: JSON.parse(body), attempts: attempts.length }
}
