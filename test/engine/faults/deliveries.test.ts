/** Fault effects on deliveries, and the retries that follow. */
import { createEmulator, type Emulator, type FaultEffect } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { webhookOf } from '../../support/internals.ts'

const url = 'https://app.test/hooks'

function stage(effect: FaultEffect, rule: object = { times: 1 }) {
  const emulator = createEmulator({ world: 'empty' })
  const seen: string[] = []
  const hook = emulator.receiver({
    url,
    async answer(request) {
      const { event } = (await request.json()) as { event: string }
      seen.push(`${emulator.now().toISOString().slice(11, 19)} ${event}`)
      return 204
    },
  })
  const fault = emulator.fault({ at: 'delivery', ...rule, with: effect })
  return { emulator, hook, fault, seen }
}

/** Two distinguishable events. */
function twoEvents(emulator: Emulator): void {
  const [mia, double, other] = emulator.given('users', 3)
  emulator.act.mergeUsers({ primary: mia, secondary: double })
  emulator.act.deleteUser({ user: other })
}

const ended = (emulator: Emulator) =>
  emulator.rows('webhook_notifications').map(({ status }) => status)

describe('a delivery', () => {
  test.each([
    [{ status: 500 }, '500', []],
    [{ status: 500, latency_ms: 4_000 }, '500', []],
    [{ reset: true }, 'the connection was reset', []],
    [{ timeout: 'before' }, 'no answer in 10 s', []],
    [{ timeout: 'after' }, 'no answer in 10 s', ['09:00:10 user.merged']],
    [{ latency_ms: 12_000 }, 'no answer in 10 s', ['09:00:00 user.merged']],
  ] as const)(
    'with %j is an attempt that fails, and is tried again',
    async (effect, said, early) => {
      const { emulator, hook, seen, fault } = stage(effect, { event: 'user.merged', times: 1 })
      twoEvents(emulator)
      await emulator.advance('1h')
      expect(hook.transcript).toEqual([
        `09:00:00  user.merged  attempt 1  ${said}`,
        '09:00:00  user.deleted  attempt 1  204',
        '09:05:00  user.merged  attempt 2  204',
      ])
      expect(seen.toSorted()).toEqual(
        [...early, '09:00:00 user.deleted', '09:05:00 user.merged'].toSorted(),
      )
      expect(hook.deliveries).toHaveLength(seen.length)
      expect(fault.hits).toBe(1)
      const [attempt] = emulator.journal().filter(({ kind }) => kind === 'attempt')
      expect(attempt).toMatchObject({ event: 'user.merged', fault: fault.id })
      expect(emulator.journal().filter(({ kind }) => kind === 'fault')).toMatchObject([
        { cause: attempt?.number, effect, attempt: 1 },
      ])
    },
  )

  test.each([
    [{ timeout: 'after' }, { status: 503 }, 'no answer in 10 s', ['09:00:10 user.deleted']],
    [{ status: 503 }, { timeout: 'after' }, '503', []],
    [{ timeout: 'before' }, { reset: true }, 'no answer in 10 s', []],
    [
      { duplicate: true },
      { status: 503 },
      '204, sent twice',
      Array(2).fill('09:00:00 user.deleted'),
    ],
  ] as const)(
    'with %j and then %j is like one with the first fault',
    async (first, second, said, arrivals) => {
      const { emulator, hook, seen } = stage(first, { event: 'user.deleted', times: 1 })
      emulator.fault({ at: 'delivery', times: 1, with: second })
      emulator.act.deleteUser({ user: emulator.given('users') })
      await emulator.advance('1m')
      expect(hook.transcript).toEqual([`09:00:00  user.deleted  attempt 1  ${said}`])
      expect(seen).toEqual(arrivals)
      expect(hook.deliveries).toHaveLength(seen.length)
    },
  )

  test('that takes nine seconds gets its response after nine seconds', async () => {
    const { emulator } = stage({ latency_ms: 9_000 })
    twoEvents(emulator)
    await emulator.advance('1m')
    const answers = emulator.journal().filter(({ kind }) => kind === 'answer')
    expect(answers.map(({ at }) => at.slice(11, 19))).toEqual(['09:00:00', '09:00:09'])
  })

  test('that is dropped is not sent and leaves no record', async () => {
    const { emulator, hook } = stage({ drop: true })
    twoEvents(emulator)
    await emulator.advance('1h')
    expect(hook.transcript).toEqual(['09:00:00  user.deleted  attempt 1  204'])
    expect(ended(emulator)).toEqual(['succeeded'])
    expect(emulator.journal().filter(({ kind }) => kind === 'drop')).toMatchObject([
      { event: 'user.merged' },
    ])
  })

  test('whose retry is dropped fails', async () => {
    const { emulator, hook } = stage({ drop: true }, { nth: 2 })
    hook.answer(500)
    emulator.act.deleteUser({ user: emulator.given('users') })
    await emulator.advance('1h')
    expect(hook.transcript).toEqual(['09:00:00  user.deleted  attempt 1  500'])
    expect(ended(emulator)).toEqual(['failed'])
  })

  test('that is duplicated arrives twice, with one id, as one attempt', async () => {
    const { emulator, hook, seen } = stage({ duplicate: true })
    twoEvents(emulator)
    await emulator.settle()
    expect(seen).toEqual(['09:00:00 user.merged', '09:00:00 user.merged', '09:00:00 user.deleted'])
    const ids = hook.deliveries.map(({ headers }) => headers['webhook-id'])
    expect([ids.length, new Set(ids).size]).toEqual([3, 2])
    expect(hook.transcript).toEqual([
      '09:00:00  user.merged  attempt 1  204, sent twice',
      '09:00:00  user.deleted  attempt 1  204',
    ])
  })

  test('that is delayed starts later, and its retries follow from there', async () => {
    const { emulator, hook } = stage({ delay_ms: 90_000 })
    hook.answer(500)
    emulator.act.deleteUser({ user: emulator.given('users') })
    await emulator.advance('1h')
    expect(hook.transcript).toEqual([
      '09:01:30  user.deleted  attempt 1  500',
      '09:06:30  user.deleted  attempt 2  500',
      '09:11:30  user.deleted  attempt 3  500',
    ])
  })

  test('that is reordered arrives after the next one', async () => {
    const { emulator, seen } = stage({ reorder: true })
    twoEvents(emulator)
    await emulator.settle()
    expect(seen).toEqual(['09:00:00 user.deleted', '09:00:00 user.merged'])
  })

  test('that is reordered waits at most a minute for the next one', async () => {
    const { emulator, seen } = stage({ reorder: true }, { times: 2 })
    const [first, second, third] = emulator.given('users', 3)
    emulator.act.deleteUser({ user: first })
    await emulator.advance('2m')
    expect(seen).toEqual(['09:01:00 user.deleted'])
    emulator.act.deleteUser({ user: second })
    await emulator.advance('30s')
    emulator.act.mergeUsers({ primary: 1, secondary: third })
    await emulator.settle()
    expect(seen.slice(1)).toEqual(['09:02:30 user.merged', '09:02:30 user.deleted'])
    expect(emulator.pending().filter(({ kind }) => kind !== 'date')).toEqual([])
  })

  test.each([
    [{ signature: 'missing' }, 'Missing required headers'],
    [{ signature: 'wrong' }, 'No matching signature found'],
    [{ age_s: 600 }, undefined],
  ] as const)('with %j fails verification', async (effect, why) => {
    const { emulator, hook } = stage(effect)
    twoEvents(emulator)
    await emulator.settle()
    const errors = hook.deliveries.map(({ headers, body }) => {
      try {
        new Webhook(hook.secret).verify(body, { ...headers })
        return 'fine'
      } catch (error) {
        return (error as Error).message
      }
    })
    // Note: the package reads the real time, so all signatures are too old.
    const old = 'Message timestamp too old'
    expect([old, 'Message timestamp too new']).toContain(errors[1])
    if (effect !== undefined && why === 'Missing required headers') expect(errors[0]).toBe(why)
    const [first, second] = hook.deliveries.map(({ headers }) => headers)
    const stamp = (headers: typeof first) => Number(headers?.['webhook-timestamp'])
    expect(stamp(second)).toBe(emulator.now().getTime() / 1_000)
    if (why === undefined) expect(stamp(second) - stamp(first)).toBe(600)
    if (why === 'No matching signature found') {
      expect(stamp(first)).toBe(stamp(second))
      expect(isSigned(hook.secret, hook.deliveries[0])).toBe(false)
    }
    expect(isSigned(hook.secret, hook.deliveries[1])).toBe(true)
  })
})

