/** The client for an emulator instance on a server. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { assertReceived, connectEmulator } from 'course-admin-emulator/node'
import { type EmulatorServer, startServer } from 'course-admin-emulator/server'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: EmulatorServer
beforeAll(async () => {
  server = await startServer({ port: 0, world: 'empty' })
})
afterAll(() => server.close())

test('the address of the inspector is that of its server', async () => {
  for (const path of ['/', '/_emulator', '/_emulator/']) {
    await using emulator = await connectEmulator(server.url + path, { world: 'empty' })
    expect(await emulator.rows('users')).toHaveLength(1)
  }
})

test.each([200, 404])('another server is no emulator: %i', async (status) => {
  const answer = (_: unknown, response: ServerResponse) => response.writeHead(status).end('hello')
  const other = createServer(answer).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expect(connectEmulator(`http://127.0.0.1:${port}`)).rejects.toThrow(
    'another server answers there. Give the address that the emulator server prints',
  )
  other.close()
})

test('two instances on one server share no data', async () => {
  await using one = await connectEmulator(server.url, { world: 'small-school' })
  await using other = await connectEmulator(server.url, { world: 'small-school' })
  const mia = await one.given('users', { first_name: 'Mia' })
  await one.advance('2h')
  expect((await one.fetch(`/users/${mia.id}`)).status).toBe(200)
  expect((await other.fetch(`/users/${mia.id}`)).status).toBe(404)
  expect(await other.control('GET', 'clock')).toMatchObject({ now: '2026-01-05T09:00:00.000Z' })
  await one.reset()
  expect((await one.fetch(`/users/${mia.id}`)).status).toBe(404)
})

test('it performs acts, switches flags, creates tokens and reads the journal', async () => {
  await using emulator = await connectEmulator(server.url, { world: 'small-school' })
  const [primary, secondary] = [await emulator.given('users'), await emulator.given('users')]
  const ids = { primary_user_id: primary.id, secondary_user_id: secondary.id }
  expect(await emulator.act('merge_users', ids)).toMatchObject({ id: primary.id })
  const other = await emulator.given('users')
  expect(await emulator.act('mergeUsers', { primary, secondary: other })).toMatchObject({
    id: primary.id,
  })
  expect((await emulator.journal()).map(({ kind }) => kind)).toContain('act')

  await emulator.flags({ Programs: false })
  expect((await emulator.fetch('/programs')).status).toBe(404)
  const token = await emulator.mintToken({ scopes: ['courses:read'] })
  const headers = { authorization: `Bearer ${token}` }
  expect((await emulator.fetch('/users', { headers })).status).toBe(403)
})

test('`fetch` sends the headers of the call in every form, and its own token only where the call has none', async () => {
  await using emulator = await connectEmulator(server.url, { world: 'small-school' })
  const token = await emulator.mintToken({ scopes: ['courses:read'] })
  const own = `Bearer ${token}`
  for (const headers of [
    { authorization: own },
    { Authorization: own },
    [['authorization', own]] as [string, string][],
    new Headers({ authorization: own }),
  ])
    expect((await emulator.fetch('/users', { headers })).status).toBe(403)
  const headers = new Headers({ 'x-emulator-explain': '1' })
  const response = await emulator.fetch('/users', { headers })
  expect(response.status).toBe(200)
  expect(response.headers.has('x-emulator-explain')).toBe(true)
})

test('a closed instance refuses calls, and the primary instance stays unchanged', async () => {
  const before = server.emulator.rows('users').length
  const emulator = await connectEmulator(server.url, { key: 'gone', world: 'empty' })
  await emulator.close()
  await emulator.close()
  await expect(emulator.given('users')).rejects.toThrow('the instance "gone" is closed')
  await expect(emulator.reset()).rejects.toMatchObject({ name: 'EmulatorError', code: 'closed' })
  await expect(emulator.fetch('/users')).rejects.toThrow('closed')
  expect(server.emulator.rows('users')).toHaveLength(before)
})

test('it closes its instance, and reports the errors of the server', async () => {
  const emulator = await connectEmulator(server.url, { key: 'mine', world: 'empty' })
  await expect(connectEmulator(server.url, { key: 'mine' })).rejects.toThrow(
    /another instance has this key/,
  )
  await expect(emulator.act('merge_user' as never, {})).rejects.toThrow(
    `Could not POST acts/merge_user at ${server.url}: the server answered 422. Could not find the act ` +
      '"merge_user": the name is unknown. Did you mean "merge_users"?',
  )
  await emulator.close()
  expect(await (await fetch(`${server.url}/_emulator/instances`)).json()).toEqual([])
  await expect(connectEmulator('http://127.0.0.1:9')).rejects.toThrow(/Start a server/)
  await expect(connectEmulator(server.url.replace('http:', 'https:'))).rejects.toThrow(
    'the server there speaks HTTP. Give an address with "http://".',
  )
})

test.each(['shareTime', 'sleep', 'handlers'])(
  '%s, which only an emulator of this process has, is refused with the reason',
  async (name) => {
    await using emulator = await connectEmulator(server.url, { world: 'empty' })
    expect(() => emulator[name as 'now']()).toThrow(
      `an emulator has no "${name}". Only an emulator of this process has it: use \`advance\`, or \`createEmulator\`.`,
    )
  },
)

test('a call with the token of the server, and not of the instance, is named by the matcher', async () => {
  await using own = await startServer({ port: 0, world: 'empty' })
  await using emulator = await connectEmulator(own.url, { world: 'empty' })
  await expect(assertReceived(emulator, 'get_users')).rejects.toThrow(
    /The journal is empty\.\n +Hints:\n +No request reached this emulator\./,
  )
  await fetch(`${own.baseUrl}/users`, { headers: { authorization: `Bearer ${own.token}` } })
  await expect(assertReceived(emulator, 'get_users')).rejects.toThrow(
    'This instance received nothing, and the server 1 call with another token. Give the code under test the `token` of the instance.',
  )
})

test('a response is explained by the latest call of its path and status', async () => {
  await using emulator = await connectEmulator(server.url, { world: 'small-school' })
  const paths = ['/users/1', '/users/999', '/users/998', '/courses']
  const responses: Response[] = []
  for (const path of paths) responses.push(await emulator.fetch(path))
  const texts = await Promise.all(
    responses.map(async (each) => String(await emulator.explain(each))),
  )
  expect(texts.map((text) => /GET \S+ -> \d+/.exec(text)?.[0])).toEqual([
    'GET /users/1 -> 200',
    'GET /users/999 -> 404',
    'GET /users/998 -> 404',
    'GET /courses -> 200',
  ])
  await expect(emulator.explain(new Response(null, { status: 418 }))).rejects.toThrow(
    'the journal of this instance does not contain the response',
  )
})

test('an argument that JSON cannot hold is named', async () => {
  await using emulator = await connectEmulator(server.url, { world: 'empty' })
  await expect(emulator.given('users', { first_name: (() => 'Mia') as never })).rejects.toThrow(
    /^Could not [^(]+: first_name is a function, which another process cannot call\. Give strings/,
  )
  await expect(emulator.given('users', { first_name: 1n as never })).rejects.toThrow(
    /^Could not [^(]+: the argument is not JSON \(Do not know how to serialize a BigInt\)\. Give strings/,
  )
})
