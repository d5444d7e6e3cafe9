/** Fault effects on requests, over each transport. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeTransports } from '../../support/transports.ts'
import { endFaults } from '../../support/internals.ts'

const body = (emulator: Emulator, first_name = 'Mia'): RequestInit => ({
  method: 'POST',
  headers: { ...emulator.headers, 'content-type': 'application/json' },
  body: JSON.stringify({ first_name, last_name: 'Berg', email: `${first_name}@example.test` }),
})

const faultsOf = ({ journal }: Emulator) => journal().filter(({ kind }) => kind === 'fault')

describeTransports((transport) => {
  beforeAll(() => transport.open())
  afterAll(() => transport.close())

  const get = (emulator: Emulator, path: string, init: RequestInit = {}): Promise<Response> =>
    transport.send(emulator, path, { headers: emulator.headers, ...init })

  test('a status is sent in the error format of the service, and marked', async () => {
    const emulator = createEmulator({ world: 'small-school' })
    const fault = emulator.fault({ operation: 'get_user_by_id', with: { status: 503 } })
    const response = await get(emulator, '/users/1')
    expect(response.status).toBe(503)
    expect(response.headers.get('x-emulator-fault')).toBe(fault.id)
    expect(await response.json()).toEqual({
      errors: {},
      code: 503,
      message: 'The service is not available.',
    })
    expect((await get(emulator, '/users')).headers.get('x-emulator-fault')).toBeNull()

    const [request, hit] = emulator.journal()
    expect(request).toMatchObject({
      kind: 'request',
      operation: 'get_user_by_id',
      status: 503,
      fault: fault.id,
    })
    expect(hit).toMatchObject({ kind: 'fault', cause: request?.number, effect: { status: 503 } })
    expect(fault.hits).toBe(1)
  })

  test('429 has a Retry-After header', async () => {
    const emulator = createEmulator({ world: 'small-school' })
    emulator.fault({ group: 'users', times: 1, with: { retry_after: 30 } })
    const response = await get(emulator, '/users')
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '30'])
    expect((await get(emulator, '/users')).status).toBe(200)
  })

  test.each([
    [{ status: 429 }, {}, '300'],
    [{ status: 429 }, { windowMs: 60_000 }, '60'],
    [{ status: 429, retry_after: 5 }, {}, '5'],
    [{ status: 503 }, {}, null],
  ])('%j with %j has the Retry-After of the window', async (effect, rateLimit, seconds) => {
    const emulator = createEmulator({ world: 'empty', rateLimit })
    emulator.fault({ operation: 'get_users', with: effect })
    expect((await get(emulator, '/users')).headers.get('retry-after')).toBe(seconds)
  })

  test('a delayed response arrives at its time on the clock', async () => {
    const emulator = createEmulator({ world: 'small-school' })
    emulator.fault({ path: '/users/*', with: { latency_ms: 3_000 } })
    let came: string | undefined
    const answer = get(emulator, '/users/1').then((response) => {
      came = emulator.now().toISOString()
      return response.status
    })
    await hit(emulator)
    await emulator.advance('2s')
    expect(came).toBeUndefined()
    await emulator.advance('2s')
    expect(await answer).toBe(200)
    expect(emulator.pending().filter(({ kind }) => kind === 'wake')).toEqual([])
  })

  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)('a timeout %s the write leaves %i records', async (timeout, written) => {
    const emulator = createEmulator({ world: 'empty' })
    const before = emulator.rows('users').length
    emulator.fault({ operation: 'create_user', times: 1, with: { timeout } })
    const answer = transport.send(emulator, '/users', body(emulator)).then(
      () => 'answered',
      (error: unknown) => error,
    )
    await hit(emulator)
    expect(emulator.rows('users')).toHaveLength(before + written)
    expect(emulator.journal()[0]).toMatchObject({ status: null, reason: 'the request timed out' })
    await emulator.advance('5m')
    expect(await answer).toBeInstanceOf(TypeError)
    expect((await transport.send(emulator, '/users', body(emulator))).status).toBe(
      written === 1 ? 422 : 201,
    )
  })

  test('a caller that aborts does not wait', async () => {
    const emulator = createEmulator({ world: 'small-school' })
    emulator.fault({ with: { timeout: 'before' } })
    const controller = new AbortController()
    const answer = get(emulator, '/users/1', { signal: controller.signal }).catch(
      (error: unknown) => (error as Error).name,
    )
    await hit(emulator)
    controller.abort()
    expect(await answer).toBe('AbortError')
  })

  test('a broken connection is a network error and writes nothing', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const before = emulator.rows('users').length
    emulator.fault({ with: { reset: true } })
    await expect(transport.send(emulator, '/users', body(emulator))).rejects.toThrow(TypeError)
    expect(emulator.rows('users')).toHaveLength(before)
  })

  test.each(['truncated', 'malformed', 'empty'] as const)(
    'a %s body cannot be parsed',
    async (how) => {
      const emulator = createEmulator({ world: 'small-school' })
      emulator.fault({ nth: 2, with: { body: how } })
      const whole = await (await get(emulator, '/users')).text()
      const response = await get(emulator, '/users')
      const text = await response.text()
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toContain('application/json')
      expect(() => JSON.parse(text)).toThrow(SyntaxError)
      expect(text.length).toBe(
        { truncated: whole.length >> 1, malformed: whole.length + 1, empty: 0 }[how],
      )
    },
  )

  test('a change is made between two pages', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const users = emulator.given('users', 4)
    const [first, second] = users
    emulator.fault({
      operation: 'get_users',
      nth: 2,
      with: { change: { act: 'mergeUsers', input: { primary: first, secondary: second } } },
    })
    const page = await get(emulator, '/users?per_page=3')
    expect(await page.json()).toHaveLength(3)
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    await get(emulator, `/users${new URL(next).search}`)
    expect((await get(emulator, `/users/${second.id}`)).status).toBe(404)

    const entry = (kind: string) => emulator.journal().find((each) => each.kind === kind)
    expect(entry('act')).toMatchObject({ act: 'merge_users', cause: entry('fault')?.number })
    expect(entry('fault')?.['cause']).toBe(2)
  })
})

/** Resolves when a fault has a hit; a request over a socket takes some turns to arrive. */
async function hit(emulator: Emulator): Promise<void> {
  for (let turn = 0; faultsOf(emulator).length === 0 && turn < 10_000; turn += 1) {
    await new Promise(setImmediate)
  }
  expect(faultsOf(emulator)).toHaveLength(1)
}

