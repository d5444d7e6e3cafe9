/** Random malformed requests for the service and the control plane. */
import {
  type Arbitrary,
  array,
  constant,
  constantFrom,
  dictionary,
  jsonValue,
  nat,
  oneof,
  option,
  record,
  string,
  tuple,
} from 'fast-check'
import { createEmulator } from 'course-admin-emulator'
import { createHandler } from 'course-admin-emulator/server'
import { contextOf } from '../../src/engine/emulator/emulator.ts'

/** A request as text, for any transport. */
export interface MalformedRequest {
  readonly method: string
  /** The path with its query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

const emulator = createEmulator({ world: 'small-school' })
const operations = [...contextOf(emulator).catalog.operations.values()]

const listControlRoutes = async (): Promise<readonly string[]> => {
  const handle = createHandler(emulator)
  const routes = await handle(new Request('http://localhost/_emulator/routes'))
  handle.close()
  // Note: a scenario is not a malformed request, and its run takes seconds.
  return ((await routes.json()) as string[]).filter((route) => !route.includes('scenarios/'))
}
const controlRoutes = await listControlRoutes()

/** Texts that programs often handle wrongly. */
const hostileTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e999',
  '9007199254740993',
  '99999999999999999999',
  'NaN',
  'null',
  'true',
  'undefined',
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  '../../etc/passwd',
  '..',
  '.',
  '%',
  '%2F',
  '%00',
  '%E0%A4%A',
  '%C0%AF',
  '\u0000',
  '\ud800',
  'ä\u202e',
  '[]',
  '[0]',
  '{"id":1}',
  "' OR 1=1 --",
  '<script>',
  '2026-02-31',
  '2026-02-31T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-19T23:59:59.999Z',
  '0000-00-00',
  'x'.repeat(5_000),
]
const text = oneof(constantFrom(...hostileTexts), string({ maxLength: 20, unit: 'binary' }))

const hostileValues: Arbitrary<unknown> = oneof(
  text,
  constantFrom<unknown>(
    null,
    true,
    0,
    -0,
    1,
    -1,
    1.5,
    1e308,
    Number.MAX_SAFE_INTEGER + 2,
    [],
    {},
    [[]],
    [[[[[1]]]]],
    [null],
    [1, 1, 1],
    [{}],
    { constructor: {} },
    { toString: null },
    JSON.parse('{"then":1}'),
    { length: -1 },
    { id: {} },
    [[1], [2]],
  ),
  jsonValue({ maxDepth: 4 }),
)

