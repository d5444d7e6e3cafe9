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
  /** Where the log of changes is kept. Default: nowhere. */
  storage?: LmsStorage
}

/** The storage of the log: values by key. */
interface LmsStorage {
  get<T>(key: string): T | undefined
  set(key: string, value: unknown): void
}

/** The key of a change in the storage, by its number from 1. */
const changeKey = (number: number): string => `lms change ${number}`

/** A call that changed the state. */
type Change = [method: string, url: string, text: string]

/** A response as data. */
interface LmsAnswer {
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

type Routes = Record<string, (call: Call, state: State, options: LmsOptions) => unknown>

const routes: Routes = {
  'GET /accounts': ({ query }, state) => findAccounts(state, query),
  'POST /accounts': ({ body }, state, { accountId }) => createAccount(state, body, accountId),
  'PATCH /accounts/:id': ({ params, body }, state) => changeAccount(state, params.id!, body),
  'POST /accounts/:id/merge'({ params, body }, state, { canMerge = true }) {
    if (!canMerge) throw new LmsError(405, 'accounts cannot be merged here')
    return mergeAccounts(state, params.id!, body.into)
  },
  'PUT /courses/:key': ({ params, body }, state) => putCourse(state, params.key!, body.title),
  'GET /courses/:key/:role': ({ params }, state) =>
    membersOf(state, params.key!, params.role as Role),
  'PUT /courses/:key/:role/:id': ({ params }, state) =>
    admit(state, params.key!, params.role as Role, params.id!),
  'DELETE /courses/:key/:role/:id': ({ params }, state) =>
    dismiss(state, params.key!, params.role as Role, params.id!),
}

/** The routes with a pattern for the path. */
const patterns = Object.entries(routes).map(([name, answer]) => {
  const [method, path = ''] = name.split(' ')
  const pattern = new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
  return { method, pattern, answer }
})

export function createLms(options: LmsOptions = {}): Lms {
  const { storage } = options
  const state = emptyState()

  function answerCall(method: string, url: string, text: string): LmsAnswer {
    const { pathname: encoded, searchParams: query } = new URL(url)
    const pathname = decodeURI(encoded)
    const body = text ? JSON.parse(text) : {}
    for (const { method: own, pattern, answer } of patterns) {
      const found = own === method && pattern.exec(pathname)
      if (!found) continue
      try {
        const result = answer({ params: { ...found.groups }, query, body }, state, options)
        return { status: 200, text: JSON.stringify(result) }
      } catch (error) {
        if (!(error instanceof LmsError)) throw error
        return { status: error.status, text: JSON.stringify({ message: error.message }) }
      }
    }
    return { status: 404, text: JSON.stringify({ message: `no ${method} ${pathname}` }) }
  }

  /** Answers a call. The log gets each call that changes something. */
  function answer(...call: Change): LmsAnswer {
    const { length } = state.history
    const result = answerCall(...call)
    if (state.history.length > length) storage?.set(changeKey(state.history.length), call)
    return result
  }

  async function fetch(request: Request): Promise<Response> {
    const { status, text } = answer(request.method, request.url, await request.text())
    return new Response(text, { status, headers: { 'content-type': 'application/json' } })
  }

  for (let number = 1; ; number += 1) {
    const change = storage?.get<Change>(changeKey(number))
    if (!change) break
    answerCall(...change)
    if (state.history.length !== number) throw new Error(`Could not repeat change ${number}.`)
  }
  return { fetch, answer, state }
}
