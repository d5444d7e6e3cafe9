/** The error that fails a test after calls that match no operation. */
import { EmulatorError, type EmulatorErrorDetails } from '../../errors/errors.ts'
import { aliasedName, nameOfSameWords } from '../../errors/near-names.ts'
import { actMethodOf } from '../../kit/acts/act-methods.ts'
import { startAtCallSite } from '../../journal/call-site.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { StoredRequest } from '../../serve/call.ts'
import { askedAct } from '../../serve/asked-act.ts'
import { hasDoubledBasePath } from '../../serve/checks.ts'
import { toOperationMethod } from '../../serve/router.ts'
import type { EmulatorContext } from '../context.ts'
import { isUnhandled } from './request-entries.ts'
import { assertNoFailedRequests, describeFailedRequests } from './unhandled-requests.ts'

/** Throws if there are unhandled calls. `stack` is that of the code that sent one. */
export function assertNoUnhandled(details: EmulatorErrorDetails | undefined, stack?: string): void {
  if (!details) return
  const error = new EmulatorError('unhandled_call', details)
  throw stack === undefined ? error : startAtCallSite(error, stack)
}

/** The stack of the code that sent the first unhandled call. */
export const stackOfUnhandled = ({ journal }: EmulatorContext): string | undefined =>
  journal.entries().find(isUnhandled)?.exchange.callSite?.stack

/** The unhandled calls with the nearest operations, as an error; undefined if there are none. */
export function describeUnhandledCalls(
  context: EmulatorContext,
  after = 0,
): EmulatorErrorDetails | undefined {
  const unhandled = context.journal
    .entries()
    .filter(isUnhandled)
    .filter(({ number }) => number > after)
  if (unhandled.length === 0) return undefined
  const { basePath } = context.settings
  const isDoubled = unhandled.some(({ path }) => hasDoubledBasePath(basePath, path))
  return {
    action: `answer ${unhandled.map(callLine).join(' and ')}`,
    reason: 'the service has no such operation',
    advice:
      (missingBasePath(context, unhandled) ?? adviceForUnhandled(unhandled, context.catalog)) +
      (isDoubled ? ` \`baseUrl\` already ends in ${basePath}.` : ''),
  }
}

/** The advice for calls below a path that a base URL without a path does not have. */
function missingBasePath(
  { settings: { baseUrl, basePath }, router }: EmulatorContext,
  unhandled: readonly StoredRequest[],
): string | undefined {
  if (basePath !== '') return undefined
  for (const call of unhandled) {
    const found = operationPathIn(router, call)
    if (found === undefined) continue
    const missing = (call.path.split('?', 1)[0] as string).slice(0, -found.length)
    return `\`baseUrl\` has no path: give "${baseUrl}${missing}", or call ${baseUrl} without ${missing}.`
  }
  return undefined
}

/** The end of a path that is one of an operation: `/users` in `/api/users`. Undefined if there is none. */
export function operationPathIn(
  router: EmulatorContext['router'],
  { method, path }: Pick<StoredRequest, 'method' | 'path'>,
): string | undefined {
  const parts = (path.split('?', 1)[0] as string).split('/').slice(1)
  const ends = parts.map((_, i) => `/${parts.slice(i).join('/')}`).slice(1)
  return ends.find((end) => router.find(toOperationMethod(method), end))
}

/** What the tests before were judged by. */
interface Judged {
  /** The number of the last entry of a journal, which has another identity after it is cleared. */
  readonly entry: number
  readonly journal: object
  /** The number of unhandled requests. */
  readonly requests: number
}

const judged = new WeakMap<EmulatorContext, Judged>()

/**
 * Throws for the calls that no operation answered, and for the unhandled requests that failed, since the last time: each
 * fails one test.
 */
export function assertNewHandled(context: EmulatorContext): void {
  const { journal, unhandledRequests } = context
  const before = judged.get(context)
  judged.set(context, {
    entry: journal.lastNumber(),
    journal: journal.identity(),
    requests: unhandledRequests.length,
  })
  // Note: a reset also clears the requests.
  const since = before?.journal === journal.identity() ? before : undefined
  assertNoUnhandled(describeUnhandledCalls(context, since?.entry))
  assertNoFailedRequests(describeFailedRequests(context, since?.requests))
}

const callLine = ({ method, path }: StoredRequest): string => `${method} ${path}`

function adviceForUnhandled(unknown: readonly StoredRequest[], catalog: Catalog): string {
  const actOf = (entry: StoredRequest): string | undefined => actFor(catalog, entry)
  // Note: where an act does what a call asks for, another operation of the path does not.
  const others = unknown.filter((entry) => !isCreation(entry) || actOf(entry) === undefined)
  const near = [...new Set(others.flatMap((entry) => entry.nearest ?? []))]
  const names = new Set(unknown.flatMap((entry) => actOf(entry) ?? []))
  const methods = [...names].map((name) => `\`act.${name}\``)
  const sentences = [
    ...(near.length > 0 ? [`Did you mean ${near.join(' or ')}?`] : []),
    ...(methods.length > 0 ? [`An administrator does this: ${methods.join(' and ')}.`] : []),
  ]
  return sentences.join(' ') || 'Check the method and the path.'
}

/** Whether a call creates a record: POST /enrollments. */
const isCreation = ({ method, path }: StoredRequest): boolean =>
  method === 'POST' && /^\/\w+$/.test(path.split('?')[0] as string)

/** The act that a call asks for: `deleteUser` for DELETE /users/2, `enroll` for POST /enrollments. */
function actFor(catalog: Catalog, entry: StoredRequest): string | undefined {
  if (isCreation(entry)) return creationFor(catalog, entry.path.split(/[/?]/)[1] as string)
  const act = askedAct(catalog.acts.keys(), entry)
  return act && actMethodOf(act)
}

/** The act that creates a record: `enroll` for enrollments, or `create` with the resource. */
function creationFor({ acts, aliases, resources }: Catalog, resource: string): string | undefined {
  const name = `create_${resource}`
  const act = nameOfSameWords(name, acts.keys()) ?? aliasedName(name, [...acts.keys()], aliases)
  if (act !== undefined) return actMethodOf(act)
  return resources.get(resource)?.recipe && `create("${resource}", { … })`
}