/** A body with fields of an operation and hostile values, or a text that is not JSON. */
const bodyFor = (names: readonly string[]): Arbitrary<string | null> => {
  const name = oneof(
    constantFrom(...names, 'constructor'),
    constantFrom('__proto__', 'toString', 'id', ''),
    string({ maxLength: 8 }),
  )
  const json = dictionary(name, hostileValues, { maxKeys: 6 }).map((value) => JSON.stringify(value))
  return oneof(
    { arbitrary: json, weight: 6 },
    { arbitrary: hostileValues.map((value) => JSON.stringify(value) ?? ''), weight: 2 },
    { arbitrary: json.chain((all) => nat(all.length).map((end) => all.slice(0, end))), weight: 1 },
    { arbitrary: text, weight: 1 },
    {
      arbitrary: constantFrom(
        null,
        '',
        '['.repeat(50_000),
        `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
        '{"a":1,"a":2}',
        '{"__proto__":{"admin":true}}',
        '\ufeff{}',
        '{"a":"\\ud800"}',
      ),
      weight: 1,
    },
  )
}

const queryFor = (names: readonly string[]): Arbitrary<string> =>
  array(
    tuple(
      oneof(constantFrom(...names, 'page', 'per_page', 'cursor', 'sort'), text),
      constantFrom('', '[]', '[0]', '[constructor]', '[', '[99999999999]'),
      constantFrom('=', '', '=='),
      text,
    ).map(([name, suffix, equals, value]) => `${encode(name)}${suffix}${equals}${encode(value)}`),
    { maxLength: 4 },
  ).map((parts) => (parts.length > 0 ? `?${parts.join('&')}` : ''))

/** Encodes what cannot be in a URL, but keeps broken percent signs. */
const encode = (value: string): string =>
  [...value]
    .map((letter) =>
      /[\w.%'()<>{}[\]=+~-]/.test(letter)
        ? letter
        : encodeURIComponent(/^[\ud800-\udfff]$/.test(letter) ? '\ufffd' : letter),
    )
    .join('')

const headers: Arbitrary<Record<string, string>> = record(
  {
    authorization: constantFrom(
      `Bearer ${emulator.token}`,
      `Bearer ${emulator.token}`,
      `Bearer ${emulator.token}`,
      `bearer  ${emulator.token}`,
      'Bearer',
      'Bearer ',
      'Basic x',
      '~~~',
      `x~${emulator.token}`,
      `Bearer ${'x'.repeat(8_000)}`,
    ),
    'content-type': constantFrom(
      'application/json',
      'text/plain',
      'multipart/form-data',
      ';',
      '\xff',
    ),
    accept: constantFrom('*/*', 'text/html', '\xff'),
    'x-emulator-explain': constantFrom('1', '', '\xff'),
    'x-emulator-instance': constantFrom('', '', 'x', '__proto__', '\xff'),
    origin: constantFrom('null', 'http://localhost', 'http://', '\xff'),
  },
  { requiredKeys: ['authorization'] },
)

const method = constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY')

interface Place {
  readonly method: string
  readonly path: string
  readonly query: readonly string[]
  readonly body: readonly string[]
}

const places: readonly Place[] = [
  ...operations.map((operation) => ({
    method: operation.method,
    path: `/api/v1${operation.path}`,
    query: Object.keys(operation.query),
    body: Object.keys(operation.body ?? {}),
  })),
  ...controlRoutes.map((route) => {
    const [verb = '', path = ''] = route.split(' ')
    const bodyNames = [
      'resource',
      'values',
      'count',
      'scopes',
      'advance',
      'to',
      'with',
      'key',
      'id',
    ]
    return { method: verb, path: `/_emulator/${path}`, query: ['after', 'limit'], body: bodyNames }
  }),
]

const pathOf = (path: string): Arbitrary<string> => {
  const parts = path.split(/(\{\w+\}|:id)/)
  const values = parts.map((part) =>
    /^(\{\w+\}|:id)$/.test(part)
      ? oneof(constantFrom('1', '2', '3'), text.map(encode))
      : constant(part),
  )
  return tuple(...values).map((all) => all.join(''))
}

/** For each operation and route, one request per field whose value has thousands of levels. */
export const deepRequests: readonly MalformedRequest[] = places
  .filter((place) => place.method !== 'GET')
  .flatMap(({ method, path, body }) =>
    body.map((name) => ({
      method,
      target: path.replace(/\{\w+\}|:id/g, '1'),
      headers: { authorization: `Bearer ${emulator.token}` },
      body: `{"${name}":${'['.repeat(20_000)}1${']'.repeat(20_000)}}`,
    })),
  )

/** Requests whose method, path, query, headers and body can each be malformed. */
export const malformedRequests: Arbitrary<MalformedRequest> = constantFrom(...places).chain(
  (place) =>
    record({
      method: oneof(
        { arbitrary: constant(place.method), weight: 9 },
        { arbitrary: method, weight: 1 },
      ),
      target: tuple(
        oneof(
          { arbitrary: pathOf(place.path), weight: 9 },
          { arbitrary: text.map((part) => `${place.path}/${encode(part)}`), weight: 1 },
          { arbitrary: text.map((part) => `/${encode(part)}`), weight: 1 },
        ),
        option(queryFor(place.query), { nil: '', freq: 2 }),
      ).map(([path, query]) => path + query),
      headers,
      body: bodyFor(place.body),
    }),
)