/** Whether the signature matches the id, time and body, regardless of the current time. */
function isSigned(
  secret: string | undefined,
  delivery: { headers: Readonly<Record<string, string>>; body: string } | undefined,
): boolean {
  const { headers = {}, body = '' } = delivery ?? {}
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
  const due = new Webhook(secret as string).sign(String(headers['webhook-id']), at, body)
  return headers['webhook-signature'] === due
}

describe('a fault rule for deliveries', () => {
  test('can select the webhook by its id or URL, also before it exists', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const here = emulator.receiver({ url })
    emulator.fault({ webhook: here.webhook as string, times: 1, with: { status: 500 } })
    emulator.fault({ webhook: 'https://other.test/hooks', times: 1, with: { status: 502 } })
    const there = emulator.receiver({ url: 'https://other.test/hooks' })
    emulator.act.deleteUser({ user: emulator.given('users') })
    await emulator.settle()
    expect(here.transcript).toEqual(['09:00:00  user.deleted  attempt 1  500'])
    expect(there.transcript).toEqual(['09:00:00  user.deleted  attempt 1  502'])
  })

  test('hits an attempt in flight once, in the emulator and in its fork', async () => {
    const { emulator, hook } = stage({ timeout: 'before' })
    twoEvents(emulator)
    await emulator.advance('5s')
    const fork = emulator.fork()
    await fork.advance('1h')
    await emulator.advance('1h')
    expect(ended(fork)).toEqual(['succeeded', 'succeeded'])
    expect(ended(emulator)).toEqual(ended(fork))
    expect(hook.transcript[0]).toBe('09:00:00  user.merged  attempt 1  no answer in 10 s')
    const attempts = webhookOf(fork, hook.webhook as string)?.notifications[0]?.attempts
    expect(attempts).toMatchObject([{ status: null, arrivals: 0 }, { status: 204 }])
    expect(attempts?.[1]).not.toHaveProperty('arrivals')
  })
})
