/** Deliveries over a socket to a server on this machine. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEmulator, type Emulator, type EmulatorOptions } from 'course-admin-emulator'
import { afterEach, describe, expect, test } from 'vitest'
import { sendOverNetwork } from '../../../src/engine/deliver/transport.ts'

let server: Server | undefined
const close = () =>
  new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
afterEach(close)

async function listen(handler: Parameters<typeof createServer>[1]): Promise<string> {
  server = createServer({ keepAlive: false }, handler as never)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
}

function notify(url: string, delivery: EmulatorOptions['delivery'] = {}) {
  const emulator = createEmulator({ world: 'empty', delivery })
  emulator.given('webhooks', { url, active: true, events: ['user.deleted'] })
  emulator.act.deleteUser({ user: emulator.given('users') })
  return emulator
}

test('a delivery is sent to a URL on the network', async () => {
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

test('a response takes as many whole seconds on a virtual clock as in real time', async () => {
  let realMs = 0
  const url = await listen((request, response) => {
    request.resume().on('end', () => {
      realMs += 1_100
      response.writeHead(200, { connection: 'close' }).end('done')
    })
  })
  const delivery = { url, headers: {}, body: '{}' }
  expect(await sendOverNetwork(delivery, 5_000, () => realMs)).toEqual({
    status: 200,
    text: 'done',
    latencyMs: 1_000,
  })
})

test('a network receiver that never responds times out in the emulator’s time', async () => {
  const url = await listen((request) => void request.resume())
  const emulator = notify(url, { timeoutMs: 40 })
  await emulator.advance('1h')
  expect(emulator.rows('webhook_notifications')[0]).toMatchObject({
    status: 'failed',
    send_attempts: [0, 5, 10].map((minutes) => ({
      response: 'no answer in 0.04 s',
      status_code: 0,
      created_at: new Date(Date.UTC(2026, 0, 5, 9, minutes)).toISOString(),
    })),
  })
  server?.closeAllConnections()
})

test('a redirect is not followed', async () => {
  const url = await listen((request, response) => {
    const headers = { location: '/elsewhere', connection: 'close' }
    request.resume().on('end', () => response.writeHead(307, headers).end())
  })
  const emulator = notify(url)
  await emulator.settle()
  expect(emulator.rows('webhook_notifications')[0]).toMatchObject({
    status: 'retry',
    send_attempts: [{ status_code: 307 }],
  })
})

test('on a running clock deliveries start without advance, and a slow receiver does not block others', async () => {
  const held: (() => void)[] = []
  const slow = await listen((request, response) => {
    request.resume()
    held.push(() => void response.writeHead(200, { connection: 'close' }).end())
  })
  using emulator = createEmulator({ world: 'empty', clock: 'system' })
  emulator.act.registerWebhook({ url: slow })
  const heard: number[] = []
  const twice = new Promise<void>((resolve) => {
    const answer = (): void => void (heard.push(held.length) === 2 && resolve())
    emulator.receiver({ url: 'https://app.test/hooks', answer })
  })
  emulator.act.deleteUser({ user: emulator.given('users') })
  await emulator.sleep({ ms: 200 })
  emulator.act.deleteUser({ user: emulator.given('users') })
  await twice
  expect(emulator.rows('webhook_notifications').map(({ status }) => status)).toContain('pending')
  for (const answer of held) answer()
})

test('a closed port is an attempt with its reason', async () => {
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

const createUser = (emulator: Emulator, email: string) =>
  emulator.act.createUser({ first_name: 'Mia', last_name: 'Jansen', email })

describe('a receiver at a URL of this machine', () => {
  test('gets its deliveries over the network if it has no answer', async () => {
    const bodies: string[] = []
    const url = await listen((request, response) => {
      request.setEncoding('utf8').on('data', (chunk: string) => void bodies.push(chunk))
      request.on('end', () => response.writeHead(202, { connection: 'close' }).end())
    })
    const emulator = createEmulator({ world: 'empty' })
    const hook = emulator.receiver({ url })
    createUser(emulator, 'mia@example.org')
    await emulator.settle()
    expect(hook.transcript).toEqual(['09:00:00  user.created  attempt 1  202'])
    expect(bodies).toHaveLength(1)

    hook.answer(503)
    createUser(emulator, 'eva@example.org')
    await emulator.settle()
    expect(bodies).toHaveLength(1)

    emulator.receiver({ url })
    await emulator.advance('5m')
    expect(bodies).toHaveLength(2)
  })

  test('has no answer while no program listens there', async () => {
    const url = await listen(() => undefined)
    await close()
    const emulator = createEmulator({ world: 'empty' })
    const hook = emulator.receiver({ url })
    createUser(emulator, 'mia@example.org')
    await emulator.settle()
    expect(hook.transcript).toEqual([expect.stringMatching(/attempt 1 .*ECONNREFUSED/)])
  })

  test('stays in the process with an answer', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const hook = emulator.receiver({ url: 'http://127.0.0.1:9/hooks', answer: 204 })
    createUser(emulator, 'mia@example.org')
    await emulator.settle()
    expect(hook.transcript).toEqual(['09:00:00  user.created  attempt 1  204'])
  })
})
