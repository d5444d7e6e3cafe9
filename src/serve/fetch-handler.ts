/** Answers requests: the checks in their order, then the operation, then its presenter. */
import { assumed, behaviour } from '../define/behaviours.ts'
import type { Using } from '../define/presenters.ts'
import { Problem, reasonOf } from '../define/problems.ts'
import type { NamedOperation } from '../model/catalog.ts'
import type { Transaction } from '../model/transaction.ts'
import {
  type Asked,
  type Call,
  type CallInput,
  type Check,
  explainHeader,
  type ServeParts,
} from './call.ts'
import { identify, refuseUnknown } from './checks/authentication.ts'
import { authorize } from './checks/authorization.ts'
import { gate, route } from './checks/route-check.ts'
import { throttle } from './checks/rate-limit.ts'
import { formsOf } from './wire-format.ts'
import { obeyRules, parse } from './call-input.ts'
import { isLost } from './lost-response.ts'
import { renderProblem, renderResult } from './response-renderer.ts'
import { resolve } from './path-records.ts'
import { answerStruck, strikeAt } from './fault-injection.ts'

const errorBody = behaviour('error.body', 'an error has a body of errors, code and message')
const inOrder = assumed(
  'checks.order',
  'token, rate, path, flag, syntax, scope, rules of the body: the first that fails is answered',
  { because: 'nothing is said; what costs least is asked first' },
)

/** What is asked before any row is touched, in this order. */
const checks: readonly Check[] = [identify, throttle, refuseUnknown, route, gate, parse]

export type Serve = (asked: Asked) => Promise<Response>

export function createServe(parts: ServeParts): Serve {
  return async (asked) => {
    parts.stir()
    if (asked.body === null) return serve(asked, undefined, parts)
    if (typeof asked.body === 'string') return serve(asked, asked.body, parts)
    // Note: what waits on the clock must not count as short work, so the answer is not awaited in it.
    const read = async () => ({ answer: serve(asked, await asked.text?.(), parts) })
    return (await parts.during(read)).answer
  }
}

function serve(
  request: Asked,
  text: string | undefined,
  parts: ServeParts,
): Response | Promise<Response> {
  const call = openCall(request, text, parts)
  return parts.journal.within(call.entry, () => {
    const strike = parts.faults.any() ? strikeAt(call, parts) : undefined
    if (strike) {
      const answer = (): Response => answerOrRefuse(call, parts)
      return answerStruck(call, strike, parts, answer).then((late) => leaving(call, late, parts))
    }
    const response = answerOrRefuse(call, parts)
    call.entry['status'] = response.status
    return leaving(call, response, parts)
  })
}

/** What leaves: without its body after HEAD, and explained where that was asked for. */
function leaving({ method, request, entry }: Call, answer: Response, parts: ServeParts): Response {
  if (isLost(answer)) return answer
  const response = method === 'HEAD' ? new Response(null, answer) : answer
  // Note: an emulator that nobody asks is cheap, and a weak map is not.
  parts.answered ??= new WeakMap()
  parts.answered.set(response, entry)
  if (request.headers.has(explainHeader)) {
    response.headers.set(explainHeader, parts.explained(entry))
  }
  return response
}

function openCall(request: Asked, text: string | undefined, parts: ServeParts): Call {
  const url = new URL(request.url)
  const path = pathBelow(parts.basePath, url).replace(/(.)\/$/, '$1')
  const used: number[] = []
  const entry = parts.journal.add('request', {
    method: request.method,
    path: path + url.search,
    operation: undefined,
    status: undefined,
    used,
    ...(text && { body: text }),
  })
  const input: CallInput = { query: {}, body: {} }
  const { method } = request
  const unknown = { identity: undefined, operation: undefined }
  return { request, method, url, path, text, entry, used, params: {}, input, ...unknown }
}

/** What does not stand below the base address is told whole, and no operation stands there. */
const pathBelow = (base: string, { href, pathname, search }: URL): string =>
  pathname.startsWith(`${base}/`)
    ? pathname.slice(base.length)
    : href.slice(0, href.length - search.length)

function answerOrRefuse(call: Call, parts: ServeParts): Response {
  try {
    for (const check of checks) check(call, parts)
    call.entry['operation'] = call.operation?.id
    const { identity, used } = call
    const caller = { owner: identity?.owner ?? null, used, ...identity }
    return parts.model.run(caller, (tx) => answer(call, tx, parts))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    call.used.push(errorBody.number, inOrder.number)
    call.entry['operation'] = call.operation?.id
    call.entry['because'] = reasonOf(error)
    if (error.behaviour) call.entry['decidedBy'] = error.behaviour.id
    if (Object.keys(error.errors).length > 0) call.entry['errors'] = error.errors
    Object.assign(call.entry, error.details)
    return renderProblem(error)
  }
}

function answer(call: Call, tx: Transaction, parts: ServeParts): Response {
  const operation = call.operation as NamedOperation
  authorize(call, tx)
  obeyRules(call, tx)
  resolve(call, tx, parts.catalog)
  const result = operation.answer(tx, call.input as never)
  const using: Using = {
    tx,
    text: (resource, row) => parts.showing().text(tx, resource, row),
    address: (query) => addressOf(call.url, query),
  }
  call.used.push(...formsOf(operation, parts.catalog))
  return renderResult(operation.present.present(result as never, using))
}

function addressOf(url: URL, query: Readonly<Record<string, string | undefined>>): string {
  const address = new URL(url)
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) address.searchParams.delete(name)
    else address.searchParams.set(name, value)
  }
  return address.href
}
