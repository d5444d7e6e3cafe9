/** The service as another process sees it: its calls, its clock, its links and its lost connections. */
import { createEmulator } from 'course-admin-emulator'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ServiceFront } from '../../../src/adapters/process/service-front.ts'
import { linkWatches } from '../../../src/conformance/check/token-watch.ts'
import type { Connection } from '../../../src/conformance/scenario/integration.ts'

const serviceUrl = 'https://school.test/api/v1'

/** What the front told the activity of the process. */
let noted: string[]
/** The calls that reached the service. */
let calls: Request[]
/** The durations of sleeps. */
let slept: unknown[]
let answer: (request: Request) => Response | Promise<Response>
let close: () => void
let front: ServiceFront
let connection: Connection
let baseUrl: string
let control: string

beforeEach(async () => {
  ;[noted, calls, slept] = [[], [], []]
  answer = () => Response.json({})
  front = new ServiceFront()
  await front.open()
  connection = {
    emulator: createEmulator({ world: 'empty' }),
    baseUrl: serviceUrl,
    async fetch(url: string, init: RequestInit) {
      const request = new Request(url, init)
      calls.push(request)
      return answer(request.clone())
    },
    now: () => new Date('2026-01-05T09:00:00.000Z'),
    async sleep(duration: unknown) {
      if (duration === 'long') throw new Error('"long" is not a valid duration')
      slept.push(duration)
    },
  } as unknown as Connection
  ;({ baseUrl, control } = front.add({
    connection,
    activity: {
      async waiting(work) {
        noted.push('waiting')
        try {
          return await work()
        } finally {
          noted.push('answered')
        }
      },
      touch: () => void noted.push('touch'),
      setBusy: (isBusy) => void noted.push(isBusy ? 'busy' : 'idle'),
    },
    whenClosed: new Promise((resolve) => (close = resolve)),
  }))
})

afterEach(() => front.close())