describe('a network error in process', () => {
  test('is the error that fetch throws', async () => {
    const emulator = createEmulator({ world: 'empty' })
    emulator.fault({ times: 1, with: { reset: true } })
    await expect(emulator.fetch('/users')).rejects.toMatchObject({
      message: 'fetch failed',
      cause: { code: 'ECONNRESET' },
    })
    emulator.fault({ with: { timeout: 'after' } })
    const answer = emulator.fetch('/users').catch((error: unknown) => error)
    await emulator.advance('5m')
    expect(await answer).toMatchObject({
      message: 'fetch failed',
      cause: { code: 'UND_ERR_HEADERS_TIMEOUT' },
    })
  })
})

test('the transcript shows the fault and its rule', async () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.receiver({ url: 'https://app.test/hooks' })
  emulator.outage({ until: '1h', of: 'api' })
  emulator.fault({ times: 1, with: { drop: true } })
  await emulator.fetch('/users')
  emulator.act.deleteUser({ user: emulator.given('users') })
  await emulator.settle()
  endFaults(emulator)
  emulator.fault({ with: { reset: true } })
  await emulator.fetch('/courses').catch(() => undefined)
  const transcript = emulator.transcript()
  for (const line of [
    'of API, from 2026-01-05 09:00:00 until 2026-01-05 10:00:00',
    'GET /users -> 503: fault-1',
    'fault-1 hits the request: status 503',
    'fault-2 hits the delivery: dropped',
    'user.deleted, to https://app.test/hooks: a fault drops it',
    'GET /courses -> no response: the connection was reset',
    'fault-3 hits the request: connection reset',
  ]) {
    expect(transcript).toContain(line)
  }
})

test('records are created and deleted before the request is processed', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const [mia] = emulator.given('users', 1)
  const change = (act: string, input: object) =>
    emulator.fault({ operation: 'get_users', times: 1, with: { change: { act, input } } } as never)
  change('create', { resource: 'users', values: { first_name: 'Noor' } })
  change('remove', { resource: 'users', id: mia })
  const response = await emulator.fetch('/users', { headers: emulator.headers })
  const users = (await response.json()) as { id: number; first_name: string }[]
  expect(users.map(({ first_name }) => first_name)).toContain('Noor')
  expect(users.map(({ id }) => id)).not.toContain(mia.id)
  expect(response.headers.get('x-emulator-fault')).toBe('fault-1, fault-2')
})

test('a request that times out rejects after 300 s with the documented cause', async () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.fault({ operation: 'get_users', with: { timeout: 'before' } })
  let failure: unknown
  const call = emulator
    .fetch('/users', { headers: emulator.headers })
    .catch((error: unknown) => void (failure = error))
  await emulator.advance('299s')
  expect(failure).toBeUndefined()
  await emulator.advance('1s')
  await call
  expect(failure).toMatchObject({ cause: { message: 'Headers Timeout Error' } })
})
