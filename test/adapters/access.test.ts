/** Who reaches a server: the hosts that requests may name, and the token. */
import { request } from 'node:http'
import { createEmulator } from 'course-admin-emulator'
import { createHandler, type EmulatorServer, startServer } from 'course-admin-emulator/server'
import { describe, expect, test } from 'vitest'
import { serveCommand } from '../../src/adapters/cli/serve-command.ts'

const options = { port: 0, world: 'empty', clock: 'virtual' } as const

interface Answer {
  readonly status: number | undefined
  readonly body: Record<string, unknown>
}

/** Sends a request with any `Host` header, which `fetch` does not allow. */
function get(server: EmulatorServer, path: string, host: string): Promise<Answer> {
  const { port } = new URL(server.url)
  const headers = { host, authorization: `Bearer ${server.token}` }
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          body: JSON.parse(text) as Record<string, unknown>,
        }),
      )
    })
      .on('error', reject)
      .end()
  })
}

const places = ['/api/v1/users', '/_emulator/health', '/elsewhere']

describe('the `Host` header', () => {
  test.each([
    'evil.test',
    'evil.test:80',
    '10.0.0.7',
    '127.0.0.1.evil.test',
    'localhost.evil.test',
  ])('%s is refused with 403, for the service and the control plane', async (host) => {
    await using server = await startServer(options)
    for (const path of places) expect(await get(server, path, host)).toMatchObject({ status: 403 })
    expect(server.emulator.journal()).toEqual([])
  })

  test.each(['127.999.0.1', 'localhost:99999', 'a b', '_', '[::1', 'local host:1', '[::zz]'])(
    '%j is not valid: 4xx with a body',
    async (host) => {
      await using server = await startServer(options)
      for (const path of places) {
        const { status, body } = await get(server, path, host)
        expect([400, 403]).toContain(status)
        expect(JSON.stringify(body)).toMatch(/host/)
      }
    },
  )

  test.each(['localhost', 'LOCALHOST:1', '127.0.0.1', '127.8.8.8', '[::1]:4010'])(
    '%s is this machine',
    async (host) => {
      await using server = await startServer(options)
      expect(await get(server, '/api/v1/users', host)).toMatchObject({ status: 200 })
      expect(await get(server, '/_emulator/health', host)).toMatchObject({ status: 200 })
    },
  )

  test('can name a host of `allowHosts`', async () => {
    await using server = await startServer({ ...options, allowHosts: ['emulator'] })
    expect(await get(server, '/api/v1/users', 'emulator:4010')).toMatchObject({ status: 200 })
    expect(await get(server, '/_emulator/health', 'Emulator')).toMatchObject({ status: 200 })
    expect(await get(server, '/_emulator/health', 'other')).toMatchObject({ status: 403 })
    await expect(startServer({ ...options, allowHosts: ['a:1'] })).rejects.toMatchObject({
      code: 'bad_option',
    })
  })

  test.each(['0.0.0.0', '::'])('can name the host %s that the server listens on', async (host) => {
    await using server = await startServer({ ...options, host })
    const hostInUrl = new URL(server.url).host
    expect(server.inspector).toBe(`http://${hostInUrl}/_emulator/`)
    for (const path of ['/api/v1/users', '/_emulator/health'])
      expect(await get(server, path, hostInUrl)).toMatchObject({ status: 200 })
    for (const path of places)
      expect(await get(server, path, '10.0.0.7')).toMatchObject({ status: 403 })
  })

  test('can name the host of the base URL, but not for the control plane', async () => {
    const emulator = createEmulator({ world: 'empty', baseUrl: 'https://lms.test/api/v1' })
    const handle = createHandler(emulator)
    const statusOf = async (url: string): Promise<number> =>
      (await handle(new Request(url, { headers: emulator.headers }))).status
    expect(await statusOf('https://lms.test/api/v1/users')).toBe(200)
    expect(await statusOf('https://other.test/api/v1/users')).toBe(403)
    expect(await statusOf('https://lms.test/_emulator/health')).toBe(403)
  })
})

describe('the token', () => {
  test('is the fixed one on a loopback address, and random on other addresses', async () => {
    await using local = await startServer({ ...options, host: 'localhost' })
    expect(local.token).toBe('course-admin-token')
    await using open = await startServer({ ...options, host: '0.0.0.0' })
    await using other = await startServer({ ...options, host: '0.0.0.0' })
    expect(open.token).toMatch(/^[\w-]{32}$/)
    expect(other.token).not.toBe(open.token)
    expect(await get(open, '/api/v1/users', 'localhost')).toMatchObject({ status: 200 })
    const fixed = { ...open, token: 'course-admin-token' }
    expect(await get(fixed, '/api/v1/users', 'localhost')).toMatchObject({ status: 403 })
  })

  test('can be chosen, stays after `reset`, and also belongs to the other instances', async () => {
    await using server = await startServer({ ...options, token: 'my-token_1' })
    expect(server.token).toBe('my-token_1')
    server.emulator.reset()
    expect(await get(server, '/api/v1/users', 'localhost')).toMatchObject({ status: 200 })
    const made = await fetch(`${server.url}/_emulator/instances`, { method: 'POST', body: '{}' })
    expect(await made.json()).toMatchObject({ token: 'instance-1~my-token_1' })
    const instance = { ...server, token: 'instance-1~course-admin-token' }
    expect(await get(instance, '/api/v1/users', 'localhost')).toMatchObject({ status: 403 })
  })

  test('is not in a saved world, and its scopes can be changed', async () => {
    const emulator = createEmulator({ world: 'empty', token: 'my-token' })
    expect(emulator.save()).not.toContain('my-token')
    const { headers } = createEmulator({ load: emulator.save(), token: 'other' })
    expect(headers).toEqual({ authorization: 'Bearer other' })
    emulator.setScopes('my-token', [])
    expect((await emulator.fetch('/users', { headers: emulator.headers })).status).toBe(403)
    expect(() => emulator.setScopes('course-admin-token', [])).toThrow('not a token')
  })

  test.each(['', 'a~b', 'a b', 'ä', 'x'.repeat(201), 5])('%j is refused', (token) => {
    expect(() => createEmulator({ token: token as string })).toThrow('"token" is not valid')
  })
})

test('the command line passes the token and the hosts on', () => {
  const args = '--token t --allow-host a --allow-host b --deliver-to c'.split(' ')
  expect(serveCommand.parse(args).values).toMatchObject({
    token: 't',
    allowHosts: ['a', 'b'],
    deliverTo: ['c'],
  })
})

test('a scenario is not run against a host that is not allowed', async () => {
  await using server = await startServer(options)
  const [{ name }] = (await (await fetch(`${server.url}/_emulator/scenarios`)).json()) as [
    { name: string },
  ]
  for (const key of ['to', 'resync']) {
    for (const value of [5, null, '', ['http://127.0.0.1:9/']]) {
      const refused = await fetch(`${server.url}/_emulator/scenarios/${name}`, {
        method: 'POST',
        body: JSON.stringify({ [key]: value }),
      })
      expect([value, refused.status]).toEqual([value, 422])
      expect(await refused.json()).toMatchObject({
        error: { message: expect.stringContaining(`Could not use ${key} `) },
      })
    }
    const response = await fetch(`${server.url}/_emulator/scenarios/${name}`, {
      method: 'POST',
      body: JSON.stringify({ [key]: 'http://169.254.169.254/hooks' }),
    })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: { code: 'host_not_allowed' } })
  }
})