test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])(
  '%s reaches the service with its path, headers and body',
  async (method) => {
    const hasBody = method !== 'GET' && method !== 'HEAD'
    await fetch(`${baseUrl}/users/7?per_page=2`, {
      method,
      headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
      ...(hasBody && { body: '{"a":1}' }),
    })
    const [call] = calls as [Request]
    expect([call.method, call.url]).toEqual([method, `${serviceUrl}/users/7?per_page=2`])
    expect(await call.text()).toBe(hasBody ? '{"a":1}' : '')
    const names = [...call.headers.keys()]
    expect(names).toEqual(expect.arrayContaining(['authorization', 'content-type']))
    for (const hop of ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding'])
      expect(names).not.toContain(hop)
    expect(noted).toEqual(['waiting', 'answered'])
  },
)

test('an answer has its status, its headers and the addresses of the front', async () => {
  const headers = { link: `<${serviceUrl}/users?page=2>; rel="next"`, 'x-total': '3' }
  answer = () =>
    Response.json([{ url: `${serviceUrl}/users/1` }], {
      status: 201,
      headers: { ...headers, 'keep-alive': 'timeout=77' },
    })
  const response = await fetch(`${baseUrl}/users`)
  expect(response.status).toBe(201)
  expect(response.headers.get('link')).toBe(`<${baseUrl}/users?page=2>; rel="next"`)
  expect(response.headers.get('x-total')).toBe('3')
  expect(response.headers.get('keep-alive')).not.toBe('timeout=77')
  expect(await response.json()).toEqual([{ url: `${baseUrl}/users/1` }])
})

test.each([
  [204, null],
  [304, null],
  [200, ''],
  [200, 'text'],
  [404, 'no record'],
])('an answer with the status %i and the body %j stays as it is', async (status, body) => {
  answer = () => new Response(body, { status })
  const response = await fetch(`${baseUrl}/users`, { method: 'POST' })
  expect([response.status, await response.text()]).toEqual([status, body ?? ''])
})

const broken = (): Response =>
  new Response(new ReadableStream({ start: (stream) => stream.error(new Error('lost')) }))

test.each<[string, () => Response | Promise<Response>]>([
  ['an answer that is lost', () => Response.error()],
  ['a call that fails', () => Promise.reject(new TypeError('fetch failed'))],
  ['a body that ends early', broken],
])('%s resets the connection', async (_, given) => {
  answer = given
  await expect(fetch(`${baseUrl}/users`)).rejects.toThrow('fetch failed')
  expect(noted).toEqual(['waiting', 'answered'])
})

test('the end of a schedule resets its open calls and its later ones', async () => {
  answer = () => new Promise(() => {})
  const open = fetch(`${baseUrl}/users`).catch((error: Error) => error.message)
  await expect.poll(() => calls.length).toBe(1)
  close()
  expect(await open).toBe('fetch failed')
  await expect(fetch(`${control}/clock`)).rejects.toThrow('fetch failed')
  expect(calls).toHaveLength(1)
})

test('each schedule has its own addresses', () => {
  const activity = {
    waiting: async <T>(work: () => Promise<T>) => work(),
    touch() {},
    setBusy() {},
  }
  const other = front.add({ connection, activity, whenClosed: new Promise(() => {}) })
  expect(other.baseUrl).not.toBe(baseUrl)
  expect(new URL(other.control).pathname).toBe('/schedule-2/control')
  expect(new URL(baseUrl).pathname).toBe('/schedule-1/api/v1')
})

const isNow = { now: '2026-01-05T09:00:00.000Z' }

describe('control', () => {
  test.each([
    ['GET', 'clock', undefined, 200, isNow, ['touch']],
    ['POST', 'busy', undefined, 200, isNow, ['busy']],
    ['POST', 'idle', undefined, 200, isNow, ['idle']],
    ['POST', 'sleep', '{"duration":"30s"}', 200, isNow, ['waiting', 'answered']],
    ['POST', 'sleep', '{"duration":30}', 200, isNow, ['waiting', 'answered']],
    [
      'POST',
      'sleep',
      '{"duration":"long"}',
      422,
      { error: '"long" is not a valid duration' },
      ['waiting', 'answered'],
    ],
    ['POST', 'clock', undefined, 404, { error: 'There is nothing at /clock.' }, []],
    ['GET', 'busy', undefined, 404, { error: 'There is nothing at /busy.' }, []],
    ['GET', 'idle', undefined, 404, { error: 'There is nothing at /idle.' }, []],
    ['GET', 'sleep', undefined, 404, { error: 'There is nothing at /sleep.' }, []],
    ['POST', 'wait', '{"duration":"30s"}', 404, { error: 'There is nothing at /wait.' }, []],
  ])('%s %s with %j is answered %i', async (method, path, body, status, content, told) => {
    const response = await fetch(`${control}/${path}`, { method, ...(body && { body }) })
    expect([response.status, await response.json(), noted]).toEqual([status, content, told])
    expect(calls).toEqual([])
  })

  test('a sleep takes a text or milliseconds, and needs one', async () => {
    for (const body of ['{"duration":"30s"}', '{"duration":30}', '{}', 'no JSON'])
      await fetch(`${control}/sleep`, { method: 'POST', body })
    expect(slept).toEqual(['30s', { ms: 30 }, '', ''])
  })
})

test('an address that no schedule has is unknown', async () => {
  const { origin } = new URL(baseUrl)
  for (const path of ['/', '/users', '/other/api/v1/users', '/schedule-1/api/v2/users']) {
    const response = await fetch(origin + path)
    const error = `There is nothing at ${path}.`
    expect([response.status, await response.json()]).toEqual([404, { error }])
  }
  await expect(fetch(`${origin}/schedule-9/api/v1/users`)).rejects.toThrow('fetch failed')
  expect(calls).toEqual([])
})

describe('watched links', () => {
  const linked = { own: `${serviceUrl}/users/1`, other: 'https://pictures.test/1.png' }
  let seen: Request[]

  beforeEach(() => {
    seen = []
    linkWatches.set(connection.emulator, async (request) => void seen.push(request))
    answer = () => Response.json(linked, { status: 201, headers: { 'x-total': '1' } })
  })

  test('those to other origins lead to the front, which passes their requests on', async () => {
    const response = await fetch(`${baseUrl}/users`)
    const { own, other } = (await response.json()) as typeof linked
    expect([response.status, response.headers.get('x-total')]).toEqual([201, '1'])
    expect(own).toBe(`${baseUrl}/users/1`)
    const origin = new URL(baseUrl).origin.replace('127.0.0.1', 'localhost')
    expect(other).toBe(`${origin}/schedule-1/link/https/pictures.test/1.png`)
    for (const init of [{ method: 'GET' }, { method: 'POST', body: 'data' }]) {
      const answered = await fetch(`${other.replace('localhost', '127.0.0.1')}?v=2`, {
        ...init,
        headers: { authorization: 'Bearer t' },
      })
      expect(answered.status).toBe(204)
    }
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET https://pictures.test/1.png?v=2',
      'POST https://pictures.test/1.png?v=2',
    ])
    expect(await seen[1]?.text()).toBe('data')
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer t')
    expect(noted).toEqual(['waiting', 'answered'])
  })

  test('an answer without a body has none', async () => {
    answer = () => new Response(null, { status: 204 })
    expect((await fetch(`${baseUrl}/users`)).status).toBe(204)
  })

  test('they stay as they are without a watch', async () => {
    linkWatches.delete(connection.emulator)
    expect(await (await fetch(`${baseUrl}/users`)).json()).toMatchObject({ other: linked.other })
    const { origin } = new URL(baseUrl)
    const response = await fetch(`${origin}/schedule-1/link/https/pictures.test/1.png`)
    expect([response.status, seen]).toEqual([204, []])
  })
})

test('a front that is closed, or that never opened, takes no call', async () => {
  expect((await fetch(`${baseUrl}/users`)).status).toBe(200)
  await front.close()
  await expect(fetch(`${baseUrl}/users`)).rejects.toThrow('fetch failed')
  await new ServiceFront().close()
})
