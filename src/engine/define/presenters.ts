/**
 * Presenters: they turn the result of an operation into a response.
 *
 * Each operation has its presenter, so the request pipeline does not depend on the kind of result.
 */
import type { Field, Shape } from './fields.ts'
import type { AnyRow, Tx } from './tx.ts'
import { createStatus, doneBody, doneMailBody, doneUpdateBody } from './behaviours.ts'

/** The context of a presenter. */
export interface PresenterContext {
  readonly tx: Tx
  /** Returns the JSON of a row, as its read operation returns it. */
  stringify(resource: string, row: AnyRow): string
  /** Returns the URL of this call with changed query parameters; `undefined` removes a parameter. */
  pageUrl(query: Readonly<Record<string, string | undefined>>): string
}

export interface PresentedResponse {
  readonly status: number
  /** JSON, or null for no body. */
  readonly body: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** The content of a response, for the OpenAPI document and for checks. */
export type ResponseContent =
  | {
      readonly kind: 'record' | 'page' | 'records'
      readonly resource: string
      /** The returned fields. Default: all fields. */
      readonly fields?: readonly string[] | undefined
    }
  | { readonly kind: 'shape'; readonly shape: Shape }
  | { readonly kind: 'items'; readonly item: Field; readonly paged: boolean }
  | { readonly kind: 'done' }
  | { readonly kind: 'nothing' }

export interface Presenter<R = never> {
  readonly status: number
  readonly content: ResponseContent
  present(result: R, context: PresenterContext): PresentedResponse
}

/** A page of a sorted list, with links to other pages. */
export interface Page {
  readonly rows: readonly AnyRow[]
  /** The query parameters of other pages, by relation: `prev`, `next`, `last`. */
  readonly links: Readonly<Record<string, Readonly<Record<string, string | undefined>>>>
}

/** The responses without a record: the status with a body, and the status of the alternative. */
const statusBodies = {
  delete: { status: 200, assumption: doneBody, emptyStatus: 204 },
  update: { status: 200, assumption: doneUpdateBody, emptyStatus: 204 },
  mail: { status: 201, assumption: doneMailBody, emptyStatus: 201 },
}

/** The status of a successful response: 201 becomes 200 with the alternative of `create.status`. */
const successStatus = (tx: Tx, status: number): number =>
  status === 201 && !tx.assumes(createStatus) ? 200 : status

export function record(resource: string, status = 200): Presenter<AnyRow> {
  return {
    status,
    content: { kind: 'record', resource },
    present: (row, { stringify, tx }) => ({
      status: successStatus(tx, status),
      body: stringify(resource, row),
    }),
  }
}

export const created = (resource: string): Presenter<AnyRow> => record(resource, 201)

/** Presents a page of records. `fields` limits the fields of each record. */
export function page(resource: string, fields?: readonly string[]): Presenter<Page> {
  return {
    status: 200,
    content: { kind: 'page', resource, fields },
    present: ({ rows, links }, { stringify, pageUrl }) =>
      paginatedResponse(
        rows.map((row) => pickFields(fields, stringify(resource, row))),
        links,
        pageUrl,
      ),
  }
}

function paginatedResponse(
  texts: readonly string[],
  links: Page['links'],
  pageUrl: PresenterContext['pageUrl'],
): PresentedResponse {
  const link = Object.entries(links)
    .map(([relation, query]) => `<${pageUrl(query)}>; rel="${relation}"`)
    .join(', ')
  return { status: 200, body: `[${texts.join(',')}]`, ...(link && { headers: { link } }) }
}

function pickFields(fields: readonly string[] | undefined, text: string): string {
  if (!fields) return text
  const record = JSON.parse(text) as Record<string, unknown>
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field, record[field]])))
}

/** Presents an object of a shape that is not a resource. */
export function shapedObject(shape: Shape, status = 200): Presenter<object> {
  return {
    status,
    content: { kind: 'shape', shape },
    present: (value, { tx }) => ({
      status: successStatus(tx, status),
      body: JSON.stringify(value),
    }),
  }
}

/** Presents a list of items that are not records, without paging. */
export function itemList(item: Field, status: number): Presenter<readonly object[]> {
  return {
    status,
    content: { kind: 'items', item, paged: false },
    present: (values, { tx }) => ({
      status: successStatus(tx, status),
      body: JSON.stringify(values),
    }),
  }
}

/** Presents a page of items that are not records, from `paginateItems`. */
export function itemPage(item: Field): Presenter<Page> {
  return {
    status: 200,
    content: { kind: 'items', item, paged: true },
    present: ({ rows, links }, { pageUrl }) =>
      paginatedResponse(
        rows.map((row) => JSON.stringify(row['item'])),
        links,
        pageUrl,
      ),
  }
}

/** Presents an empty body. */
export function noContent(status = 204): Presenter<unknown> {
  return {
    status,
    content: { kind: 'nothing' },
    present: (_, { tx }) => ({ status: successStatus(tx, status), body: null }),
  }
}

/** Presents a success message in the shape of an error body. */
export function statusMessage(
  message: string,
  kind: keyof typeof statusBodies = 'delete',
): Presenter<unknown> {
  const { status, assumption, emptyStatus } = statusBodies[kind]
  return {
    status,
    content: { kind: 'done' },
    present(_, { tx }) {
      if (!tx.assumes(assumption)) return { status: successStatus(tx, emptyStatus), body: null }
      const code = successStatus(tx, status)
      return { status: code, body: JSON.stringify({ errors: {}, code, message }) }
    },
  }
}
