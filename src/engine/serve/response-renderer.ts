/** Creates responses from results and problems, and records what they contain. */
import type { RequestTraffic } from '../journal/kinds/request.ts'
import type { PresentedResponse, ResponseContent, Page } from '../define/presenters.ts'
import type { Problem } from '../define/problems.ts'
import { createTextResponse } from './text-response.ts'
import { BehaviourLog } from '../define/behaviour-log.ts'
import type { Behaviour } from '../define/behaviour.ts'
import type { FieldSpec, Shape } from '../define/fields.ts'
import type { Catalog, CatalogOperation } from '../model/catalog.ts'
import { amountFormat, booleanFormat, nullFormat, timestampFormat } from './behaviours.ts'
import type { Operation } from '../define/operation.ts'

const encoder = new TextEncoder()

export function renderResult(
  { status, body, headers = {} }: PresentedResponse,
  traffic: RequestTraffic,
): Response {
  if (body === null) return new Response(null, { status, headers: { ...headers } })
  return json(status, body, headers, traffic)
}

export function renderProblem(
  { status, message, errors, headers }: Problem,
  traffic: RequestTraffic,
): Response {
  return json(status, JSON.stringify({ errors, code: status, message }), headers, traffic)
}

// Note: `content-length` tells clients and interceptors where the body ends.
function json(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
  traffic: RequestTraffic,
): Response {
  const bytes = isShortAscii(text) ? undefined : encoder.encode(text)
  const length = bytes?.length ?? text.length
  traffic.responseBytes = length
  const responseHeaders = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(length),
    ...headers,
  }
  return createTextResponse(text, { status, headers: responseHeaders }, bytes)
}

/** The encoder counts the bytes of a longer text faster. */
const shortTextMax = 2_000

export const byteLength = (text: string): number =>
  isShortAscii(text) ? text.length : encoder.encode(text).length

/** Most short texts are ASCII text, in which each character is one byte. */
function isShortAscii(text: string): boolean {
  if (text.length > shortTextMax) return false
  for (let i = 0; i < text.length; i += 1) {
    if (text.charCodeAt(i) > 127) return false
  }
  return true
}

const formats: readonly (readonly [Behaviour, (spec: FieldSpec) => boolean])[] = [
  [nullFormat, ({ nullable }) => nullable === true],
  [booleanFormat, ({ kind }) => kind === 'boolean'],
  [timestampFormat, ({ format }) => format === 'timestamp' || format === 'date'],
  [amountFormat, ({ format }) => format === 'decimal'],
]

const cache = new WeakMap<CatalogOperation, BehaviourLog>()

/** The behaviours that every response of an operation relies on. */
export function wireFormatBehaviours(operation: CatalogOperation, catalog: Catalog): BehaviourLog {
  let behaviours = cache.get(operation)
  if (!behaviours) {
    const visible = Object.values(responseShape(operation.presenter.content, catalog)).filter(
      ({ spec }) => !spec.hidden,
    )
    const relevant = formats.filter(([, applies]) => visible.some(({ spec }) => applies(spec)))
    behaviours = new BehaviourLog(relevant.map(([format]) => format))
    cache.set(operation, behaviours)
  }
  return behaviours
}

function responseShape(content: ResponseContent, { resources }: Catalog): Shape {
  if (content.kind === 'shape') return content.shape
  if (content.kind === 'items') return content.item.spec.shape ?? {}
  return 'resource' in content ? (resources.get(content.resource)?.shape ?? {}) : {}
}

/** Counts the records that an operation returned, for usage. */
export function countRows(
  { presenter: { content } }: Operation,
  result: unknown,
  traffic: RequestTraffic,
): void {
  if (content.kind === 'record') {
    traffic.rows = 1
  } else if (Array.isArray(result)) {
    traffic.rows = result.length
  } else if (isPage(result)) {
    traffic.rows = result.rows.length
    traffic.hasNext = result.links['next'] !== undefined
    if (content.kind === 'page' && !content.fields) traffic.ids = result.rows.map(({ id }) => id)
  }
}

const isPage = (result: unknown): result is Page =>
  typeof result === 'object' && result !== null && 'rows' in result && 'links' in result
