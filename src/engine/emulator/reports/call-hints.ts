/** Hints on calls: a token or a path that is wrong, what the service does not read, and waits in real time. */
import { nearestName } from '../../errors/near-names.ts'
import { isObject } from '../../errors/argument-checks.ts'
import { shareCall } from '../../clock/fake-timers/timer-source.ts'
import type { CatalogOperation } from '../../model/catalog.ts'
import { nearestParameter } from '../../define/list-query.ts'
import { unknownToken } from '../../serve/behaviours.ts'
import type { StoredRequest } from '../../serve/call.ts'
import type { EmulatorContext } from '../context.ts'
import { parseBody, routeOf } from './calls-and-deliveries.ts'
import { isBeforeGiven } from './earlier-tests.ts'
import { isRequest } from './request-entries.ts'
import { defaultWorldRecords, tokenOfOther } from './started-emulators.ts'

/** The hints on the latest call: a test fails soon after the call that it did not intend. */
export function callHints(context: EmulatorContext): string[] {
  const last = context.journal.entries().findLast(isRequest)
  if (!last) return []
  return ofCall(last, [
    ...refusedToken(last),
    ...tokenOfOther(context, last),
    ...objectAsBody(last),
    ...valueInPath(last),
    ...unknownRecord(context, last),
    ...realWait(context, last),
    ...unknownParameter(context, last),
    ...unknownField(context, last),
    ...wrappedBody(context, last),
    ...defaultWorldRecords(context, last),
    ...earlyList(context, last),
  ])
}

/** The hints on what is misspelt in the call of a response, and what the service does not read therefore. */
export function unreadHints(context: EmulatorContext, response: Response): string[] {
  const call = context.entryOfResponse.get(response)
  if (!call) return []
  return ofCall(call, [
    ...unknownParameter(context, call),
    ...unknownField(context, call, isMisspelt),
    ...wrappedBody(context, call),
  ])
}

/** Whether a field is like one of the body. A client that sends a whole record back also sends what it cannot change. */
const isMisspelt = (name: string, { body, resource }: CatalogOperation): boolean =>
  !Object.hasOwn(resource.shape, name) && nearestName(name, Object.keys(body ?? {})) !== undefined

const ofCall = ({ method, path }: StoredRequest, hints: readonly string[]): string[] =>
  hints.map((hint) => `${method} ${path.split('?', 1)[0] as string} ${hint}`)

function refusedToken({ decidedBy, exchange }: StoredRequest): string[] {
  if (decidedBy !== unknownToken.id) return []
  const { authorization } = exchange.headers
  // Note: the journal tells that the scheme is missing.
  if (authorization !== undefined && !/^bearer\b/i.test(authorization)) return []
  return authorization === undefined
    ? ['was sent without a token. Send `emulator.headers`: "Authorization: Bearer" and the token.']
    : ['has no token of this emulator. `emulator.token` is one, and `mintToken` creates others.']
}

/** An empty list that was read before the test made the records of it. */
function earlyList(context: EmulatorContext, call: StoredRequest): string[] {
  if (call.method !== 'GET' || call.exchange.response?.value !== '[]') return []
  const table = routeOf(context, call)?.operation.resource.name
  if (table === undefined || !isBeforeGiven(context, call, table)) return []
  return [
    `found no record, before \`given\` made records of ${table}. Make them before the code under test reads the list.`,
  ]
}

/** A body that `fetch` made of an object. */
const objectAsBody = ({ body }: StoredRequest): string[] =>
  body === '[object Object]'
    ? ['has the body "[object Object]". Send JSON text: `JSON.stringify(…)`.']
    : []

/** A path that was made from no id: `/users/[object Object]`, `/users/undefined`. */
function valueInPath({ path }: StoredRequest): string[] {
  const text = decoded(path.split('?', 1)[0])
  const [part] = /\[object \w+\]|\b(?:undefined|NaN)\b/.exec(text) ?? []
  if (part === '[object Promise]') return ['has a promise in its path. Await the value in the URL.']
  if (part === undefined) return []
  const is = part.startsWith('[') ? 'a record. Write its id, such as `mia.id`' : 'no id'
  return [`has "${part}" in its path: the value in the URL is ${is}.`]
}

