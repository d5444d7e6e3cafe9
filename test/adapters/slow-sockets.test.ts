/** Sockets that are slow, half-open or idle: the server closes them, and serves other clients meanwhile. */
import { connect, type Socket } from 'node:net'
import { type EmulatorServer } from 'course-admin-emulator/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startServerWith } from '../../src/adapters/hosting/server.ts'
import { type SocketLimits, socketLimits } from '../../src/adapters/hosting/socket-limits.ts'

const limits: SocketLimits = {
  headersTimeoutMs: 800,
  requestTimeoutMs: 1_000,
  keepAliveTimeoutMs: 100,
  checkIntervalMs: 50,
  connectionsMax: 150,
}

let server: EmulatorServer
let opened: Socket[] = []
beforeEach(async () => {
  const options = { port: 0, world: 'empty', clock: 'virtual' } as const
  server = await startServerWith(options, limits)
})
afterEach(async () => {
  for (const socket of opened) socket.destroy()
  opened = []
  await server.close()
})

/** Opens a socket and sends a text. The result is what the server sent before it closed the socket. */
function open(text: string): Promise<string> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  opened.push(socket)
  let received = ''
  return new Promise((resolve) => {
    socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received))
    if (text !== '') socket.write(text)
  })
}

const head =
  'POST /api/v1/users HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer course-admin-token\r\n'

test.each([
  ['send nothing', '', /^$|408/],
  ['send half of a header', 'GET /api/v1/users HTTP/1.1\r\nHost: loc', /408/],
  ['send half of a body', `${head}Content-Length: 100\r\n\r\n{"first_name":`, /408|^$/],
  ['send half of a chunk', `${head}Transfer-Encoding: chunked\r\n\r\n50\r\n{"a":`, /408|^$/],
  [
    'announce a body of control data',
    `${head.replace('/api/v1/users', '/_emulator/clock')}Content-Length: 9\r\n\r\n{`,
    /408|^$/,
  ],
  [
    'send a complete request, and keep the connection',
    'GET /_emulator/health HTTP/1.1\r\nHost: localhost\r\n\r\n',
    /^HTTP\/1.1 200/,
  ],
  ['do not speak HTTP', '\x16\x03\x01\x02\x00\x01', /400/],
])('100 sockets that %s are closed', async (_, text, expected) => {
  const closed = Promise.all(Array.from({ length: 100 }, () => open(text)))
  const response = await fetch(`${server.baseUrl}/users`, { headers: server.emulator.headers })
  expect(response.status).toBe(200)
  for (const received of await closed) expect(received).toMatch(expected)
  // Note: a request whose body never arrives does not stop the clock.
  await server.emulator.advance('1s')
})

test('a connection above the maximum is closed, and a later one is accepted', async () => {
  const earlier = Array.from({ length: limits.connectionsMax }, () => open(''))
  const first = await Promise.race([
    ...earlier.map((closed) => closed.then(() => 'earlier')),
    open('').then(() => 'above the maximum'),
  ])
  expect(first).toBe('above the maximum')
  await Promise.all(earlier)
  expect((await fetch(`${server.url}/_emulator/health`)).status).toBe(200)
})

test('the limits of a server are named', () => {
  expect(socketLimits).toEqual({
    headersTimeoutMs: 10_000,
    requestTimeoutMs: 60_000,
    keepAliveTimeoutMs: 5_000,
    checkIntervalMs: 1_000,
    connectionsMax: 10_000,
  })
})
