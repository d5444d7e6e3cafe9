/** Handles requests: runs the checks in order, then the operation, then its presenter. */
import { BehaviourLog } from '../define/behaviour-log.ts'
import { storedBody } from '../journal/entry-size.ts'
import { redactUrl } from '../journal/redaction.ts'
import { createExchange, requestKind } from '../journal/kinds/request.ts'
import type { PresenterContext } from '../define/presenters.ts'
import { Problem, problemReason } from '../define/problems.ts'
import type { CatalogOperation } from '../model/catalog.ts'
import type { Transaction } from '../model/transaction.ts'
import {
  type RequestLike,
  type Call,
  type CallInput,
  type Check,
  type ClosedCall,
  explainHeader,
  type ServeContext,
} from './call.ts'
import {
  identify,
  requireIdentity,
  authorize,
  requireFlag,
  matchRoute,
  enforceRateLimit,
  unknownRouteOf,
} from './checks.ts'
import { wireFormatBehaviours, renderProblem, renderResult } from './response-renderer.ts'
import { parseCallInput, readUncheckedInput, validateBody, withRuleStatus } from './call-input.ts'
import { respondToInternalError } from './internal-error.ts'
import { errorBody, checkOrder } from './behaviours.ts'
import {
  answerDelayMs,
  createLostResponse,
  delayAnswer,
  isLostResponse,
} from './response-arrival.ts'
import { resolvePathRecords } from './path-records.ts'
import { fileResponse } from './served-files.ts'
import { respondWithFault, matchFaults } from './request-faults.ts'
import { attemptKind } from '../journal/kinds/attempt.ts'
import { monotonicNowMs } from '../clock/real-time-wakeup.ts'
import { currentAsyncCause, noteStrayCause } from '../clock/async-cause.ts'
import type { Journal } from '../journal/journal.ts'
import { defined } from '../errors/defined.ts'

/** The checks that run, in this order, before the transaction. */
const checks: readonly Check[] = [
  identify,
  enforceRateLimit,
  requireIdentity,
  matchRoute,
  requireFlag,
]

export type FetchHandler = (request: RequestLike) => Promise<Response>

export function createFetchHandler(context: ServeContext): FetchHandler {
  return async (request) => {
    if (context.isClosed) return createLostResponse('closed')
    const file = fileResponse(request, context.settings)
    if (file) return file
    context.idleTracker.markActivity()
    if (request.body === null) return handleRequest(request, undefined, context)
    if (typeof request.body === 'string') return handleRequest(request, request.body, context)
    // Note: a delayed response is not short work, so the tracked function does not await it.
    const read = async () => ({ answer: handleRequest(request, await request.text?.(), context) })
    return (await context.idleTracker.trackShort(read)).answer
  }
}

function handleRequest(
  request: RequestLike,
  text: string | undefined,
  context: ServeContext,
): Response | Promise<Response> {
  const call = createCall(request, text, context)
  const failInternally = (error: unknown): Response => {
    const { response, outcome } = respondToInternalError(call, error, context)
    context.journal.update(call.entry, { ...outcome, waitsUntil: undefined })
    return response
  }
  return context.journal.withCause(call.entry, () => {
    try {
      const answer = answerCall(call, context)
      return answer instanceof Response ? answer : answer.catch(failInternally)
    } catch (error) {
      return failInternally(error)
    }
  })
}

/** Answers a call, with the faults that hit it. */
function answerCall(call: Call, context: ServeContext): Response | Promise<Response> {
  const faultHit = context.faults.hasActive() ? matchFaults(call, context) : undefined
  if (faultHit) {
    const respond = (): ClosedCall => respondOrFail(call, context)
    return respondWithFault(call, faultHit, context, respond).then((response) =>
      finishResponse(call, response, context),
    )
  }
  const { response, outcome } = respondOrFail(call, context)
  const delayMs = answerDelayMs(call, context)
  if (delayMs > 0) {
    context.journal.update(call.entry, outcome)
    const answer = delayAnswer(delayMs, call, context, response)
    return answer.then((delayed) => finishResponse(call, delayed, context))
  }
  context.journal.update(call.entry, outcome)
  return finishResponse(call, response, context)
}

/** Completes a response: removes the body for HEAD, and adds the explanation on request. */
function finishResponse(
  { method, request, entry, startedRealMs }: Call,
  original: Response,
  context: ServeContext,
): Response {
  entry.exchange.realMs = monotonicNowMs() - startedRealMs
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
  const path = relativePath(context.settings.basePath, url).replace(/(.)\/$/, '$1')
  const behaviours = new BehaviourLog()
  const cause = requestCause(request, context.journal)
  const test = cause === undefined ? context.settings.testName() : undefined
  const details = {
    method: request.method,
    path: redactUrl(path + url.search),
    operation: undefined,
    status: undefined,
    behaviours,
    exchange: createExchange(context.journal.isRecording ? headersOf(request) : {}),
    ...(text && storedBody(text)),
    ...defined({ test }),
  }
  const entry = context.journal.add(requestKind, details, cause)
  const input: CallInput = { query: {}, body: {} }
  const { method } = request
  const unresolved = { identity: undefined, operation: undefined }
  return {
    request,
    startedRealMs: monotonicNowMs(),
    method,
    url,
    path,
    text,
    entry,
    behaviours,
    params: {},
    input,
    ...unresolved,
  }
}

