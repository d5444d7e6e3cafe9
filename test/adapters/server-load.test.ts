/** Robustness of the server: invalid HTTP, large bodies, slow clients, many requests. */
import { connect, type Socket } from 'node:net'
import { type EmulatorServer, startServer } from 'course-admin-emulator/server'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: EmulatorServer
let port: number
const start = (): Promise<EmulatorServer> =>
  startServer({ port: 0, world: 'small-school', rateLimit: { requestsPerWindowMax: 10_000 } })
beforeAll(async () => {
  server = await start()
  port = Number(new URL(server.url).port)
})
afterAll(() => server.close())

const read = ({ baseUrl, emulator }: EmulatorServer = server): Promise<Response> =>
  fetch(`${baseUrl}/courses/1`, { headers: emulator.headers })

function open(text: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, () => resolve(socket)))
    socket.on('error', reject)
  })
}

test('input that is not HTTP is rejected and does not affect other requests', async () => {
  const socket = await open('this is not HTTP\r\n\r\n')
  const answer = await new Promise((resolve) =>
    socket.on('data', (data) => resolve(String(data))).on('close', () => resolve('')),
  )
  expect(answer).toMatch(/^HTTP\/1\.1 400/)
  socket.destroy()
  expect((await read()).status).toBe(200)
})

test('a body of 10 MB is rejected with 413 and writes nothing', async () => {
  const before = server.emulator.rows('users').length
  const response = await fetch(`${server.baseUrl}/users`, {
    method: 'POST',
    headers: server.emulator.headers,
    body: 'x'.repeat(10_000_000),
  })
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ code: 413, message: expect.any(String) })
  expect(server.emulator.rows('users')).toHaveLength(before)
})

test('a slow client does not block other requests', async () => {
  const slow = await open('GET /api/v1/courses/1 HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
  expect((await read()).status).toBe(200)
  slow.destroy()
})

test('a thousand concurrent requests all get a response', async () => {
  // Note: a connection of an earlier test, which the server closes after five idle seconds, must not carry a request.
  await using fresh = await start()
  const statuses = await Promise.all(
    Array.from({ length: 1_000 }, async () => (await read(fresh)).status),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('a saved world can be larger than a body of the service', async () => {
  const world = server.emulator.save()
  const padded = `${world}${' '.repeat(6_000_000)}`
  const response = await fetch(`${server.url}/_emulator/world`, { method: 'PUT', body: padded })
  expect(response.status).toBe(200)
})
