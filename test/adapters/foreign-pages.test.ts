/** What a page of another site can do to a server: nothing that stays. */
import { request } from 'node:http'
import { type EmulatorServer, startServer } from 'course-admin-emulator/server'
import { describe, expect, test } from 'vitest'

const options = {
  port: 0,
  world: 'empty',
  clock: 'virtual',
  rateLimit: { requestsPerWindowMax: 1 },
} as const

const call = async (
  { baseUrl }: EmulatorServer,
  headers: Record<string, string>,
  method = 'POST',
): Promise<number> => {
  const body = method === 'POST' ? 'x'.repeat(100_000) : undefined
  const response = await fetch(`${baseUrl}/users`, { method, headers, ...(body && { body }) })
  const text = await response.text()
  if (method !== 'HEAD')
    expect(JSON.parse(text)).toMatchObject({ errors: {}, code: response.status })
  return response.status
}

/** The status of a request without a token: 429 if another one used the only place in the window. */
const localStatus = async (server: EmulatorServer): Promise<number> =>
  (await fetch(`${server.baseUrl}/users`)).status

describe('a page of another site', () => {
  test.each(['https://evil.test', 'null', 'http://localhost.evil.test', 'file://', 'http://a b'])(
    'with the origin %s is refused before the journal and the rate window',
    async (origin) => {
      await using server = await startServer(options)
      expect(await call(server, { origin })).toBe(403)
      expect(await call(server, { origin }, 'OPTIONS')).toBe(403)
      expect(await call(server, { origin, authorization: `Bearer ${server.token}` })).toBe(403)
      expect(server.emulator.journal()).toEqual([])
      expect(await localStatus(server)).toBe(403)
    },
  )

  test.each(['GET', 'HEAD'])('that sends %s without a token leaves no entry', async (method) => {
    await using server = await startServer(options)
    expect(await call(server, { 'sec-fetch-site': 'cross-site' }, method)).toBe(403)
    expect(server.emulator.journal()).toEqual([])
    expect(await localStatus(server)).toBe(403)
    expect(server.emulator.journal()).toHaveLength(1)
  })
})

test('a body without a known token has a smaller limit', async () => {
  await using server = await startServer({ ...options, rateLimit: {} })
  const statusOf = async (token: string, bytes: number): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` }
    const init = { method: 'POST', headers, body: 'x'.repeat(bytes) }
    return (await fetch(`${server.baseUrl}/users`, init)).status
  }
  expect(await statusOf('unknown', 65_536)).toBe(403)
  expect(await statusOf('unknown', 65_537)).toBe(413)
  expect(await statusOf(server.token, 1_000_000)).toBe(400)
})

test('a target with another host is answered with links of the server', async () => {
  await using server = await startServer({ ...options, world: 'small-school', rateLimit: {} })
  const { hostname, port, host } = new URL(server.url)
  const path = 'http://evil.test/api/v1/users?per_page=1'
  const headers = { host, ...server.emulator.headers }
  const link = await new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers }, (response) => {
      response.resume()
      resolve(response.headers.link)
    })
    sent.on('error', reject).end()
  })
  expect(link).toContain(server.baseUrl)
  expect(link).not.toContain('evil')
})

describe('a page of this machine', () => {
  test.each(['http://localhost:5173', 'http://127.0.0.1:6006', 'https://[::1]'])(
    'with the origin %s is answered and journaled',
    async (origin) => {
      await using server = await startServer(options)
      const headers = { origin, ...server.emulator.headers, 'sec-fetch-site': 'cross-site' }
      expect((await fetch(`${server.baseUrl}/users`, { headers })).status).toBe(200)
      expect(server.emulator.journal()).toHaveLength(1)
    },
  )

  test('may have the name of an allowed host', async () => {
    await using server = await startServer({ ...options, allowHosts: ['app.test'] })
    const headers = { origin: 'https://app.test:8443', ...server.emulator.headers }
    expect((await fetch(`${server.baseUrl}/users`, { headers })).status).toBe(200)
  })
})
