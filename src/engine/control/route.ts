/** The type of control-plane routes, and functions that parse bodies and queries and create responses. */
import { parseJsonObject } from '../serve/call-input.ts'
import { Problem } from '../define/problems.ts'
import { EmulatorError, unknownNameError } from '../errors/errors.ts'
import {
  type OptionErrors,
  type OptionTable,
  readOptions,
  type ValuesOf,
} from '../errors/options.ts'

/** The JSON object in the body; empty for an empty body. */
export type ControlBody = Readonly<Record<string, unknown>>

/** A request to a route. */
interface ControlCall {
  readonly body: ControlBody
  /** The part of the path that stands for `:id`; empty without one. */
  readonly id: string
  readonly query: URLSearchParams
  readonly request: Request
}

/** Handles a request. A returned value becomes JSON; a `Response` is sent as it is. */
export type ControlRoute = (call: ControlCall) => unknown

/** Routes by method and path below the prefix: `POST clock`, `PUT snapshots/:id`. */
export type ControlRoutes = Readonly<Record<string, ControlRoute>>

/** Reads a body that is options. @throws EmulatorError for an unknown key, and as the checks of the options */
export const readBody = <const T extends OptionTable>(
  table: T,
  body: ControlBody,
  errors: Partial<OptionErrors> = {},
): ValuesOf<T> =>
  readOptions(table, body, {
    action: 'read the body',
    code: 'bad_body',
    subject: 'the body is',
    ...errors,
  })

/** `noun` names the expected body, and `isStart` returns whether a text can be its start. */
export interface ExpectedBody {
  readonly noun: string
  isStart(text: string): boolean
}

export const jsonObject: ExpectedBody = {
  noun: 'a JSON object',
  isStart: (text) => /^\s*(\{|$)/.test(text),
}

export async function receiveBody(request: Request, expected = jsonObject): Promise<ControlBody> {
  const text = await readText(request, expected)
  if (text === '') return {}
  const parsed = parseJsonObject(text)
  if (parsed.object) return parsed.object
  throw new Problem(400, { message: `The body ${parsed.defect}.` })
}

/** The characters at the start of a body that are checked while it arrives. */
const startLength = 2_000_000

/** Reads the text of a body. It stops at a wrong start, however long the body is. */
async function readText({ body }: Request, { noun, isStart }: ExpectedBody): Promise<string> {
  if (!body) return ''
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const isChecked = text.length >= startLength
    text += decoder.decode(read.value, { stream: true })
    if (isChecked || isStart(text)) continue
    // Note: the response does not wait until the client has sent the rest.
    void reader.cancel().catch(() => {})
    throw new Problem(400, { message: `The body is not ${noun}.` })
  }
  return text + decoder.decode()
}

/** A query that tells which of its keys a route never asked for. */
export class RouteQuery extends URLSearchParams {
  readonly #asked = new Set<string>()

  override get(name: string): string | null {
    this.#asked.add(name)
    return super.get(name)
  }

  override getAll(name: string): string[] {
    this.#asked.add(name)
    return super.getAll(name)
  }

  /** Throws for a key that the route does not have. `call` is the method and the path. */
  assertAsked(call: string, advice: string): void {
    for (const name of this.keys()) {
      // Note: the handler of the host reads the key of the instance.
      if (name === 'instance' || this.#asked.has(name)) continue
      const known = [...this.#asked]
      const action = `call ${call}`
      if (known.length > 0) throw unknownNameError('query key', name, known, action)
      const reason = `there is no query key "${name}"`
      throw new EmulatorError('unknown_query_key', { action, reason, advice })
    }
  }
}

/** Returns the value of a query key; undefined if it is missing or empty. */
export const queryText = (query: URLSearchParams, name: string): string | undefined =>
  query.get(name) || undefined

/** Returns the integer value of a query key. Throws a Problem 400 if it is out of range. */
export function queryNumber(
  query: URLSearchParams,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const text = query.get(name)
  if (text === null) return fallback
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= min && number <= max) return number
  throw new Problem(400, { message: `"${name}" is not a whole number from ${min} to ${max}.` })
}

/** Creates a response that no cache stores. */
export const uncachedResponse = (
  text: string,
  headers: Readonly<Record<string, string>> & { readonly 'content-type': string },
): Response => new Response(text, { headers: { ...headers, 'cache-control': 'no-store' } })
