/** What a route of the control plane is, how it reads what was sent, and how it answers with a file. */
import { Problem } from '../define/problems.ts'
import { assertKnownKeys as assertBodyKeys, isObject } from '../machine/argument-checks.ts'

/** A JSON object that was sent; empty where nothing was. */
export type ControlBody = Readonly<Record<string, unknown>>

/** Answers one call: a value becomes JSON, a Response stays as it is. `id` is what stands for `:id`. */
export type ControlRoute = (body: ControlBody, id: string, request: Request) => unknown

/** Routes by method and path below the prefix: `POST clock`, `PUT snapshots/:id`. */
export type ControlRoutes = Readonly<Record<string, ControlRoute>>

/** The body, if it has none but these keys. */
export function parseBody<K extends string>(
  body: ControlBody,
  keys: readonly K[],
): Partial<Record<K, unknown>> {
  assertBodyKeys(body, keys, 'read the body')
  return body as Partial<Record<K, unknown>>
}

export async function readBody(request: Request): Promise<ControlBody> {
  const text = await request.text()
  if (text === '') return {}
  const value = parseJson(text)
  if (isObject(value)) return value
  throw new Problem(400, { message: 'The body is no JSON object.' })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What a query says under a name; undefined where it says nothing. */
export const queryText = (query: URLSearchParams, name: string): string | undefined =>
  query.get(name) || undefined

/** A whole number in a query. */
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
  throw new Problem(400, { message: `"${name}" is no whole number from ${min} to ${max}.` })
}

/** JSON that a browser saves under a name. */
export const jsonDownload = (name: string, json: string): Response =>
  new Response(json, {
    headers: {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
