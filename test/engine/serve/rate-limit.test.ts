/** The rate limit: its windows, its clients and Retry-After. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'

const small = (options = {}): Emulator => createEmulator({ world: 'small-school', ...options })

async function statusOf(emulator: Emulator, path: string, headers: HeadersInit = emulator.headers) {
  return (await emulator.fetch(path, { headers })).status
}

async function times(count: number, work: () => Promise<number>): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < count; i += 1) statuses.push(await work())
  return statuses
}

describe('the rate limit', () => {
  test('accepts 500 requests in five minutes, then sends Retry-After', async () => {
    const emulator = small()
    const statuses = await times(500, () => statusOf(emulator, '/courses/1'))
    expect(new Set(statuses)).toEqual(new Set([200]))
    await emulator.advance('90s')
    const refused = await emulator.fetch('/courses/1', { headers: emulator.headers })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '210'])
    expect(await refused.json()).toMatchObject({ code: 429, errors: {} })

    await emulator.advance('209s')
    expect(await statusOf(emulator, '/courses/1')).toBe(429)
    await emulator.advance('1s')
    expect(await statusOf(emulator, '/courses/1')).toBe(200)
  })

  test('rounds Retry-After up to whole seconds, and never to 0', async () => {
    const emulator = small({ rateLimit: { requestsPerWindowMax: 1 } })
    const retryAfter = async (): Promise<string | null> =>
      (await emulator.fetch('/courses/1', { headers: emulator.headers })).headers.get('retry-after')
    expect(await retryAfter()).toBeNull()
    await emulator.advance({ ms: 90_400 })
    expect(await retryAfter()).toBe('210')
    await emulator.advance({ ms: 209_599 })
    expect(await retryAfter()).toBe('1')
    await emulator.advance({ ms: 1 })
    expect(await retryAfter()).toBeNull()
  })

  test('counts each token separately, and the tokens of one application together', async () => {
    const emulator = small({ rateLimit: { requestsPerWindowMax: 2 } })
    const single = emulator.mintToken()
    const [one, other] = [
      emulator.mintToken({ application: 'sync' }),
      emulator.mintToken({ application: 'sync' }),
    ]
    const tokens = [one, other, one, single, single, single]
    const statuses: number[] = []
    for (const token of tokens) {
      statuses.push(await statusOf(emulator, '/courses/1', { authorization: `Bearer ${token}` }))
    }
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429])
  })

  test('counts requests without a token per address, and not those with a token', async () => {
    const emulator = small({ rateLimit: { requestsPerWindowMax: 1 } })
    expect(await statusOf(emulator, '/courses/1', {})).toBe(403)
    expect(await statusOf(emulator, '/courses/1', {})).toBe(429)
    expect(await statusOf(emulator, '/courses/1', { 'x-forwarded-for': '10.0.0.7' })).toBe(403)
    expect(await statusOf(emulator, '/courses/1')).toBe(200)
  })

  test('counts a request without a client address as one from 127.0.0.1', async () => {
    const emulator = small({ rateLimit: { requestsPerWindowMax: 1 } })
    expect(await statusOf(emulator, '/courses/1', {})).toBe(403)
    expect(await statusOf(emulator, '/courses/1', { 'x-forwarded-for': '127.0.0.1' })).toBe(429)
  })

  test('counts every request that it did not reject', async () => {
    const emulator = small({ rateLimit: { requestsPerWindowMax: 3 } })
    expect(await times(2, () => statusOf(emulator, '/nowhere'))).toEqual([404, 404])
    expect(await statusOf(emulator, '/courses?nonsense=1')).toBe(400)
    expect(await times(3, () => statusOf(emulator, '/courses/1'))).toEqual([429, 429, 429])
    await emulator.advance('5m')
    expect(await statusOf(emulator, '/courses/1')).toBe(200)
  })

  test.each([
    ['default', '60'],
    ['sliding', '60'],
    ['aligned', '40'],
  ])('has a Retry-After after which a request is accepted: %s', async (kind, seconds) => {
    const emulator = small({
      start: '2026-03-02T09:00:20.000Z',
      rateLimit: { requestsPerWindowMax: 2 },
      assumptions: { 'rate.window': kind as 'sliding' },
    })
    await statusOf(emulator, '/courses/1')
    await emulator.advance('4m')
    await times(3, () => statusOf(emulator, '/courses/1'))
    const refused = await emulator.fetch('/courses/1', { headers: emulator.headers })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, seconds])
    await emulator.advance(`${Number(seconds) - 1}s`)
    expect(await statusOf(emulator, '/courses/1')).toBe(429)
    await emulator.advance('1s')
    expect(await statusOf(emulator, '/courses/1')).toBe(200)
  })

  test('is copied to a fork and restored with a snapshot', async () => {
    const emulator = small({ rateLimit: { requestsPerWindowMax: 1 } })
    const before = emulator.snapshot()
    expect(await statusOf(emulator, '/courses/1')).toBe(200)
    expect(await statusOf(emulator.fork(), '/courses/1')).toBe(429)
    emulator.restore(before)
    expect(await statusOf(emulator, '/courses/1')).toBe(200)
  })
})
