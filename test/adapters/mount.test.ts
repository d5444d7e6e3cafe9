/** The emulator as a fetch handler: its addresses, its further instances, and CORS for local pages. */
import { createEmulator } from 'course-admin-emulator'
import { createRefusalLines } from '../../src/engine/describe/refusal-lines.ts'
import { createHandler } from 'course-admin-emulator/server'
import { expect, test, vi } from 'vitest'

const origin = 'http://localhost:3000'
const base = { world: 'small-school', baseUrl: `${origin}/api/v1` } as const

function createMounted() {
  const emulator = createEmulator(base)
  const handle = createHandler(emulator)
  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    handle(new Request(origin + path, init))
  const control = async (method: string, path: string, body?: object, key?: string) => {
    const response = await call(`/_emulator/${path}`, {
      method,
      headers: { ...(key && { 'x-emulator-instance': key }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return { emulator, call, control }
}

test('it answers below its base address, and names that address for other paths', async () => {
  const { emulator, call } = createMounted()
  expect((await call('/api/v1/courses', { headers: emulator.headers })).status).toBe(200)
  expect((await call('/_emulator/health')).status).toBe(200)
  expect((await call('/courses')).status).toBe(404)
})

test.each([
  ['GET', '/courses', 'GET /api/v1/courses'],
  ['GET', '/v1/courses/5', 'GET /api/v1/courses/5'],
  ['PATCH', '/api/v2/users/5', 'PATCH /api/v1/users/5'],
  ['GET', '/api/enrolments', 'GET /api/v1/enrollments'],
  ['GET', '/inspector', 'GET /_emulator/'],
  ['DELETE', '/v2/courses', 'GET /api/v1/courses'],
  ['POST', '/__admin/mappings', 'POST /_emulator/faults'],
  ['PUT', '/mockserver/expectation', 'POST /_emulator/faults'],
  ['GET', '/_emulater/state', 'GET /_emulator/state'],
  ['POST', '/emulator/given', 'POST /_emulator/given'],
])('%s %s is answered with the nearest: %s', async (method, path, nearest) => {
  const { call } = createMounted()
  const response = await call(path, { method })
  const { message } = (await response.json()) as { message: string }
  expect(response.status).toBe(404)
  expect(message).toBe(
    `The service answers at /api/v1, the control plane at /_emulator. Did you mean ${nearest}?`,
  )
})

test('a framework with one route has the inspector below the path of the service', async () => {
  const { emulator, call } = createMounted()
  const page = await (await call('/api/v1/_emulator')).text()
  const [script = ''] = /(?<=src=")[^"]+page\.js/.exec(page) ?? []
  expect(script).toBe('/api/v1/_emulator/assets/page.js')
  expect((await call(script)).headers.get('content-type')).toMatch('text/javascript')
  const body = JSON.stringify({ resource: 'users', values: { first_name: 'Mia' } })
  expect((await call('/api/v1/_emulator/given', { method: 'POST', body })).status).toBe(200)
  expect(emulator.rows('users', { first_name: 'Mia' })).toHaveLength(1)
})

test.each([
  ['/', '/_emulator/'],
  ['/health', '/_emulator/health'],
  ['/readyz', '/_emulator/health'],
])('GET %s leads to %s', async (path, target) => {
  const { call } = createMounted()
  const response = await call(path, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([307, target])
  expect((await call(target)).status).toBe(200)
  expect((await call(path, { method: 'POST' })).status).toBe(404)
})

test.each([
  ['POST', '/'],
  ['POST', '/meetinks'],
])('%s %s, like no other, is answered with the two addresses', async (method, path) => {
  const { call } = createMounted()
  const { message } = (await (await call(path, { method })).json()) as { message: string }
  expect(message).toBe('The service answers at /api/v1, the control plane at /_emulator.')
})

test('a refused response of an instance is reported with its key', async () => {
  const reported: string[] = []
  const refusalLines = createRefusalLines()
  const emulator = createEmulator({ ...base, world: 'empty' })
  const handle = createHandler(emulator, {
    onRefusal: (refused, key) => reported.push(...refusalLines(refused, key)),
  })
  const created = { method: 'POST', body: JSON.stringify({ key: 'worker-1', world: 'empty' }) }
  await handle(new Request(`${origin}/_emulator/instances`, created))
  for (const token of [emulator.token, `worker-1~${emulator.token}`]) {
    const headers = { authorization: `Bearer ${token}` }
    await handle(new Request(`${origin}/api/v1/users/4711`, { headers }))
  }
  expect(reported.filter((line) => !line.startsWith(' '))).toEqual([
    '404 GET /users/4711: there is no record 4711 in users',
    '404 GET /users/4711 of the instance worker-1: there is no record 4711 in users',
  ])
})

test('each refused response is reported with its reason and the assumption behind it', async () => {
  const reported: string[] = []
  const refusalLines = createRefusalLines()
  const emulator = createEmulator({ ...base, world: 'empty' })
  const handle = createHandler(emulator, {
    onRefusal: (explanation) => reported.push(...refusalLines(explanation)),
  })
  const call = (method: string, path: string, headers: HeadersInit = emulator.headers) =>
    handle(new Request(`${origin}/api/v1${path}`, { method, headers }))
  const { id } = emulator.given('enrollments', { status: 'canceled' })
  await call('GET', '/users')
  expect(reported).toEqual([])
  await call('PUT', `/enrollments/${id}/cancel`)
  expect(reported.splice(0)).toEqual([
    `422 PUT /enrollments/${id}/cancel: status is canceled, so it cannot become canceled`,
    '    assumption enrollment.cancel.from: only a confirmed or active enrollment can be canceled; otherwise 422',
    '    --assume enrollment.cancel.from=alternative: canceling an enrollment again answers 200 and changes nothing',
  ])
  await call('GET', '/enrolments')
  expect(reported.splice(0)[0]).toBe(
    '404 GET /enrolments: there is no operation GET /enrolments. Did you mean GET /enrollments?',
  )
  await call('POST', '/users/merge')
  expect(reported.splice(0)[0]).toBe(
    '404 POST /users/merge: there is no operation POST /users/merge: an administrator does it, ' +
      'POST /_emulator/acts/merge_users here',
  )
  for (const path of ['/user', '/Users', '/users/create']) {
    await call('POST', path)
    expect(reported.splice(0)[0]).toBe(
      `404 POST ${path}: there is no operation POST ${path}. Did you mean POST /users?`,
    )
  }
  await call('POST', '/users/1')
  expect(reported.splice(0)[0]).toBe(
    '404 POST /users/1: there is no operation POST /users/1. Did you mean PUT /users/{id}?',
  )
  const fault = emulator.fault({ operation: 'get_users', with: { status: 503 } })
  await call('GET', '/users')
  expect(reported.splice(0)).toEqual([`503 GET /users: hit by ${fault.id}`])
})

test('each instance has its own rows, time and token; a call without a key reaches the primary instance', async () => {
  const { emulator, call, control } = createMounted()
  const { body: made } = await control('POST', 'instances', { key: 'worker-1', world: 'empty' })
  expect(made).toMatchObject({ key: 'worker-1', token: 'worker-1~course-admin-token' })

  await control('POST', 'given', { resource: 'users', values: { first_name: 'Mia' } }, 'worker-1')
  await control('POST', 'clock', { advance: '1d' }, 'worker-1')
  const there = { authorization: `Bearer ${String(made['token'])}` }
  const users = await (await call('/api/v1/users', { headers: there })).json()
  expect((users as { first_name: string }[]).map(({ first_name }) => first_name)).toContain('Mia')
  expect(emulator.rows('users', { first_name: 'Mia' })).toEqual([])
  expect(emulator.now().toISOString()).toBe('2026-01-05T09:00:00.000Z')
  expect((await control('GET', 'clock', undefined, 'worker-1')).body).toMatchObject({
    now: '2026-01-06T09:00:00.000Z',
  })
})

test('a new instance names its world, which is not that of the server', async () => {
  const { control } = createMounted()
  const worldOf = async (body: object): Promise<unknown> =>
    (await control('POST', 'instances', body)).body['world']
  expect(await worldOf({})).toBe('training-company')
  expect(await worldOf({ world: { name: 'mine', size: 'none' } })).toBe('mine')
})

test('an instance is closed once, and keys are unique', async () => {
  const { control } = createMounted()
  await control('POST', 'instances', { key: 'a', world: 'empty' })
  expect((await control('POST', 'instances', { key: 'a' })).body).toMatchObject({
    error: { code: 'instance_taken' },
  })
  expect((await control('POST', 'instances', { world: 'emty' })).body).toMatchObject({
    error: { message: expect.stringContaining('"empty"') },
  })
  expect((await control('DELETE', 'instances/a')).status).toBe(200)
  expect((await control('DELETE', 'instances/a')).status).toBe(422)
  expect((await control('GET', 'instances')).body).toEqual([])
})

test('an unknown key is refused and does not reach the primary instance', async () => {
  const { emulator, call, control } = createMounted()
  await control('POST', 'instances', { key: 'worker-1', world: 'empty' })
  const mia = emulator.given('users', { first_name: 'Mia' })
  const refused = { status: 422, body: { error: { code: 'unknown_instance' } } }

  const { body } = await control('POST', 'reset', undefined, 'wroker-1')
  expect(body).toMatchObject({ error: { message: expect.stringContaining('"worker-1"') } })
  expect(await control('GET', 'state?instance=nope')).toMatchObject(refused)
  await control('DELETE', 'instances/worker-1')
  const values = { resource: 'users', values: { first_name: 'Tom' } }
  expect(await control('POST', 'given', values, 'worker-1')).toMatchObject(refused)
  const headers = { authorization: 'Bearer worker-1~course-admin-token' }
  expect((await call('/api/v1/users/1', { headers })).status).toBe(422)

  expect(emulator.row('users', mia.id)).toBeDefined()
  expect(emulator.rows('users', { first_name: 'Tom' })).toEqual([])
  expect(emulator.journal().filter(({ kind }) => kind === 'request')).toEqual([])
})

test('the primary instance can have a key', async () => {
  const handle = createHandler(createEmulator({ ...base, instanceKey: 'main' }))
  const call = (key: string) =>
    handle(new Request(`${origin}/_emulator/health`, { headers: { 'x-emulator-instance': key } }))
  expect((await call('main')).status).toBe(200)
  expect((await call('mian')).status).toBe(422)
})

test('a fork takes no key that a world has', async () => {
  const { control } = createMounted()
  await control('POST', 'instances', { key: 'a', world: 'empty' })
  expect((await control('POST', 'forks', { key: 'a' })).body).toMatchObject({
    error: { code: 'instance_taken' },
  })
  expect((await control('GET', 'instances')).body).toHaveLength(1)
})

test('what cannot be given is refused in words', async () => {
  const { control } = createMounted()
  expect((await control('POST', 'given', { count: 2 })).body).toMatchObject({
    error: { code: 'bad_body' },
  })
  expect((await control('POST', 'given', { resource: 'user' })).body).toMatchObject({
    error: { message: expect.stringContaining('"users"') },
  })
  const { body } = await control('POST', 'given', { resource: 'users', count: 2 })
  expect(body).toHaveLength(2)
})

test('given returns the record, or a list for a count', async () => {
  const { emulator, control } = createMounted()
  const values = { first_name: 'Mia' }
  const one = await control('POST', 'given', { resource: 'users', values })
  expect(one).toMatchObject({ status: 200, body: { first_name: 'Mia', id: expect.any(Number) } })
  const list = await control('POST', 'given', { resource: 'users', count: 1, values })
  expect(list.body).toMatchObject([{ first_name: 'Mia' }])
  expect((await control('POST', 'given', { resource: 'users', count: 0 })).body).toEqual([])
  expect((await control('POST', 'given', { resource: 'users', count: '2' })).status).toBe(422)
  expect(emulator.rows('users', values)).toHaveLength(2)
})

test('a page of this machine may call the service from another port, and no other page', async () => {
  const { emulator, call } = createMounted()
  const from = (page: string, init: RequestInit = {}): Promise<Response> =>
    call('/api/v1/users?per_page=1', { ...init, headers: { ...emulator.headers, origin: page } })

  const answer = await from('http://localhost:5173')
  expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
  expect(answer.headers.get('access-control-expose-headers')).toContain('link')
  expect(await answer.json()).toHaveLength(1)
  const elsewhere = await from('https://evil.test')
  expect(elsewhere.status).toBe(403)
  expect(elsewhere.headers.has('access-control-allow-origin')).toBe(false)

  const preflight = await call('/api/v1/users', {
    method: 'OPTIONS',
    headers: { origin: 'http://127.0.0.1:6006', 'access-control-request-method': 'PUT' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
  expect(emulator.journal().filter(({ kind }) => kind === 'request')).toHaveLength(1)
})

test('a body above the limit is refused and writes nothing', async () => {
  const { emulator, call } = createMounted()
  const headers = { ...emulator.headers, 'content-type': 'application/json' }
  const before = emulator.rows('users')
  const user = { first_name: 'M'.repeat(5_000_000), last_name: 'J', email: 'mia@example.org' }
  const body = JSON.stringify(user)
  const refused = await call('/api/v1/users', { method: 'POST', headers, body })
  expect(refused.status).toBe(413)
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('5000000 bytes') })
  // A saved world may be larger than that, and yet not of any size.
  const load = await call('/_emulator/world', {
    method: 'PUT',
    body: `${' '.repeat(6e6)}${emulator.save()}`,
  })
  expect(load.status).toBe(200)
  const length = { 'content-length': '300000000' }
  const far = await call('/_emulator/world', { method: 'PUT', headers: length, body: '{}' })
  expect(far.status).toBe(413)
  expect(await far.text()).toContain('256000000 bytes')
  expect(emulator.rows('users')).toEqual(before)
})

test('what the service does not read, and what the control plane refuses, is a notice', async () => {
  const notices: string[] = []
  const emulator = createEmulator({ ...base, world: 'empty' })
  const { id } = emulator.given('users')
  const handle = createHandler(emulator, { onNotice: (line) => void notices.push(line) })
  const headers = { ...emulator.headers, 'content-type': 'application/json' }
  const send = (path: string, method: string, body: object) =>
    handle(new Request(origin + path, { method, headers, body: JSON.stringify(body) }))
  await send(`/api/v1/users/${id}`, 'PUT', { firstname: 'Mia' })
  // A record that is sent back has fields that cannot change.
  await send(`/api/v1/users/${id}`, 'PUT', { first_name: 'Mia', created_at: '2026-01-01' })
  await send('/api/v1/users', 'POST', { user: { first_name: 'Mia', last_name: 'Bos' } })
  await send('/_emulator/given', 'POST', { resource: 'user' })
  expect(notices).toEqual([
    `PUT /users/${id} ignores the body field "firstname". Did you mean "first_name"?`,
    'POST /users takes the fields directly, without "user" around them.',
    expect.stringMatching(/^422 POST \/_emulator\/given: .*Did you mean "users"\?/),
  ])
})

test.each(['system', 'virtual'] as const)(
  'a refused request is printed with the clock of an app: %s',
  async (clock) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const emulator = createEmulator({ ...base, world: 'empty', clock })
    const handle = createHandler(emulator)
    const headers = { authorization: 'Bearer undefined' }
    await handle(new Request(`${origin}/api/v1/users`, { headers }))
    await handle(new Request(`${origin}/_emulator/acts/merge_user`, { method: 'POST' }))
    const lines = warn.mock.calls.map(([line]) => String(line))
    warn.mockRestore()
    handle.close()
    emulator.close()
    if (clock === 'virtual') expect(lines).toEqual([])
    else
      expect(lines).toEqual([
        expect.stringContaining('the token is the text "undefined": its value is not set'),
        expect.stringContaining('Did you mean "merge_users"?'),
      ])
  },
)

test('a call with the token of the server is told of, while an instance got none', async () => {
  const notices: string[] = []
  const emulator = createEmulator({ ...base, world: 'empty' })
  const handle = createHandler(emulator, { onNotice: (line) => void notices.push(line) })
  const read = (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return handle(new Request(`${origin}/api/v1/users`, { headers }))
  }
  await read(emulator.token)
  const init = { method: 'POST', body: '{"key":"first"}' }
  const made = await handle(new Request(`${origin}/_emulator/instances`, init))
  const { token } = (await made.json()) as { token: string }
  expect(notices).toEqual([])
  await read(emulator.token)
  expect(notices).toEqual([
    'A call has no token of an instance, and the instance "first" got none. Give its token to the code under test.',
  ])
  await read(token)
  await read(emulator.token)
  expect(notices).toHaveLength(1)
  handle.close()
})

test('a delivery that is due on a clock that stands still is told once, outside of a test', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const createUser = async (isTest: boolean): Promise<void> => {
    vi.stubEnv('VITEST_WORKER_ID', isTest ? '1' : undefined)
    const { emulator, call } = createMounted()
    emulator.receiver({ url: 'https://app.test/hooks', answer: 204 })
    const headers = { ...emulator.headers, 'content-type': 'application/json' }
    for (const first_name of ['Mia', 'Sem']) {
      const user = { first_name, last_name: 'Berg', email: `${first_name}@example.test` }
      const init = { method: 'POST', headers, body: JSON.stringify(user) }
      expect((await call('/api/v1/users', init)).status).toBe(201)
    }
  }
  await createUser(true)
  expect(warn).not.toHaveBeenCalled()
  await createUser(false)
  expect(warn.mock.calls).toEqual([
    [
      "A delivery is due, and the clock of the emulator stands still. In an app, create it with `clock: 'system'`; in a script, call `await emulator.settle()`.",
    ],
  ])
  vi.unstubAllEnvs()
  warn.mockRestore()
})

test('a handler that is exported without a call of createHandler says so', () => {
  const route = createHandler as unknown as (request: Request, context: object) => unknown
  expect(() => route(new Request(origin), { params: {} })).toThrow(
    'Could not create a handler: the argument is a `Request`. Export the handler, and not `createHandler`: `export const GET = createHandler(emulator)`.',
  )
})

test('an instance is closed by its key, and there are at most 200', async () => {
  const { control } = createMounted()
  for (const key of ['first', 'second', 'third'])
    expect((await control('POST', 'instances', { key, world: 'empty' })).status).toBe(200)
  expect((await control('DELETE', 'instances/second')).status).toBe(200)
  const keys = async () =>
    ((await control('GET', 'instances')).body as never as { key: string }[]).map(({ key }) => key)
  expect(await keys()).toEqual(['first', 'third'])
  for (let i = 3; i <= 200; i += 1) await control('POST', 'instances', { world: 'empty' })
  expect(await keys()).toHaveLength(200)
  expect((await control('POST', 'instances', { key: 'last', world: 'empty' })).body).toMatchObject({
    error: {
      code: 'too_many_instances',
      message:
        'Could not create an instance: the server already has 200 instances. Close the instances that no test uses: DELETE /_emulator/instances/KEY.',
    },
  })
})
