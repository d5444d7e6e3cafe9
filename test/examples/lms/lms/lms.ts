/** A small LMS with its own HTTP API. */
import {
  type AccountFields,
  changeAccount,
  createAccount,
  findAccounts,
  mergeAccounts,
} from './accounts.ts'
import { admit, dismiss, membersOf, putCourse } from './courses.ts'
import { LmsError } from './lms-error.ts'
import { emptyState, type Role, type State } from './state.ts'

export interface LmsOptions {
  /** Whether the API can merge accounts. Default: true. */
  canMerge?: boolean
  /** Returns the id of a new account. Default: `acc-1`, `acc-2` and so on. */
  accountId?: (fields: AccountFields, number: number) => string
  /** Where the state is kept. Default: in memory. */
  storage?: LmsStorage
}

/** A place for the state: a table with a key and a value. */
interface LmsStorage {
  get<T>(key: string): T | undefined
  set(key: string, value: unknown): void
}

/** The key of the state in the storage. */
const stateKey = 'lms'

/** A response as data. */
export interface LmsAnswer {
  status: number
  /** The body, as JSON. */
  text: string
}

export interface Lms {
  /** The API as a fetch handler. */
  fetch(request: Request): Promise<Response>
  /** The same without a network: answers a call. */
  answer(method: string, url: string, text: string): LmsAnswer
  /** The state, for assertions. */
  readonly state: State
}

interface Call {
  /** The path parameters, by name. */
  params: Record<string, string>
  query: URLSearchParams
  body: AccountFields & { into: string; title: string }
}

type Routes = Record<string, (call: Call) => unknown>

const routesOf = (state: State, { canMerge = true, accountId }: LmsOptions): Routes => ({
  'GET /accounts': ({ query }) => findAccounts(state, query),
  'POST /accounts': ({ body }) => createAccount(state, body, accountId),
  'PATCH /accounts/:id': ({ params, body }) => changeAccount(state, params.id!, body),
  'POST /accounts/:id/merge'({ params, body }) {
    if (!canMerge) throw new LmsError(405, 'accounts cannot be merged here')
    return mergeAccounts(state, params.id!, body.into)
  },
  'PUT /courses/:key': ({ params, body }) => putCourse(state, params.key!, body.title),
  'GET /courses/:key/:role': ({ params }) => membersOf(state, params.key!, params.role as Role),
  'PUT /courses/:key/:role/:id': ({ params }) =>
    admit(state, params.key!, params.role as Role, params.id!),
  'DELETE /courses/:key/:role/:id': ({ params }) =>
    dismiss(state, params.key!, params.role as Role, params.id!),
})

export function createLms(options: LmsOptions = {}): Lms {
  const { storage } = options
  const state = storage?.get<State>(stateKey) ?? emptyState()
  const routes = Object.entries(routesOf(state, options)).map(([name, answer]) => {
    const [method, path = ''] = name.split(' ')
    const pattern = new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
    return { method, pattern, answer }
  })

  function answerCall(method: string, url: string, text: string): LmsAnswer {
    const { pathname, searchParams: query } = new URL(url)
    const body = text ? JSON.parse(text) : {}
    for (const route of routes) {
      const found = route.method === method && route.pattern.exec(pathname)
      if (!found) continue
      try {
        const result = route.answer({ params: { ...found.groups }, query, body })
        if (method !== 'GET') storage?.set(stateKey, state)
        return { status: 200, text: JSON.stringify(result) }
      } catch (error) {
        if (!(error instanceof LmsError)) throw error
        return { status: error.status, text: JSON.stringify({ message: error.message }) }
      }
    }
    return { status: 404, text: JSON.stringify({ message: `no ${method} ${pathname}` }) }
  }

  async function fetch(request: Request): Promise<Response> {
    const { status, text } = answerCall(request.method, request.url, await request.text())
    return new Response(text, { status, headers: { 'content-type': 'application/json' } })
  }

  return { fetch, answer: answerCall, state }
}
