/** Sockets that are slow, half-open or idle: the server closes them, and serves other clients meanwhile. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type EmulatorServer } from 'course-admin-emulator/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startServerWith } from '../../src/adapters/hosting/server.ts'
import {
  limitSockets,
  type SocketLimits,
  socketLimits,
} from '../../src/adapters/hosting/socket-limits.ts'

const limits: SocketLimits = {
  headersTimeoutMs: 800,
  requestTimeoutMs: 1_000,
  responseTimeoutMs: 500,
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

/** Opens a socket that sends requests and reads nothing. */
function openWithoutReading(url: string, request: string): void {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  opened.push(socket)
  socket.pause().on('error', () => undefined)
  socket.write(request)
}

const healthRequest = 'GET /_emulator/health HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** More than the buffers of the two sockets of a connection hold. */
const largeBody = Buffer.alloc(32 * 1024 * 1024, 'a')

test('100 sockets that do not read their response are closed, and one that waits for it is not', async () => {
  const http = createServer((request, response) => {
    if (request.url !== '/waits') return void response.end(largeBody)
    void Promise.all(closed.slice(0, 100)).then(() => response.end('answered'))
  })
  limitSockets(http, limits)
  const closed: Promise<unknown>[] = []
  http.on('connection', (socket) => void closed.push(once(socket, 'close')))
  await once(http.listen(0, '127.0.0.1'), 'listening')
  try {
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
    for (let i = 0; i < 100; i += 1) openWithoutReading(url, healthRequest)
    await vi.waitUntil(() => closed.length === 100, { timeout: 5_000 })
    expect(await (await fetch(`${url}/waits`)).text()).toBe('answered')
  } finally {
    http.closeAllConnections()
    http.close()
  }
})

test('a server closes a socket that does not read its responses', async () => {
  const closed = new Promise<unknown>((resolve) => {
    function onSocket(message: unknown): void {
      unsubscribe('net.server.socket', onSocket)
      resolve(once((message as { socket: Socket }).socket, 'close'))
    }
    subscribe('net.server.socket', onSocket)
  })
  openWithoutReading(server.url, healthRequest.replace('health', 'openapi.json').repeat(12))
  await closed
}, 60_000)

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
    responseTimeoutMs: 60_000,
    keepAliveTimeoutMs: 5_000,
    checkIntervalMs: 1_000,
    connectionsMax: 10_000,
  })
})