function decoded(path = ''): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** A record that no call has changed: often one of an earlier test, or one that `reset` removed. */
function unknownRecord(context: EmulatorContext, call: StoredRequest): string[] {
  const route = call.status === 404 ? routeOf(context, call) : undefined
  const [id, ...others] = Object.values(route?.params ?? {})
  if (!route || id === undefined || others.length > 0 || !/^[1-9]\d*$/.test(id)) return []
  const { name } = route.operation.resource
  const isKnown = context.journal
    .entries()
    .some((each) => each.kind === 'change' && each.table === name && String(each.id) === id)
  if (isKnown || context.store.get(name, Number(id))) return []
  return [
    `asks for a record that this emulator does not have. ${idsOf(context, name)} If another test made it, or \`reset\` removed it, make it in this test.`,
  ]
}

/** The maximum number of ids in a hint. */
const listedIdsMax = 5

/** The ids of a resource as a sentence, or the number of its records. */
function idsOf({ store }: EmulatorContext, name: string): string {
  const size = store.size(name)
  if (size > listedIdsMax) return `It has ${size} other ${name}.`
  const ids = [...store.scan(name)].map(({ id }) => String(id))
  return ids.length === 0 ? `It has no ${name}.` : `The ids of its ${name}: ${ids.join(', ')}.`
}

/** How the timers of the code under test run on the emulator's clock. */
export const realTimeAdvice = `Code that waits with \`setTimeout\` or \`setInterval\` waits in real time, unless the test shares the timers: ${shareCall}.`

/** A call to repeat later, by code that waits with the timers of the machine. */
function realWait({ clock }: EmulatorContext, { status, exchange }: StoredRequest): string[] {
  const wait = exchange.responseHeaders?.['retry-after']
  if (wait === undefined || clock.mode !== 'virtual' || clock.hasTimers()) return []
  return [
    `was answered ${String(status)} with Retry-After ${wait}, and no request followed. ${realTimeAdvice}`,
  ]
}

/** The maximum number of names in a hint. */
const listedNamesMax = 20

/** Whether the service answered a call without a refusal. A refusal tells its reason. */
const isTaken = ({ status }: StoredRequest): boolean => (status ?? Infinity) < 400

/** A query parameter that the call was answered without. */
function unknownParameter(context: EmulatorContext, call: StoredRequest): string[] {
  const { operation } = routeOf(context, call) ?? {}
  if (!operation || !isTaken(call)) return []
  const sent = [...new URLSearchParams(call.path.split('?', 2)[1]).keys()]
  const known = Object.keys(operation.query)
  const unknown = sent.find((name) => !known.includes(name.replace(/\[.*$/, '')))
  if (unknown === undefined) return []
  return [
    `ignores the query parameter "${unknown}". ${suggestion(nearestParameter(unknown, operation.query), known)}`,
  ]
}

/** A field of the body that the call was answered without. */
function unknownField(
  context: EmulatorContext,
  call: StoredRequest,
  isMeant: (name: string, operation: CatalogOperation) => boolean = () => true,
): string[] {
  const { operation } = routeOf(context, call) ?? {}
  if (!operation?.body || call.body === undefined || !isTaken(call)) return []
  const known = Object.keys(operation.body)
  const body = parseBody(call.body)
  const unknown = Object.keys(isObject(body) ? body : {}).find(
    (name) => !known.includes(name) && isMeant(name, operation),
  )
  if (unknown === undefined) return []
  return [`ignores the body field "${unknown}". ${suggestion(nearestName(unknown, known), known)}`]
}

const suggestion = (near: string | undefined, known: readonly string[]): string =>
  near === undefined
    ? `It has: ${known.slice(0, listedNamesMax).join(', ')}.`
    : `Did you mean "${near}"?`

/** A body whose only key is no field, with an object that has the fields. */
function wrappedBody(context: EmulatorContext, call: StoredRequest): string[] {
  const { operation } = routeOf(context, call) ?? {}
  const fields = Object.keys(operation?.body ?? {})
  if (fields.length === 0 || call.body === undefined || call.status !== 422) return []
  const body = parseBody(call.body)
  const [[name, value] = [], ...others] = Object.entries(isObject(body) ? body : {})
  if (name === undefined || others.length > 0 || fields.includes(name) || !isObject(value))
    return []
  if (!Object.keys(value).some((each) => fields.includes(each))) return []
  return [`takes the fields directly, without "${name}" around them.`]
}
