/** Random calls of every operation, valid and invalid, from the list of operations in `calls.jsonl`. */
import { readFileSync } from 'node:fs'
import type { Emulator } from 'course-admin-emulator'
import type { Draw } from './draw.ts'

export interface OperationCall {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly params?: Readonly<Record<string, unknown>>
  /** The type of each parameter, or the values that it takes. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>
  /** A query with which the call succeeds, where it needs one. */
  readonly example?: string
  readonly body?: Readonly<Record<string, unknown>>
}

export interface SentCall {
  readonly operation: string
  readonly path: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string
}

export const operationCalls: readonly OperationCall[] = readFileSync(
  new URL('./calls.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as OperationCall)

export interface CallParts {
  readonly emulator: Emulator
  readonly draw: Draw
  readonly tables: readonly string[]
  readonly token: string
}

/** The call as the list has it, which succeeds in a new world; where it needs a record to delete, with one. */
export function exampleCall(call: OperationCall, parts: CallParts): SentCall {
  const { operation, method, params = {}, example, body } = call
  const values: Readonly<Record<string, unknown>> = { ...params, ...newParams(call, parts) }
  const filled = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  )
  const path = filled + (example === undefined ? '' : `?${example}`)
  const headers = { authorization: `Bearer ${parts.token}`, 'content-type': 'application/json' }
  return { operation, path, method, headers, ...(body && { body: JSON.stringify(body) }) }
}

/** The path parameters of a record that is made for the call. */
function newParams(
  { method, path, params }: OperationCall,
  { emulator, tables }: CallParts,
): object {
  if (params?.['id'] === undefined || (method !== 'DELETE' && params['id'] !== 0)) return {}
  const plain = path
    .slice(1)
    .split('/')
    .filter((segment) => !segment.startsWith('{'))
  const table = [plain.join('_'), plain.at(-1)].find((each) => each && tables.includes(each))
  if (table === undefined) return {}
  const record: Readonly<Record<string, unknown>> = { ...emulator.given(table as 'payments') }
  return Object.fromEntries(Object.keys(params).map((name) => [name, record[name] ?? params[name]]))
}

/** A call of the operation, usually valid; sometimes one part of it is wrong. */
export function drawCall(call: OperationCall, parts: CallParts): SentCall {
  const { draw, token } = parts
  const isFlawed = draw.chance(0.35)
  const method =
    isFlawed && draw.chance(0.08) ? draw.pick(['PATCH', 'HEAD', 'DELETE']) : call.method
  const path = pathOf(call, parts) + queryOf(call, parts, isFlawed)
  const headers: Record<string, string> = { authorization: `Bearer ${token}` }
  if (isFlawed && draw.chance(0.1)) headers['authorization'] = draw.pick(['Bearer none', 'Basic x'])
  if (!call.body || method === 'HEAD') return { operation: call.operation, path, method, headers }
  headers['content-type'] = isFlawed && draw.chance(0.1) ? 'text/plain' : 'application/json'
  const body = isFlawed ? flawed(call.body, draw) : varied(call.body, draw)
  return { operation: call.operation, path, method, headers, body }
}

function pathOf({ path, params = {} }: OperationCall, parts: CallParts): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string, offset: number) => {
    const before = path.slice(1, offset - 1).split('/')
    const value = paramValue(name, before, parts) ?? params[name]
    return encodeURIComponent(String(value))
  })
}

/** An id of the table that the path or the parameter names; undefined where it names none. */
function paramValue(
  name: string,
  before: string[],
  { emulator, draw, tables }: CallParts,
): unknown {
  if (name === 'object_slug' || name === 'object_type' || name === 'field_slug') {
    return draw.chance(0.1) ? 'nothing' : undefined
  }
  const plain = before.filter((segment) => !segment.startsWith('{'))
  const named = name === 'option_id' ? 'custom_field_options' : `${name.replace(/_id$/, '')}s`
  const table = [named, plain.join('_'), plain.slice(-2).join('_'), plain.at(-1)].find(
    (each) => each !== undefined && tables.includes(each),
  )
  const ids = table ? emulator.rows(table as 'users').map(({ id }) => id) : [1, 2]
  if (ids.length === 0 || draw.chance(0.06)) return draw.pick([0, 4_711, 'x', '-1', '1e3'])
  return draw.chance(0.5) ? ids.at(-1) : draw.pick(ids)
}

function queryOf({ query = {} }: OperationCall, { draw }: CallParts, isFlawed: boolean): string {
  const search = new URLSearchParams()
  for (const [name, type] of Object.entries(query)) {
    if (!draw.chance(0.25) || (name === 'cursor' && !isFlawed)) continue
    search.append(name, isFlawed && draw.chance(0.4) ? 'wrong' : queryValue(type, draw))
  }
  if (isFlawed && draw.chance(0.1)) search.append('unknown', '1')
  return search.size > 0 ? `?${search}` : ''
}

function queryValue(type: string | readonly string[], draw: Draw): string {
  if (typeof type !== 'string') return draw.pick(type)
  if (type === 'boolean') return draw.pick(['true', 'false'])
  if (type === 'integer' || type === 'number') return String(draw.below(5) + 1)
  return draw.pick(['2026-01-05', '2026-01-06T09:00:00Z', 'a', 'User'])
}

/** The example body with other ids and other texts here and there. */
function varied(body: object, draw: Draw): string {
  const pairs = Object.entries(body).map(([key, value]) => {
    if (typeof value === 'number' && key.endsWith('_id') && draw.chance(0.3)) {
      return [key, draw.below(4) + 1]
    }
    const isText = typeof value === 'string' && value.startsWith('Example')
    return [key, isText && draw.chance(0.5) ? `${value} ${draw.below(1_000)}` : value]
  })
  if ('email' in body && draw.chance(0.8))
    pairs.push(['email', `p${draw.below(10_000)}@example.test`])
  const kept = draw.chance(0.3) ? pairs.filter(() => draw.chance(0.8)) : pairs
  return JSON.stringify(Object.fromEntries(kept.length > 0 ? kept : pairs))
}

function flawed(body: object, draw: Draw): string {
  const keys = Object.keys(body)
  const key = keys.length > 0 ? draw.pick(keys) : 'name'
  const values: Record<string, unknown> = { ...body }
  switch (draw.below(6)) {
    case 0:
      return '{"cut":'
    case 1:
      return '[]'
    case 2:
      values['unknown'] = true
      break
    case 3:
      delete values[key]
      break
    case 4:
      values[key] = null
      break
    default:
      values[key] = draw.pick([{}, [], 'wrong', -1, 4_711, true])
  }
  return JSON.stringify(values)
}
