/** An invented API of a library: books and loans, lists by offset, and short retries of its only event. */
import {
  act,
  boolean,
  choice,
  identity,
  integer,
  listOf,
  object,
  operation,
  ref,
  resource,
  string,
  stringRef,
  timestamp,
  timestamps,
  uri,
} from '../../src/define/define.ts'
import { badRequest } from '../../src/define/problems.ts'
import type { Presenter } from '../../src/define/presenters.ts'
import type { AnyRow, Tx } from '../../src/define/tx.ts'
import { createEmulatorOf } from '../../src/emulator/emulator.ts'
import type { Emulator } from '../../src/emulator/emulator-api.ts'
import type { EmulatorOptions } from '../../src/emulator/options.ts'
import { defineService } from '../../src/emulator/catalog/service-definition.ts'

/** A book. `shelf` is its place in the library. */
const BookShape = { ...identity, title: string(), shelf: integer() }

/** A loan of a book to a reader. */
const LoanShape = {
  ...identity,
  book_id: ref('books'),
  reader: string(),
  status: choice(['out', 'returned']).defaultsTo('out'),
  ...timestamps,
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
  content: { kind: 'shape', shape: { items: listOf(object({})), total: integer() } },
  present: ({ rows, total }, { stringify }) => ({
    status: 200,
    body: `{"items":[${rows.map((row) => stringify(name, row)).join(',')}],"total":${total}}`,
  }),
})

/** Lists the rows from `offset`, at most `limit` of them. */
const listByOffset = (name: string, where: Readonly<Record<string, unknown>> = {}) => {
  const rowsOf = (tx: Tx): AnyRow[] => tx.where<string>(name, where)
  return operation({
    method: 'GET',
    path: `/${name}`,
    scopes: ['library:read'],
    query: { offset: integer(), limit: integer() },
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

const books = resource('books', BookShape, { singular: 'Book' }, ({ show }) => ({
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

const loans = resource('loans', LoanShape, { singular: 'Loan' }, ({ show }) => ({
  events: { created: changed, updated: changed },
  listChanges: { hide: 'return_book' },
  operations: {
    get_loans: listByOffset('loans', { status: 'out' }),
    get_loan: show({ scopes: ['library:read'] }),
  },
  acts: {
    lend_book: act({
      summary: 'Lends a book to a reader.',
      input: { book_id: ref('books').required(), reader: string().required() },
      returns: 'loans',
      handle: (tx, values) => tx.insert<string>('loans', values),
    }),
    return_book: act({
      summary: 'Ends a loan.',
      input: { loan_id: ref('loans').required() },
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
const librarians = resource('librarians', identity, { singular: 'Librarian' }, () => ({
  recipe: { rowCounts: { small: 1, medium: 1, large: 1 }, emptyWorldCount: 1, fields: {} },
}))

const ApiKeyShape = {
  ...identity,
  token: string().unique(),
  user_id: ref('librarians'),
  scopes: listOf(string()),
  application: string().nullable(),
}

const WebhookShape = {
  id: string(),
  url: uri(),
  active: boolean(),
  events: listOf(choice([changed])),
  secret: string().defaultsTo('whsec_bGlicmFyeS1zZWNyZXQ='),
  former_secrets: listOf(object({})).defaultsTo([]),
}

const NotificationShape = {
  id: string(),
  event_id: string(),
  webhook_id: stringRef('webhooks'),
  status: string(),
  created_at: timestamp(),
  event: string(),
  body: string(),
  attempts: listOf(object({})),
  number: integer(),
  cause: integer(),
}

const library = defineService([
  librarians,
  books,
  loans,
  resource('api_keys', ApiKeyShape, { singular: 'ApiKey' }, () => ({})),
  resource('webhooks', WebhookShape, { singular: 'Webhook', keepReferences: true }, () => ({})),
  resource('webhook_notifications', NotificationShape, { singular: 'Notification' }, () => ({})),
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
