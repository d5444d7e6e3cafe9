/** The edges of the limits: the last accepted value, and the first refused one. */
import { createEmulator } from 'course-admin-emulator'
import { createHandler } from 'course-admin-emulator/server'
import { expect, test } from 'vitest'

interface Answer {
  readonly status: number
  readonly text: string
}

function createServer() {
  const emulator = createEmulator({ world: 'empty', baseUrl: 'http://localhost/api/v1' })
  const handle = createHandler(emulator)
  const send = async (method: string, path: string, body?: string | object): Promise<Answer> => {
    const headers = { ...emulator.headers, 'content-type': 'application/json' }
    const text = typeof body === 'object' ? JSON.stringify(body) : body
    const init = { method, headers, ...(text !== undefined && { body: text }) }
    const response = await handle(new Request(`http://localhost${path}`, init))
    return { status: response.status, text: await response.text() }
  }
  return { emulator, send }
}

const bodyOf = (bytes: number): string => `{"name":"${'x'.repeat(bytes - 11)}"}`

test('a body of 5,000,000 bytes is read, and one byte more is 413', async () => {
  const { send } = createServer()
  expect(bodyOf(20)).toHaveLength(20)
  expect(await send('POST', '/api/v1/labels', bodyOf(5_000_000))).not.toMatchObject({ status: 413 })
  expect(await send('POST', '/api/v1/labels', bodyOf(5_000_001))).toMatchObject({ status: 413 })
})

test('100 records are a page, and per_page=101 is refused', async () => {
  const { emulator, send } = createServer()
  emulator.given('users', 101)
  const page = await send('GET', '/api/v1/users?per_page=100')
  expect(page.status).toBe(200)
  expect(JSON.parse(page.text)).toHaveLength(100)
  expect((await send('GET', '/api/v1/users?per_page=101')).status).toBe(400)
  expect((await send('GET', '/api/v1/users?per_page=1')).status).toBe(200)
  expect((await send('GET', '/api/v1/users?per_page=0')).status).toBe(400)
})

test('500 records are created by one request to the control plane, and 501 are refused', async () => {
  const { send } = createServer()
  const statuses = [500, 501].map((count) =>
    send('POST', '/_emulator/given', { resource: 'labels', count }),
  )
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 422])
})

test('the latest 100 snapshots are kept, and the 201st instance is refused', async () => {
  const { send } = createServer()
  const snapshots = async (): Promise<{ id: string }[]> =>
    JSON.parse((await send('GET', '/_emulator/snapshots')).text) as { id: string }[]
  for (let i = 0; i < 100; i += 1) await send('POST', '/_emulator/snapshots', {})
  const [first, second] = await snapshots()
  await send('POST', '/_emulator/snapshots', {})
  const kept = await snapshots()
  expect([kept.length, kept[0]?.id]).toEqual([100, second?.id])
  expect(first?.id).not.toBe(second?.id)
  for (let i = 0; i < 200; i += 1) {
    expect(
      (await send('POST', '/_emulator/instances', { key: `i${i}`, world: 'empty' })).status,
    ).toBe(200)
  }
  expect(
    (await send('POST', '/_emulator/instances', { key: 'more' })).status,
  ).toBeGreaterThanOrEqual(400)
})

test('10,000 webhooks can exist', async () => {
  const { emulator, send } = createServer()
  const body = (id: number) => ({ url: `https://app.test/${id}`, events: [] })
  emulator.given('webhooks', 9_999, { active: false })
  expect((await send('POST', '/api/v1/webhooks', body(1))).status).toBe(201)
  expect((await send('POST', '/api/v1/webhooks', body(2))).status).toBe(422)
})

test.each([
  ['the largest given id', 1_000_000_000_000],
  ['the smallest given id', 1],
])('%s is %d', (_, id) => {
  const { emulator } = createServer()
  const beyond = id === 1 ? 0 : id + 1
  expect(emulator.given('labels', { id }).id).toBe(id)
  expect(() => emulator.given('labels', { id: beyond })).toThrow(`its id is ${beyond}`)
})

test('the scale of the clock is at most 1,000,000', () => {
  const create = (scale: number) => createEmulator({ world: 'empty', clock: { scale } as never })
  expect(() => create(1_000_000).close()).not.toThrow()
  expect(() => create(1_000_001)).toThrow('1000001')
})

test('16,384 characters of an answer are kept', async () => {
  const { emulator } = createServer()
  for (const length of [16_384, 16_385]) {
    const body = 'x'.repeat(length)
    emulator.receiver({ url: `https://app.test/${length}`, answer: { status: 500, body } })
  }
  emulator.act.create('users')
  await emulator.settle()
  const kept = emulator
    .rows('webhook_notifications')
    .map(({ send_attempts: [attempt] }) => attempt?.response?.length)
  expect(kept).toEqual([16_384, 16_384])
})
