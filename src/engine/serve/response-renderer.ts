/** Creates responses from results and problems, and records them. */
import { encodeText, isShortAscii } from '../journal/entry-size.ts'
import type { Journal } from '../journal/journal.ts'
import type { PresentedResponse, ResponseContent } from '../define/presenters.ts'
import type { StoredRequest } from './call.ts'
import type { Problem } from '../define/problems.ts'
import { createTextResponse } from './text-response.ts'
import { BehaviourLog } from '../define/behaviour-log.ts'
import type { Behaviour } from '../define/behaviour.ts'
import type { FieldSpec, Shape } from '../define/fields.ts'
import type { Catalog, CatalogOperation } from '../model/catalog.ts'
import { amountFormat, booleanFormat, nullFormat, timestampFormat } from './behaviours.ts'

/** The entry of the request, and the journal that keeps the text of its response. */
export interface ResponseRecord {
  readonly entry: StoredRequest
  readonly journal: Journal
}

export function renderResult(
  { status, body, headers = {} }: PresentedResponse,
  record: ResponseRecord,
): Response {
  if (body !== null) return json(status, body, headers, record)
  record.entry.exchange.responseHeaders = headers
  return new Response(null, { status, headers: { ...headers } })
}

export function renderProblem(
  { status, message, errors, headers }: Problem,
  record: ResponseRecord,
): Response {
  return json(status, JSON.stringify({ errors, code: status, message }), headers, record)
}

// Note: `content-length` tells clients and interceptors where the body ends.
function json(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
  record: ResponseRecord,
): Response {
  const bytes = isShortAscii(text) ? undefined : encodeText(text)
  const length = bytes?.length ?? text.length
  const responseHeaders = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(length),
    ...headers,
  }
  recordResponse(record, responseHeaders, text)
  return createTextResponse(text, { status, headers: responseHeaders }, bytes)
}

/** Keeps a response with the entry of its request. */
export function recordResponse(
  { entry, journal }: ResponseRecord,
  headers: Readonly<Record<string, string>>,
  text: string,
): void {
  const { exchange } = entry
  exchange.responseHeaders = headers
  exchange.response = journal.record(entry, text, text.length)
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
