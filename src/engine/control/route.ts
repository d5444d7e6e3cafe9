/** The type of control-plane routes, and functions that parse bodies and queries and create downloads. */
import { parseJsonObject } from '../serve/call-input.ts'
import { Problem } from '../define/problems.ts'
import { assertKnownKeys as assertBodyKeys } from '../errors/argument-checks.ts'

/** The JSON object in the body; empty for an empty body. */
export type ControlBody = Readonly<Record<string, unknown>>

/** Handles a request. A returned value becomes JSON; a `Response` is sent as it is. `id` replaces `:id`. */
export type ControlRoute = (body: ControlBody, id: string, request: Request) => unknown

/** Routes by method and path below the prefix: `POST clock`, `PUT snapshots/:id`. */
export type ControlRoutes = Readonly<Record<string, ControlRoute>>

/** Returns the body. Throws an EmulatorError if it has other keys. */
export function parseBody<K extends string>(
  body: ControlBody,
  keys: readonly K[],
): Partial<Record<K, unknown>> {
  assertBodyKeys(body, keys, 'read the body')
  return body as Partial<Record<K, unknown>>
}

export async function readBody(request: Request): Promise<ControlBody> {
  const text = await readObjectText(request)
  if (text === '') return {}
  const parsed = parseJsonObject(text)
  if (parsed.object) return parsed.object
  throw new Problem(400, { message: `The body ${parsed.defect}.` })
}

/** Reads the text of a body. It stops at the first bytes of a body that is no object, however long the body is. */
async function readObjectText({ body }: Request): Promise<string> {
  if (!body) return ''
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const isStart = text.trimStart() === ''
    text += decoder.decode(read.value, { stream: true })
    if (!isStart || /^\s*(\{|$)/.test(text)) continue
    // Note: the response does not wait until the client has sent the rest.
    void reader.cancel().catch(() => {})
    throw new Problem(400, { message: 'The body is not a JSON object.' })
  }
  return text + decoder.decode()
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

/** Creates a JSON response that a browser saves as a file. */
export const jsonDownload = (name: string, json: string): Response =>
  new Response(json, {
    headers: {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
