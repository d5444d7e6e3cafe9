/** The emulator on a real port: the service, the control plane and access. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type EmulatorServer, startServer } from 'course-admin-emulator/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let server: EmulatorServer
beforeEach(async () => {
  server = await startServer({ port: 0, world: 'small-school', clock: 'virtual' })
})
afterEach(() => server.close())

type Json = Record<string, unknown>

async function control(method: string, path: string, body?: object): Promise<[number, Json]> {
  const response = await fetch(`${server.url}/_emulator/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  })
  return [response.status, (await response.json()) as Json]
}

async function service(path: string, init: RequestInit = {}): Promise<[number, Json]> {
  const headers = { authorization: `Bearer ${server.token}`, ...init.headers }
  const response = await fetch(server.baseUrl + path, { ...init, headers })
  return [response.status, (await response.json()) as Json]
}

describe('the service', () => {
  test('serves its base address, with links to that address', async () => {
    const response = await fetch(`${server.baseUrl}/users?per_page=2`, {
      headers: { authorization: `Bearer ${server.token}` },
    })
    expect(response.status).toBe(200)
    const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    expect(next).toMatch(RegExp(`^${server.baseUrl}/users`))
  })

  test('states its address for other paths', async () => {
    const response = await fetch(`${server.url}/users`)
    expect([response.status, await response.json()]).toMatchObject([404, { code: 404 }])
  })
})

describe('the control plane', () => {
  test('returns health, counts and time', async () => {
    expect(await control('GET', 'health')).toMatchObject([200, { status: 'ok' }])
    const [, state] = await control('GET', 'state')
    expect(state).toMatchObject({
      now: '2026-01-05T09:00:00.000Z',
      counts: { users: 8, courses: 3 },
    })
    expect(await control('GET', 'clock')).toMatchObject([200, { now: '2026-01-05T09:00:00.000Z' }])
  })

  test('returns the OpenAPI document with its own address', async () => {
    expect(await control('GET', 'openapi.json')).toMatchObject([
      200,
      { openapi: '3.1.1', servers: [{ url: server.baseUrl }] },
    ])
  })

  test('returns the whole world and accepts it, also larger and in another instance', async () => {
    const { emulator } = server
    emulator.given('users', 200)
    await emulator.advance('2d')
    const response = await fetch(`${server.url}/_emulator/world`)
    expect(response.headers.get('content-disposition')).toContain('world.json')
    const world = await response.text()
    expect(world).toBe(emulator.save())
    expect(world.length).toBeGreaterThan(50_000)

    const put = async (url: string, body: string) => {
      const answer = await fetch(`${url}/_emulator/world`, { method: 'PUT', body })
      return [answer.status, await answer.json()]
    }
    await using other = await startServer({ port: 0, world: 'empty', seed: 9, clock: 'virtual' })
    expect(await put(other.url, world)).toEqual([200, { now: '2026-01-07T09:00:00.000Z' }])
    expect(other.emulator.save()).toBe(world)
    expect(await put(other.url, '{"users":[]}')).toMatchObject([
      422,
      { error: { code: 'foreign_world' } },
    ])
    expect(other.emulator.save()).toBe(world)
  })

  test('moves the clock and responds after the due tasks', async () => {
    const hook = server.emulator.receiver({ url: 'https://app.test/hooks', answer: 500 })
    await service('/users', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ first_name: 'Mia', last_name: 'Berg', email: 'mia@example.test' }),
    })
    expect(await control('POST', 'clock', { advance: '4m59s' })).toMatchObject([
      200,
      { now: '2026-01-05T09:04:59.000Z', ran: 1 },
    ])
    expect(
      await control('POST', 'clock', { advance: { to: '2026-01-05T09:05:00.000Z' } }),
    ).toMatchObject([
      200,
      {
        ran: 1,
        pending: expect.arrayContaining([{ at: '2026-01-05T09:10:00.000Z', kind: 'retry' }]),
      },
    ])
    expect(hook.transcript).toHaveLength(2)
    const [status, webhook] = await control('GET', `webhooks/${hook.webhook}`)
    expect([status, webhook]).toMatchObject([
      200,
      { secret: hook.secret, notifications: [{ status: 'retry', attempts: [{}, {}] }] },
    ])
  })

  test('mints tokens, switches flags, merges and deletes users', async () => {
    const [, { token }] = await control('POST', 'tokens', { scopes: ['courses:read'] })
    const headers = { authorization: `Bearer ${String(token)}` }
    expect((await service('/courses', { headers }))[0]).toBe(200)
    expect((await service('/users', { headers }))[0]).toBe(403)

    expect(await control('POST', 'flags', { Departments: false })).toMatchObject([
      200,
      { Departments: false },
    ])
    expect((await service('/departments'))[0]).toBe(404)

    const merge = { primary_user_id: 2, secondary_user_id: 3 }
    expect(await control('POST', 'acts/merge_users', merge)).toMatchObject([200, { id: 2 }])
    expect((await service('/users/3'))[0]).toBe(404)
    expect((await control('POST', 'acts/delete_user', { id: 4 }))[0]).toBe(200)
    expect((await service('/users/4'))[0]).toBe(404)
  })

  test('takes snapshots, restores them, and resets', async () => {
    const [, { id }] = await control('POST', 'snapshots')
    await control('POST', 'acts/delete_user', { id: 4 })
    expect((await service('/users/4'))[0]).toBe(404)
    expect((await control('PUT', `snapshots/${String(id)}`))[0]).toBe(200)
    expect((await service('/users/4'))[0]).toBe(200)
    await control('POST', 'acts/delete_user', { id: 4 })
    await control('POST', 'clock', { advance: '1d' })
    expect(await control('POST', 'reset')).toEqual([200, { now: '2026-01-05T09:00:00.000Z' }])
    expect((await service('/users/4'))[0]).toBe(200)
  })

  test('returns the journal, oldest first, with suggestions for unhandled calls', async () => {
    await service('/users/1')
    await service('/user/1')
    const [, journal] = await control('GET', 'journal')
    expect(journal).toMatchObject([
      { number: 1, kind: 'request', path: '/users/1', operation: 'get_user_by_id', status: 200 },
      { number: 2, kind: 'request', path: '/user/1', status: 404, nearest: ['GET /users/{id}'] },
    ])
    expect(JSON.stringify(journal)).not.toContain(server.token)
  })

  test.each([
    ['POST', 'clock', { advnce: '5m' }, 'Did you mean "advance"?'],
    ['POST', 'clock', { advance: 'soon' }, '"soon" is not a valid duration'],
    ['POST', 'clock', { advance: { to: '2020-01-01T00:00:00.000Z' } }, 'is before'],
    ['POST', 'flags', { Progams: false }, 'Did you mean "Programs"?'],
    ['POST', 'tokens', { scopes: ['course:read'] }, 'Did you mean "courses:read"?'],
    ['POST', 'acts/merge_user', {}, 'Did you mean "merge_users"?'],
    ['POST', 'acts/merge_users', { primary_user_id: 2 }, 'secondary_user_id is missing'],
    ['POST', 'acts/delete_user', { id: 4711 }, 'id does not exist'],
    ['PUT', 'snapshots/none', {}, 'find the snapshot "none": the name is unknown'],
    ['GET', 'webhooks/none', undefined, 'There is no webhook none.'],
    ['GET', 'jornal', undefined, 'Did you mean GET journal?'],
  ])('%s %s %j is rejected with a clear message', async (method, path, body, line) => {
    const [status, { error }] = await control(method, path, body)
    expect(status).toBeGreaterThanOrEqual(400)
    expect((error as { message: string }).message).toContain(line)
  })

  test('denies pages of other origins and other host names', async () => {
    const from = (headers: Record<string, string>): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const url = `${server.url}/_emulator/health`
        request(url, { headers }, (response) => resolve(response.resume().statusCode))
          .on('error', reject)
          .end()
      })
    expect(await from({})).toBe(200)
    expect(await from({ origin: server.url })).toBe(200)
    expect(await from({ origin: 'https://evil.test' })).toBe(403)
    expect(await from({ origin: 'null' })).toBe(403)
    expect(await from({ host: 'evil.test' })).toBe(403)
  })
})

describe('starting', () => {
  test('on a port in use reports it', async () => {
    const port = Number(new URL(server.url).port)
    await expect(startServer({ port })).rejects.toThrow(
      `Could not listen on 127.0.0.1:${port}: the port is in use by another emulator. End it, or use another port, or 0 for a free port.`,
    )
  })

  test.each(['{"status":"ok"}', 'Not found'])(
    'on the port of another program that answers %s reports it',
    async (answer) => {
      await using other = createServer((_, response) => response.end(answer)).listen(0, '127.0.0.1')
      await once(other, 'listening')
      const { port } = other.address() as AddressInfo
      await expect(startServer({ port })).rejects.toThrow(
        `Could not listen on 127.0.0.1:${port}: the port is in use. Use another port, or 0 for`,
      )
    },
  )

  test('with an unknown world or flag suggests the nearest name', async () => {
    await expect(startServer({ port: 0, world: 'small-scool' as never })).rejects.toThrow(
      /small-school/,
    )
  })

  test.each([
    [{ assumptions: { 'foo.bar': 'alternative' } }, 'unknown_assumption'],
    [{ assumptions: { 'user.merge.deleted': 'on' } }, 'unknown_alternative'],
    [{ flags: { Progams: false } }, 'unknown_flag'],
  ])('with %j leaves no open port', async (options, code) => {
    const { url, close } = await startServer({ port: 0, world: 'empty' })
    await close()
    const port = Number(new URL(url).port)
    await expect(startServer({ port, ...(options as object) })).rejects.toMatchObject({ code })
    await using again = await startServer({ port, world: 'empty' })
    expect(again.url).toBe(url)
  })

  test('runs in real time by default, delivers at once, and can be advanced', async () => {
    await using running = await startServer({ port: 0, world: 'small-school' })
    const { emulator } = running
    const arrived = new Promise<Request>((resolve) => {
      emulator.receiver({ url: 'https://app.test/hooks', answer: (got) => (resolve(got), 200) })
    })
    emulator.act.deleteUser({ user: 4 })
    expect(await (await arrived).json()).toMatchObject({ event: 'user.deleted' })
    const before = emulator.now().getTime()
    await emulator.advance('1h')
    expect(emulator.now().getTime() - before).toBeGreaterThanOrEqual(3_600_000)
  })
})
