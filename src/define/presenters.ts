/**
 * Says how the result of an operation becomes a response.
 *
 * A presenter travels with its operation, so nobody above asks what kind of result this is.
 */
import { assumed } from './behaviours.ts'
import type { Field, Shape } from './fields.ts'
import type { AnyRow, Tx } from './tx.ts'

/** What a presenter may use. */
export interface Using {
  readonly tx: Tx
  /** The JSON text of a row as its read operation gives it. */
  text(resource: string, row: AnyRow): string
  /** The address of this call with some query parameters changed; undefined removes one. */
  address(query: Readonly<Record<string, string | undefined>>): string
}

export interface Presented {
  readonly status: number
  /** JSON, or null for no body. */
  readonly text: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** What a response holds, for whoever describes or checks it. */
export type Holds =
  | {
      readonly kind: 'record' | 'page' | 'records'
      readonly resource: string
      /** The fields that are shown, where these are not all. */
      readonly fields?: readonly string[] | undefined
    }
  | { readonly kind: 'shape'; readonly shape: Shape }
  | { readonly kind: 'items'; readonly item: Field; readonly paged: boolean }
  | { readonly kind: 'done' }
  | { readonly kind: 'nothing' }

export interface Presenter<R = never> {
  readonly status: number
  readonly holds: Holds
  present(result: R, using: Using): Presented
}

/** A part of a sorted list, and where the parts beside it begin. */
export interface Page {
  readonly rows: readonly AnyRow[]
  /** Query parameters that lead to other pages, by their relation: prev, next, last. */
  readonly links: Readonly<Record<string, Readonly<Record<string, string | undefined>>>>
}

const createStatus = assumed('create.status', 'a create answers 201 with the record', {
  because: 'the contract lists 201; the document shows no success codes',
  instead: 'a create answers 200 with the record',
})

const doneBody = assumed('done.body', 'a delete answers 200 with a body in the shape of an error', {
  because: 'the document says that deletes show the error body; the contract lists 204',
  instead: 'a delete answers 204 without a body',
})

const doneUpdateBody = assumed(
  'done.update.body',
  'updates that the document marks error-body-shaped answer with that body, code 200',
  {
    because: 'the document says so; the contract lists 204',
    instead: 'they answer 204 without a body',
  },
)

const doneMailBody = assumed('done.mail.body', 'sending a mail answers 201 with such a body', {
  because: 'the document says error-body-shaped; the contract lists an empty 201',
  instead: 'sending a mail answers 201 without a body',
})

/** What is answered where there is nothing to show, and what in the other reading. */
const doneAs = {
  delete: { status: 200, assumption: doneBody, bare: 204 },
  update: { status: 200, assumption: doneUpdateBody, bare: 204 },
  mail: { status: 201, assumption: doneMailBody, bare: 201 },
}

export function record(resource: string, status = 200): Presenter<AnyRow> {
  return {
    status,
    holds: { kind: 'record', resource },
    present: (row, { text }) => ({ status, text: text(resource, row) }),
  }
}

export function created(resource: string): Presenter<AnyRow> {
  return {
    status: 201,
    holds: { kind: 'record', resource },
    present: (row, { text, tx }) => ({
      status: tx.takes(createStatus) ? 201 : 200,
      text: text(resource, row),
    }),
  }
}

/** A page of records; with `fields`, of these fields of theirs alone. */
export function page(resource: string, fields?: readonly string[]): Presenter<Page> {
  return {
    status: 200,
    holds: { kind: 'page', resource, fields },
    present: ({ rows, links }, { text, address }) =>
      paginated(
        200,
        rows.map((row) => only(fields, text(resource, row))),
        links,
        address,
      ),
  }
}

function paginated(
  status: number,
  texts: readonly string[],
  links: Page['links'],
  address: Using['address'],
): Presented {
  const link = Object.entries(links)
    .map(([relation, query]) => `<${address(query)}>; rel="${relation}"`)
    .join(', ')
  return { status, text: `[${texts.join(',')}]`, ...(link && { headers: { link } }) }
}

function only(fields: readonly string[] | undefined, text: string): string {
  if (!fields) return text
  const record = JSON.parse(text) as Record<string, unknown>
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field, record[field]])))
}

/** Rows without paging. */
export function records(resource: string, status = 200): Presenter<readonly AnyRow[]> {
  return {
    status,
    holds: { kind: 'records', resource },
    present: (rows, { text }) => ({
      status,
      text: `[${rows.map((row) => text(resource, row)).join(',')}]`,
    }),
  }
}

/** A plain value of a shape that is no resource. */
export function shaped(shape: Shape, status = 200): Presenter<object> {
  return {
    status,
    holds: { kind: 'shape', shape },
    present: (value) => ({ status, text: JSON.stringify(value) }),
  }
}

/** All of some plain values of one kind. */
export function items(item: Field, status = 200): Presenter<readonly object[]> {
  return {
    status,
    holds: { kind: 'items', item, paged: false },
    present: (values) => ({ status, text: JSON.stringify(values) }),
  }
}

/** A page of plain values of one kind, made by `pageOf`. */
export function pageOfItems(item: Field, status = 200): Presenter<Page> {
  return {
    status,
    holds: { kind: 'items', item, paged: true },
    present: ({ rows, links }, { address }) =>
      paginated(
        status,
        rows.map((row) => JSON.stringify(row['item'])),
        links,
        address,
      ),
  }
}

/** No body at all. */
export function nothing(status = 204): Presenter<unknown> {
  return { status, holds: { kind: 'nothing' }, present: () => ({ status, text: null }) }
}

/** The body that looks like an error and says that all is well. */
export function done(message: string, of: keyof typeof doneAs = 'delete'): Presenter<unknown> {
  const { status, assumption, bare } = doneAs[of]
  return {
    status,
    holds: { kind: 'done' },
    present: (_, { tx }) =>
      tx.takes(assumption)
        ? { status, text: JSON.stringify({ errors: {}, code: status, message }) }
        : { status: bare, text: null },
  }
}
