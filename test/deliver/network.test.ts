/** Deliveries that really leave: over a socket to a server on this machine. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEmulator } from 'course-admin-emulator'
import { afterEach, expect, test } from 'vitest'

let server: Server | undefined
afterEach(
  () => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())),
)

async function listen(handler: Parameters<typeof createServer>[1]): Promise<string> {
  server = createServer({ keepAlive: false }, handler as never)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
}

function notify(url: string) {
  const emulator = createEmulator({ world: 'empty' })
  emulator.given('webhooks', { url, active: true, events: ['user.deleted'] })
  emulator.act.deleteUser({ user: emulator.given('users') })
  return emulator
}

test('a url on the network is sent to', async () => {
  const bodies: string[] = []
  const url = await listen((request, response) => {
    request.setEncoding('utf8').on('data', (chunk: string) => void bodies.push(chunk))
    request.on('end', () => response.writeHead(204, { connection: 'close' }).end())
  })
  const emulator = notify(url)
  await emulator.settle()
  expect(bodies.map((body) => JSON.parse(body))).toMatchObject([
    { event: 'user.deleted', event_data: { id: 2 } },
  ])
  expect(emulator.rows('webhook_notifications')[0]?.status).toBe('succeeded')
})

test('a port where nobody listens is an attempt with its reason', async () => {
  const url = await listen(() => undefined)
  await new Promise((resolve) => server?.close(resolve))
  server = undefined
  const emulator = notify(url)
  await emulator.settle()
  const [notification] = emulator.rows('webhook_notifications')
  expect(notification).toMatchObject({ status: 'retry' })
  expect(notification?.send_attempts[0]).toMatchObject({
    status_code: 0,
    response: expect.stringContaining('ECONNREFUSED'),
  })
})