function headersOf({ headers }: RequestLike): Readonly<Record<string, string>> {
  const copy: Record<string, string> = {}
  headers.forEach((value, name) => (copy[name] = value))
  return copy
}

/** The path below the base URL, or the whole URL if it is not below the base URL. */
const relativePath = (base: string, { origin, pathname }: URL): string =>
  pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : origin + pathname

function respondOrFail(call: Call, context: ServeContext): ClosedCall {
  try {
    for (const check of checks) check(call, context)
    const { identity, behaviours } = call
    const baseUrl = (): string => call.url.origin + context.settings.basePath
    const actor = { ownerId: identity?.ownerId ?? null, behaviours, baseUrl, ...identity }
    const response = context.model.run(actor, (tx) => runOperation(call, tx, context))
    return { response, outcome: { operation: call.operation?.id, status: response.status } }
  } catch (error) {
    if (error instanceof Problem) return refuse(call, withRuleStatus(error, call, context), context)
    return respondToInternalError(call, error, context)
  }
}

function refuse(call: Call, problem: Problem, context: ServeContext): ClosedCall {
  const { operation, behaviours, entry } = call
  const { journal, callSiteSampler } = context
  const unknownRoute = unknownRouteOf(call, problem, context)
  const { behaviour, errors, details } = problem
  behaviours.add(errorBody)
  behaviours.add(checkOrder)
  callSiteSampler.take(entry.exchange)
  const response = renderProblem(problem, { entry, journal })
  const outcome = {
    operation: operation?.id,
    status: response.status,
    reason: [problemReason(problem), ...(unknownRoute ? [unknownRoute.reason] : [])].join('; '),
    ...defined({ decidedBy: behaviour?.id }),
    ...(Object.keys(errors).length > 0 && { errors }),
    ...details,
    ...unknownRoute?.details,
  }
  return { response, outcome }
}

function runOperation(call: Call, tx: Transaction, context: ServeContext): Response {
  const operation = call.operation as CatalogOperation
  const isScopeFirst = context.alternatives().has(checkOrder.id)
  if (isScopeFirst) {
    readUncheckedInput(call, context)
    authorize(call, tx)
  }
  parseCallInput(call, context)
  if (!isScopeFirst) authorize(call, tx)
  validateBody(call, tx, context.catalog)
  resolvePathRecords(call, tx, context.catalog)
  const result = operation.handle(tx, call.input as never)
  const using: PresenterContext = {
    tx,
    stringify: (resource, row) => context.serializer().stringify(tx, resource, row),
    pageUrl: (query) => urlWithQuery(call.url, query),
  }
  call.behaviours.add(wireFormatBehaviours(operation, context.catalog))
  const { entry } = call
  entry.exchange.result = result ?? null
  context.callSiteSampler.count(operation.id, entry.exchange)
  const presented = operation.presenter.present(result as never, using)
  return renderResult(presented, { entry, journal: context.journal })
}

// Note: `URL.searchParams` parses the whole URL again after each change.
function urlWithQuery(
  { href, search, hash }: URL,
  query: Readonly<Record<string, string | undefined>>,
): string {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) params.delete(name)
    else params.set(name, value)
  }
  const text = params.toString()
  return `${href.split(/[?#]/, 1)[0]}${text && `?${text}`}${hash}`
}

/** Names the cause of a request: the `webhook-id` of a delivery, or the number of a journal entry. */
const causeHeader = 'x-emulator-cause'

/** Returns the number of the entry that led to a request: a delivery attempt or a step; undefined if it is unknown. */
function requestCause({ headers }: RequestLike, journal: Journal): number | undefined {
  const sent = headers.get(causeHeader)
  if (sent !== null) return sentCause(sent, journal)
  const cause = currentAsyncCause()
  if (!cause || cause.journal === journal.identity()) return cause?.number
  noteStrayCause(cause)
  return undefined
}

function sentCause(sent: string, journal: Journal): number | undefined {
  if (/^\d{1,15}$/.test(sent)) return Number(sent)
  const isAttempt = (entry: { kind: string; notification?: string }): boolean =>
    entry.kind === attemptKind.name && entry.notification === sent
  return journal.entries().findLast(isAttempt)?.number
}
