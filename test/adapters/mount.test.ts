/** The emulator as a fetch handler, with several instances, for local pages. */
import { createEmulator } from 'course-admin-emulator'
import { createHandler } from 'course-admin-emulator/server'
import { expect, test } from 'vitest'

const origin = 'http://localhost:3000'
const base = { world: 'small-school', baseUrl: `${origin}/api/v1` } as const

function createMounted() {
  const emulator = createEmulator(base)
  const handle = createHandler(emulator)
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    handle(new Request(origin + path, init))
  const tell = async (method: string, path: string, body?: object, key?: string) => {
    const response = await ask(`/_emulator/${path}`, {
      method,
      headers: { ...(key && { 'x-emulator-instance': key }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, said: (await response.json()) as Record<string, unknown> }
  }
  return { emulator, ask, tell }
}

test('it serves its base address, and names that address elsewhere', async () => {
  const { emulator, ask } = createMounted()
  expect((await ask('/api/v1/courses', { headers: emulator.headers })).status).toBe(200)
  expect((await ask('/_emulator/health')).status).toBe(200)
  expect((await ask('/courses')).status).toBe(404)
})

test('each instance has its own rows, time and token; the first is the default', async () => {
  const { emulator, ask, tell } = createMounted()
  const { said: made } = await tell('POST', 'instances', { key: 'worker-1', world: 'empty' })
  expect(made).toMatchObject({ key: 'worker-1', token: 'worker-1~course-admin-token' })

  await tell('POST', 'given', { resource: 'users', values: { first_name: 'Mia' } }, 'worker-1')
  await tell('POST', 'clock', { advance: '1d' }, 'worker-1')
  const there = { authorization: `Bearer ${String(made['token'])}` }
  const users = await (await ask('/api/v1/users', { headers: there })).json()
  expect((users as { first_name: string }[]).map(({ first_name }) => first_name)).toContain('Mia')
  expect(emulator.rows('users', { first_name: 'Mia' })).toEqual([])
  expect(emulator.now().toISOString()).toBe('2026-01-05T09:00:00.000Z')
  expect((await tell('GET', 'clock', undefined, 'worker-1')).said).toMatchObject({
    now: '2026-01-06T09:00:00.000Z',
  })
})

test('an instance is closed once, and keys are unique', async () => {
  const { tell } = createMounted()
  await tell('POST', 'instances', { key: 'a', world: 'empty' })
  expect((await tell('POST', 'instances', { key: 'a' })).said).toMatchObject({
    error: { code: 'instance_taken' },
  })
  expect((await tell('POST', 'instances', { world: 'emty' })).said).toMatchObject({
    error: { message: expect.stringContaining('"empty"') },
  })
  expect((await tell('DELETE', 'instances/a')).status).toBe(200)
  expect((await tell('DELETE', 'instances/a')).status).toBe(422)
  expect((await tell('GET', 'instances')).said).toEqual([])
})

test('an unknown key selects no instance, not the first one', async () => {
  const { emulator, ask, tell } = createMounted()
  await tell('POST', 'instances', { key: 'worker-1', world: 'empty' })
  const mia = emulator.given('users', { first_name: 'Mia' })
  const refused = { status: 422, said: { error: { code: 'unknown_world' } } }

  const { said } = await tell('POST', 'reset', undefined, 'wroker-1')
  expect(said).toMatchObject({ error: { message: expect.stringContaining('"worker-1"') } })
  expect(await tell('GET', 'state?instance=nope')).toMatchObject(refused)
  await tell('DELETE', 'instances/worker-1')
  const values = { resource: 'users', values: { first_name: 'Tom' } }
  expect(await tell('POST', 'given', values, 'worker-1')).toMatchObject(refused)
  const headers = { authorization: 'Bearer worker-1~course-admin-token' }
  expect((await ask('/api/v1/users/1', { headers })).status).toBe(422)

  expect(emulator.row('users', mia.id)).toBeDefined()
  expect(emulator.rows('users', { first_name: 'Tom' })).toEqual([])
  expect(emulator.journal.filter(({ kind }) => kind === 'request')).toEqual([])
})

test('the first instance can have a key as well', async () => {
  const handle = createHandler(createEmulator({ ...base, instanceKey: 'main' }))
  const ask = (key: string) =>
    handle(new Request(`${origin}/_emulator/health`, { headers: { 'x-emulator-instance': key } }))
  expect((await ask('main')).status).toBe(200)
  expect((await ask('mian')).status).toBe(422)
})

test('a fork rejects the key of an existing instance', async () => {
  const { tell } = createMounted()
  await tell('POST', 'instances', { key: 'a', world: 'empty' })
  expect((await tell('POST', 'forks', { key: 'a' })).said).toMatchObject({
    error: { code: 'instance_taken' },
  })
  expect((await tell('GET', 'instances')).said).toHaveLength(1)
})

test('invalid options are rejected with a message', async () => {
  const { tell } = createMounted()
  expect((await tell('POST', 'given', { count: 2 })).said).toMatchObject({
    error: { code: 'bad_body' },
  })
  expect((await tell('POST', 'given', { resource: 'user' })).said).toMatchObject({
    error: { message: expect.stringContaining('"users"') },
  })
  const { said } = await tell('POST', 'given', { resource: 'users', count: 2 })
  expect(said).toHaveLength(2)
})

test('local pages on other ports can call the service, and no other pages', async () => {
  const { emulator, ask } = createMounted()
  const from = (page: string, init: RequestInit = {}): Promise<Response> =>
    ask('/api/v1/users?per_page=1', { ...init, headers: { ...emulator.headers, origin: page } })

  const answer = await from('http://localhost:5173')
  expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
  expect(answer.headers.get('access-control-expose-headers')).toContain('link')
  expect(await answer.json()).toHaveLength(1)
  const elsewhere = await from('https://evil.test')
  expect(elsewhere.headers.has('access-control-allow-origin')).toBe(false)

  const preflight = await ask('/api/v1/users', {
    method: 'OPTIONS',
    headers: { origin: 'http://127.0.0.1:6006', 'access-control-request-method': 'PUT' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
  expect(emulator.journal.filter(({ kind }) => kind === 'request')).toHaveLength(2)
})

test('a body above the limit is rejected with the limit, and writes nothing', async () => {
  const { emulator, ask } = createMounted()
  const headers = { ...emulator.headers, 'content-type': 'application/json' }
  const before = emulator.rows('users')
  const said = { first_name: 'M'.repeat(5_000_000), last_name: 'J', email: 'mia@example.org' }
  const body = JSON.stringify(said)
  const refused = await ask('/api/v1/users', { method: 'POST', headers, body })
  expect(refused.status).toBe(413)
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('5000000 bytes') })
  // A saved world has a larger limit.
  const load = await ask('/_emulator/world', {
    method: 'PUT',
    body: `${' '.repeat(6e6)}${emulator.save()}`,
  })
  expect(load.status).toBe(200)
  const length = { 'content-length': '300000000' }
  const far = await ask('/_emulator/world', { method: 'PUT', headers: length, body: '{}' })
  expect(far.status).toBe(413)
  expect(await far.text()).toContain('256000000 bytes')
  expect(emulator.rows('users')).toEqual(before)
})
