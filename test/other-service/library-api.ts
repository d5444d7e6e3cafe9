/** An invented API of a library: books and loans, lists by offset, and short retries of its only event. */
import * as d from '../../src/engine/define/define.ts'
import { badRequest } from '../../src/engine/define/problems.ts'
import type { Presenter } from '../../src/engine/define/presenters.ts'
import type { AnyRow, Tx } from '../../src/engine/define/tx.ts'
import { createEmulatorOf } from '../../src/engine/emulator/emulator.ts'
import type { Emulator } from '../../src/engine/emulator/emulator-api.ts'
import type { EmulatorOptions } from '../../src/engine/emulator/options.ts'
import { defineService } from '../../src/engine/emulator/service-definition.ts'

/** A book. `shelf` is its place in the library. */
const BookShape = { ...d.identity, title: d.string(), shelf: d.integer() }

/** A loan of a book to a reader. */
const LoanShape = {
  ...d.identity,
  book_id: d.ref('books'),
  reader: d.string(),
  status: d.choice(['out', 'returned']).defaultsTo('out'),
  ...d.timestamps,
}

const pageSizeMax = 50

/** A part of a list, and the number of its records. */
interface ListPart {
  readonly rows: readonly AnyRow[]
  readonly total: number
}

/** Presents `{ "items": […], "total": 3 }`. */
const listPart = (name: string): Presenter<ListPart> => ({
  status: 200,
  content: { kind: 'shape', shape: { items: d.listOf(d.object({})), total: d.integer() } },
  present: ({ rows, total }, { stringify }) => ({
    status: 200,
    body: `{"items":[${rows.map((row) => stringify(name, row)).join(',')}],"total":${total}}`,
  }),
})

/** Lists the rows from `offset`, at most `limit` of them. */
const listByOffset = (name: string, where: Readonly<Record<string, unknown>> = {}) => {
  const rowsOf = (tx: Tx): AnyRow[] => tx.where<string>(name, where)
  return d.operation({
    method: 'GET',
    path: `/${name}`,
    scopes: ['library:read'],
    query: { offset: d.integer(), limit: d.integer() },
    presenter: listPart(name),
    walk: (tx, input) => {
      const { offset = 0 } = (input as { query: { offset?: number } }).query
      const rows = rowsOf(tx)
      if (offset === 0) return undefined
      const [read, unread] = [rows.slice(0, offset), rows.slice(offset)]
      return { resource: name, read, unread, sort: [], values: where }
    },
    handle(tx, { query: { offset = 0, limit = pageSizeMax } }) {
      if (limit > pageSizeMax) throw badRequest({ limit: [`is above ${pageSizeMax}`] })
      const rows = rowsOf(tx)
      return { rows: rows.slice(offset, offset + limit), total: rows.length }
    },
  })
}

const books = d.resource('books', BookShape, { singular: 'Book' }, ({ show }) => ({
  description: 'A book that readers borrow.',

  operations: {
    get_books: listByOffset('books'),
    get_book: show({ scopes: ['library:read'] }),
  },
  recipe: {
    rowCounts: { small: 3, medium: 3, large: 3 },
    fields: { title: ({ number }) => `Book ${number}`, shelf: ({ number }) => number },
  },
}))

const changed = 'loan.changed'

const loans = d.resource('loans', LoanShape, { singular: 'Loan' }, ({ show }) => ({
  description: 'A loan of a book to a reader.',

  events: { created: changed, updated: changed },
  listChanges: { hide: 'return_book' },
  operations: {
    get_loans: listByOffset('loans', { status: 'out' }),
    get_loan: show({ scopes: ['library:read'] }),
  },
  acts: {
    lend_book: d.act({
      summary: 'Lends a book to a reader.',
      input: { book_id: d.ref('books').required(), reader: d.string().required() },
      returns: 'loans',
      handle: (tx, values) => tx.insert<string>('loans', values),
    }),
    return_book: d.act({
      summary: 'Ends a loan.',
      input: { loan_id: d.ref('loans').required() },
      returns: 'loans',
      handle: (tx, { loan_id }) => tx.update<string>('loans', loan_id, { status: 'returned' }),
    }),
  },
  recipe: {
    rowCounts: { small: 3, medium: 3, large: 3 },
    fields: { reader: ({ number }) => `Reader ${number}` },
  },
}))

/** The owners of tokens. */
const librarians = d.resource('librarians', d.identity, { singular: 'Librarian' }, () => ({
  description: 'A person who lends books.',

  recipe: { rowCounts: { small: 1, medium: 1, large: 1 }, emptyWorldCount: 1, fields: {} },
}))

const ApiKeyShape = {
  ...d.identity,
  token: d.string().unique(),
  user_id: d.ref('librarians'),
  scopes: d.listOf(d.string()),
  application: d.string().nullable(),
}

const WebhookShape = {
  id: d.string(),
  url: d.uri(),
  active: d.boolean(),
  events: d.listOf(d.choice([changed])),
  secret: d.string().defaultsTo('whsec_bGlicmFyeS1zZWNyZXQ='),
  former_secrets: d.listOf(d.object({})).defaultsTo([]),
}

const NotificationShape = {
  id: d.string(),
  event_id: d.string(),
  webhook_id: d.stringRef('webhooks'),
  status: d.string(),
  created_at: d.timestamp(),
  event: d.string(),
  body: d.string(),
  attempts: d.listOf(d.object({})),
  number: d.integer(),
  cause: d.integer(),
}

const library = defineService([
  librarians,
  books,
  loans,
  d.resource('api_keys', ApiKeyShape, { singular: 'ApiKey' }, () => ({
    description: 'An API token.',
  })),
  d.resource('webhooks', WebhookShape, { singular: 'Webhook', keepReferences: true }, () => ({
    description: 'A URL that receives events.',
  })),
  d.resource('webhook_notifications', NotificationShape, { singular: 'Notification' }, () => ({
    description: 'A notification of one event to one webhook.',
  })),
])

/** A delivery is tried four times, within two minutes. */
const retryDelaysMs = [5_000, 20_000, 90_000]

export const createLibrary = (options: EmulatorOptions = {}): Emulator =>
  createEmulatorOf(library, { world: 'empty', delivery: { retryDelaysMs }, ...options })

export interface Loan {
  readonly id: number
  readonly reader: string
  readonly status: 'out' | 'returned'
}

/** The methods of the emulator, with the resources of the library. */
export interface LibraryMethods {
  given(name: 'books'): { readonly id: number }
  given(name: 'loans', values: Partial<Loan>): Loan
  readonly act: {
    lendBook(input: { book_id: number; reader: string }): Loan
    returnBook(input: { loan_id: Loan }): Loan
  }
}

// Note: the types of the emulator's methods belong to the service of the package.
export const libraryMethods = (emulator: Emulator): LibraryMethods =>
  emulator as unknown as LibraryMethods
