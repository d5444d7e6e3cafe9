/** Fault effects on requests, over each transport. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeTransports } from '../support/transports.ts'

const body = (emulator: Emulator, first_name = 'Mia'): RequestInit => ({
  method: 'POST',
  headers: { ...emulator.headers, 'content-type': 'application/json' },
  body: JSON.stringify({ first_name, last_name: 'Berg', email: `${first_name}@example.test` }),
})

const faultsOf = ({ journal }: Emulator) => journal.filter(({ kind }) => kind === 'fault')

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

    const [request, hit] = emulator.journal
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
    expect(emulator.journal[0]).toMatchObject({ status: null, reason: 'no answer came' })
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

    const entry = (kind: string) => emulator.journal.find((each) => each.kind === kind)
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

describe('a fault', () => {
  const statuses = async (emulator: Emulator, count: number): Promise<number[]> => {
    const seen: number[] = []
    for (let i = 0; i < count; i += 1) {
      seen.push((await emulator.fetch('/users', { headers: emulator.headers })).status)
    }
    return seen
  }

  test.each([
    [{}, [500, 500, 500, 500]],
    [{ times: 2 }, [500, 500, 200, 200]],
    [{ nth: 3 }, [200, 200, 500, 200]],
    [{ nth: 2, times: 2 }, [200, 500, 500, 200]],
    [{ nth: 1 }, [500, 200, 200, 200]],
    [{ operation: 'get_courses' }, [200, 200, 200, 200]],
    [{ path: '/users' }, [500, 500, 500, 500]],
    [{ path: '/users/{id}' }, [200, 200, 200, 200]],
  ] as const)('of %j hits its calls and no others', async (rule, expected) => {
    const emulator = createEmulator({ world: 'empty' })
    const fault = emulator.fault({ ...rule, with: { status: 500 } })
    expect(await statuses(emulator, 4)).toEqual(expected)
    expect(fault.hits).toBe(expected.filter((status) => status === 500).length)
  })

  test('hits between two times of the clock', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const { rule } = emulator.fault({
      from: '10m',
      until: '2026-01-05T09:20:00Z',
      with: { status: 502 },
    })
    expect(rule).toMatchObject({
      from: '2026-01-05T09:10:00.000Z',
      until: '2026-01-05T09:20:00.000Z',
    })
    expect(await statuses(emulator, 1)).toEqual([200])
    await emulator.advance('10m')
    expect(await statuses(emulator, 1)).toEqual([502])
    await emulator.advance('9m59s')
    expect(await statuses(emulator, 1)).toEqual([502])
    await emulator.advance('1s')
    expect(await statuses(emulator, 1)).toEqual([200])
  })

  test('and another that hits the same call combine, and the first takes precedence', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const first = emulator.fault({ with: { status: 500 } })
    const second = emulator.fault({ nth: 2, with: { status: 502, body: 'empty' } })
    await emulator.fetch('/users')
    const response = await emulator.fetch('/users')
    expect([response.status, await response.text()]).toEqual([500, ''])
    expect(response.headers.get('x-emulator-fault')).toBe('fault-1, fault-2')
    expect([first.hits, second.hits]).toEqual([2, 1])
  })

  test('applies before the rate limit and does not count towards it', async () => {
    const emulator = createEmulator({ world: 'empty', rateLimit: { requestsPerWindowMax: 2 } })
    emulator.fault({ times: 3, with: { status: 500 } })
    expect(await statuses(emulator, 6)).toEqual([500, 500, 500, 200, 200, 429])
  })

  test('is ended by its handle, which keeps its hits', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const fault = emulator.fault({ with: { status: 500 } })
    const other = emulator.fault({ with: { latency_ms: 0 } })
    await statuses(emulator, 1)
    fault.end()
    expect(await statuses(emulator, 1)).toEqual([200])
    expect(emulator.faults).toMatchObject([{ id: other.id, hits: 2, matched: 2 }])
    expect(fault.hits).toBe(1)
    emulator.endFaults()
    expect(emulator.faults).toEqual([])
    expect(other.hits).toBe(2)
  })

  test('is state: it is forked, restored with a snapshot, and removed by a reset', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const fault = emulator.fault({ times: 2, with: { status: 500 } })
    const snapshot = emulator.snapshot()
    expect(await statuses(emulator, 1)).toEqual([500])
    const fork = emulator.fork()
    expect(await statuses(fork, 2)).toEqual([500, 200])
    expect(fault.hits).toBe(1)
    emulator.restore(snapshot)
    expect(fault.hits).toBe(0)
    expect(await statuses(emulator, 3)).toEqual([500, 500, 200])
    emulator.reset()
    expect(emulator.faults).toEqual([])
    expect(fault.hits).toBe(0)
  })

  test('whose change is rejected reports the error to the test', async () => {
    const emulator = createEmulator({ world: 'empty' })
    emulator.fault({ with: { change: { act: 'delete_user', input: { id: 4711 } } } })
    await expect(emulator.fetch('/users')).rejects.toThrow('"delete_user" of a fault: id does not')
  })

  test('on a HEAD request has no body', async () => {
    const emulator = createEmulator({ world: 'empty' })
    emulator.fault({ with: { status: 500 } })
    const response = await emulator.fetch('/users', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([500, ''])
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
  emulator.endFaults()
  emulator.fault({ with: { reset: true } })
  await emulator.fetch('/courses').catch(() => undefined)
  const told = emulator.transcript()
  for (const line of [
    'of API, from 2026-01-05 09:00:00 until 2026-01-05 10:00:00',
    'GET /users -> 503: fault-1',
    'fault-1 hits the request: status 503',
    'fault-2 hits the delivery: drop true',
    'user.deleted, to https://app.test/hooks: a fault drops it',
    'GET /courses -> nothing: the connection broke',
    'fault-3 hits the request: reset true',
  ]) {
    expect(told).toContain(line)
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

test('faults, their counters and their held requests are part of a saved world', async () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.receiver({ url: 'https://app.test/hooks', answer: 204 })
  emulator.outage({ of: 'api' })
  emulator.fault({ at: 'delivery', nth: 2, with: { reorder: true } })
  emulator.fault({ at: 'delivery', times: 1, with: { timeout: 'after' } })
  for (const user of emulator.given('users', 2)) emulator.act.deleteUser({ user: user })
  await emulator.fetch('/users')
  await emulator.settle()

  const later = createEmulator({ load: emulator.save() })
  expect(later.faults).toEqual(emulator.faults)
  expect(later.faults.map(({ hits }) => hits)).toEqual([1, 1, 1])
  const hook = later.receiver({ url: 'https://app.test/hooks', register: false })
  await Promise.all([later.advance('1h'), emulator.advance('1h')])
  expect(later.faults).toEqual(emulator.faults)
  expect(hook.transcript).toEqual([
    '09:00:00  user.deleted  attempt 1  no answer in 10 s',
    '09:00:10  user.deleted  attempt 1  200',
    '09:05:00  user.deleted  attempt 2  200',
  ])
})
