/** Answers requests: the checks in their order, then the operation, then its presenter. */
import { assumed, behaviour } from '../define/behaviours.ts'
import type { PresenterContext } from '../define/presenters.ts'
import { Problem, problemReason } from '../define/problems.ts'
import type { CatalogOperation } from '../model/catalog.ts'
import type { Transaction } from '../model/transaction.ts'
import {
  type RequestLike,
  type Call,
  type CallInput,
  type Check,
  explainHeader,
  type ServeContext,
} from './call.ts'
import { identifyCaller, requireIdentity } from './checks/authentication.ts'
import { authorize } from './checks/authorization.ts'
import { requireFlag, matchRoute } from './checks/route-check.ts'
import { enforceRateLimit } from './checks/rate-limit.ts'
import { wireFormatBehaviours } from './wire-format.ts'
import { validateBody, parseCallInput } from './call-input.ts'
import { isLostResponse } from './lost-response.ts'
import { renderProblem, renderResult } from './response-renderer.ts'
import { resolvePathRecords } from './path-records.ts'
import { respondWithFault, matchFaults } from './fault-injection.ts'

const errorBody = behaviour('error.body', 'an error has a body of errors, code and message')
const checkOrder = assumed(
  'checks.order',
  'token, rate, path, flag, syntax, scope, rules of the body: the first that fails is answered',
  { reason: 'nothing is said; what costs least is asked first' },
)

/** What is asked before any row is touched, in this order. */
const checks: readonly Check[] = [
  identifyCaller,
  enforceRateLimit,
  requireIdentity,
  matchRoute,
  requireFlag,
  parseCallInput,
]

export type FetchHandler = (request: RequestLike) => Promise<Response>

export function createFetchHandler(context: ServeContext): FetchHandler {
  return async (request) => {
    context.markActivity()
    if (request.body === null) return handleRequest(request, undefined, context)
    if (typeof request.body === 'string') return handleRequest(request, request.body, context)
    // Note: what waits on the clock must not count as short work, so the answer is not awaited in it.
    const read = async () => ({ answer: handleRequest(request, await request.text?.(), context) })
    return (await context.trackShort(read)).answer
  }
}

function handleRequest(
  request: RequestLike,
  text: string | undefined,
  context: ServeContext,
): Response | Promise<Response> {
  const call = createCall(request, text, context)
  return context.journal.withCause(call.entry, () => {
    const faultHit = context.faults.hasActive() ? matchFaults(call, context) : undefined
    if (faultHit) {
      const respond = (): Response => respondOrFail(call, context)
      return respondWithFault(call, faultHit, context, respond).then((response) =>
        finishResponse(call, response, context),
      )
    }
    const response = respondOrFail(call, context)
    call.entry['status'] = response.status
    return finishResponse(call, response, context)
  })
}

/** What leaves: without its body after HEAD, and explained where that was asked for. */
function finishResponse(
  { method, request, entry }: Call,
  original: Response,
  context: ServeContext,
): Response {
  if (isLostResponse(original)) return original
  const response = method === 'HEAD' ? new Response(null, original) : original
  context.entryOfResponse.set(response, entry)
  if (request.headers.has(explainHeader)) {
    response.headers.set(explainHeader, context.explanationHeader(entry))
  }
  return response
}

function createCall(request: RequestLike, text: string | undefined, context: ServeContext): Call {
  const url = new URL(request.url)
  const path = relativePath(context.basePath, url).replace(/(.)\/$/, '$1')
  const used: number[] = []
  const entry = context.journal.add('request', {
    method: request.method,
    path: path + url.search,
    operation: undefined,
    status: undefined,
    used,
    ...(text && { body: text }),
  })
  const input: CallInput = { query: {}, body: {} }
  const { method } = request
  const unresolved = { identity: undefined, operation: undefined }
  return { request, method, url, path, text, entry, used, params: {}, input, ...unresolved }
}

/** What does not stand below the base address is told whole, and no operation stands there. */
const relativePath = (base: string, { href, pathname, search }: URL): string =>
  pathname.startsWith(`${base}/`)
    ? pathname.slice(base.length)
    : href.slice(0, href.length - search.length)

function respondOrFail(call: Call, context: ServeContext): Response {
  try {
    for (const check of checks) check(call, context)
    call.entry['operation'] = call.operation?.id
    const { identity, used } = call
    const caller = { ownerId: identity?.ownerId ?? null, used, ...identity }
    return context.model.run(caller, (tx) => runOperation(call, tx, context))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    call.used.push(errorBody.number, checkOrder.number)
    call.entry['operation'] = call.operation?.id
    call.entry['because'] = problemReason(error)
    if (error.behaviour) call.entry['decidedBy'] = error.behaviour.id
    if (Object.keys(error.errors).length > 0) call.entry['errors'] = error.errors
    Object.assign(call.entry, error.details)
    return renderProblem(error)
  }
}

function runOperation(call: Call, tx: Transaction, context: ServeContext): Response {
  const operation = call.operation as CatalogOperation
  authorize(call, tx)
  validateBody(call, tx)
  resolvePathRecords(call, tx, context.catalog)
  const result = operation.handle(tx, call.input as never)
  const using: PresenterContext = {
    tx,
    stringify: (resource, row) => context.serializer().stringify(tx, resource, row),
    pageUrl: (query) => urlWithQuery(call.url, query),
  }
  call.used.push(...wireFormatBehaviours(operation, context.catalog))
  return renderResult(operation.presenter.present(result as never, using))
}

function urlWithQuery(url: URL, query: Readonly<Record<string, string | undefined>>): string {
  const target = new URL(url)
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) target.searchParams.delete(name)
    else target.searchParams.set(name, value)
  }
  return target.href
}
