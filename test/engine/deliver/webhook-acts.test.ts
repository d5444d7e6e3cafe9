/** Acts on webhooks: register an address, rotate its secret, redeliver. */
import { createEmulator, type Emulator, type Receiver, verify } from 'course-admin-emulator'
import { startServer } from 'course-admin-emulator/server'
import { describe, expect, test } from 'vitest'
import { webhookOf } from '../../support/internals.ts'

const url = 'https://app.test/hooks'
const fresh = (): Emulator => createEmulator({ world: 'empty' })

async function emitEvent(emulator: Emulator): Promise<void> {
  emulator.act.deleteUser({ user: emulator.given('users') })
  await emulator.settle()
}

async function get(emulator: Emulator, path: string): Promise<Record<string, unknown>[]> {
  const response = await emulator.fetch(path, { headers: emulator.headers })
  expect(response.status).toBe(200)
  return (await response.json()) as Record<string, unknown>[]
}

describe('a registered address', () => {
  test('receives all events, unless events are named', async () => {
    const emulator = fresh()
    const hook = emulator.receiver({ url, register: false })
    const all = emulator.act.registerWebhook({ url })
    expect(all).toMatchObject({
      url,
      active: true,
      events: expect.arrayContaining(['user.merged']),
    })
    expect(all).not.toHaveProperty('secret')
    await emitEvent(emulator)
    expect(hook.transcript).toEqual(['09:00:00  user.deleted  attempt 1  200'])

    const other = emulator.act.registerWebhook({ url: `${url}/2`, events: ['user.created'] })
    await emitEvent(emulator)
    expect(webhookOf(emulator, other.id)?.notifications).toEqual([])
  })

  test('has the given secret, as a receiver', () => {
    const emulator = fresh()
    const secret = 'whsec_bm90IGEgc2VjcmV0'
    const { id } = emulator.act.registerWebhook({ url, secret })
    expect(webhookOf(emulator, id)?.secret).toBe(secret)
    expect(emulator.receiver({ url: `${url}/2`, secret }).secret).toBe(secret)
    const [one, other] = [`${url}/3`, `${url}/4`].map((each) => emulator.receiver({ url: each }))
    expect(one?.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    expect(one?.secret).not.toBe(other?.secret)
  })

  test('cannot name an unknown event', () => {
    const register = () => fresh().act.registerWebhook({ url, events: ['user.merge'] })
    expect(register).toThrow('events.0 must be one of')
  })
})

describe('a new secret', () => {
  /** The secrets that match the signature of the last delivery. */
  async function signers(emulator: Emulator, hook: Receiver, secrets: readonly string[]) {
    await emitEvent(emulator)
    const delivery = hook.deliveries.at(-1) as Receiver['deliveries'][number]
    const fits = (secret: string) => verify(delivery, secret, { clock: emulator })
    const results = await Promise.allSettled(secrets.map(fits))
    return results.map(({ status }) => status === 'fulfilled')
  }

  test('signs at once; the previous one also signs for a day', async () => {
    const emulator = fresh()
    const hook = emulator.receiver({ url })
    const before = hook.secret
    emulator.act.rotateSecret({ webhook: hook.webhook as string })
    const after = hook.secret
    expect(after).toMatch(/^whsec_/)
    expect(await signers(emulator, hook, [before, after])).toEqual([true, true])
    expect(hook.deliveries[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    await emulator.advance('23h59m59s')
    expect(await signers(emulator, hook, [before, after])).toEqual([true, true])
    await emulator.advance('1s')
    expect(await signers(emulator, hook, [before, after])).toEqual([false, true])
  })

  test('signs the remaining attempts', async () => {
    const emulator = fresh()
    const hook = emulator.receiver({ url, answer: 503 })
    await emitEvent(emulator)
    const before = hook.secret
    emulator.act.rotateSecret({ webhook: hook.webhook as string, graceS: 0 })
    await emulator.advance('5m')
    const [first, second] = hook.deliveries
    await verify(first as never, before, { clock: emulator })
    await verify(second as never, hook.secret, { clock: emulator })
    await expect(verify(second as never, before, { clock: emulator })).rejects.toThrow(
      'no signature',
    )
  })

  test('is new each time, the same for the same seed, and separate in a fork', () => {
    const rotated = (emulator: Emulator): unknown[] => {
      const hook = emulator.receiver({ url })
      const webhook = hook.webhook as string
      const turn = () => (emulator.act.rotateSecret({ webhook }), hook.secret)
      return [hook.secret, turn(), turn(), webhookOf(emulator, webhook)?.former_secrets.length]
    }
    const secrets = rotated(fresh())
    expect(new Set(secrets).size).toBe(4)
    expect(secrets.at(-1)).toBe(2)
    expect(rotated(fresh())).toEqual(secrets)

    const parent = fresh()
    const hook = parent.receiver({ url })
    const before = hook.secret
    parent.fork().act.rotateSecret({ webhook: hook.webhook as string })
    expect(hook.secret).toBe(before)
  })
})

describe('a redelivery', () => {
  test('is pending work until it starts', async () => {
    const emulator = fresh()
    emulator.receiver({ url, answer: 204 })
    await emitEvent(emulator)
    const [delivered] = emulator.rows('webhook_notifications')
    emulator.act.redeliver({ notification: delivered?.id as string })
    expect(emulator.story().pending).toMatchObject([{ title: 'a redelivery of user.deleted' }])
  })

  test('is another attempt of the same notification, delivered or failed', async () => {
    const emulator = fresh()
    const hook = emulator.receiver({ url, answer: 500 })
    await emitEvent(emulator)
    await emulator.advance('1h')
    const [failed] = emulator.rows('webhook_notifications')
    const notification = failed?.id as string
    const again = () => emulator.act.redeliver({ notification })

    expect(again()).toMatchObject({ id: notification, status: 'pending' })
    await emulator.advance('1h')
    expect(emulator.row('webhook_notifications', notification)?.status).toBe('failed')
    hook.answer(204)
    again()
    await emulator.settle()
    again()
    await emulator.settle()
    expect(emulator.row('webhook_notifications', notification)?.status).toBe('succeeded')
    expect(hook.transcript.slice(3)).toEqual([
      '10:00:00  user.deleted  attempt 4  500',
      '11:00:00  user.deleted  attempt 5  204',
      '11:00:00  user.deleted  attempt 6  204',
    ])
    expect(new Set(hook.deliveries.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(hook.deliveries.map(({ body }) => body)).size).toBe(1)
  })

  test('is recorded with its cause', async () => {
    const emulator = fresh()
    emulator.receiver({ url })
    await emitEvent(emulator)
    const [sent] = emulator.rows('webhook_notifications')
    emulator.act.redeliver({ notification: sent?.id as string })
    await emulator.settle()
    const journal = emulator.journal()
    const number = (kind: string) => journal.filter((entry) => entry.kind === kind).at(-1)?.number
    const cause = (kind: string) => journal.filter((entry) => entry.kind === kind).at(-1)?.cause
    expect(cause('redeliver')).toBe(number('act'))
    expect(cause('attempt')).toBe(number('redeliver'))
  })

  test.each([{ delay_ms: 1_000 }, { reorder: true }])(
    'has one attempt, also if a fault delays it with %j',
    async (effect) => {
      const emulator = fresh()
      const hook = emulator.receiver({ url })
      await emitEvent(emulator)
      const [sent] = emulator.rows('webhook_notifications')
      hook.answer(503)
      emulator.fault({ at: 'delivery', times: 1, with: effect })
      emulator.act.redeliver({ notification: sent?.id as string })
      await emulator.advance('1h')
      expect(hook.transcript.map((line) => line.slice(10))).toEqual([
        'user.deleted  attempt 1  200',
        'user.deleted  attempt 2  503',
      ])
    },
  )

  test('in flight is resumed in a fork, with one attempt', async () => {
    const emulator = fresh()
    const hook = emulator.receiver({ url, answer: { status: 500, latency: '5s' } })
    await emitEvent(emulator)
    await emulator.advance('1h')
    const [failed] = emulator.rows('webhook_notifications')
    emulator.act.redeliver({ notification: failed?.id as string })
    await emulator.settle()
    const fork = emulator.fork()
    await fork.advance('1h')
    const attempts = webhookOf(fork, hook.webhook as string)?.notifications[0]?.attempts
    expect(attempts?.map(({ number, status }) => [number, status])).toEqual([
      [1, 500],
      [2, 500],
      [3, 500],
      [4, 500],
    ])
    expect(hook.transcript.at(-1)).toContain('attempt 4  under way')
  })

  test('is rejected for a notification that is in flight, unknown or unsubscribed', async () => {
    const emulator = fresh()
    const hook = emulator.receiver({ url, answer: 500 })
    await emitEvent(emulator)
    const [sent] = emulator.rows('webhook_notifications')
    const again =
      (notification = sent?.id as string) =>
      () =>
        emulator.act.redeliver({ notification })
    expect(again()).toThrow('is still being delivered')
    expect(again('unknown')).toThrow('does not exist')
    await emulator.advance('1h')
    const path = `/webhooks/${hook.webhook}`
    await emulator.fetch(path, { method: 'DELETE', headers: emulator.headers })
    expect(again()).toThrow('has no active webhook')
  })
})

test('all of it works over the control plane as well', async () => {
  await using server = await startServer({ port: 0, world: 'empty', clock: 'auto' })
  const act = async (id: string, body: object): Promise<Record<string, unknown>> => {
    const address = `${server.inspector}acts/${id}`
    const response = await fetch(address, { method: 'POST', body: JSON.stringify(body) })
    expect(response.status).toBe(200)
    return (await response.json()) as Record<string, unknown>
  }
  const { emulator } = server
  const hook = emulator.receiver({ url, register: false, answer: 500 })
  const { id: webhook_id } = await act('register_webhook', { url, events: ['user.deleted'] })
  await emitEvent(emulator)
  await act('rotate_secret', { webhook_id, grace_s: 60 })
  await emulator.advance('1h')
  const [failed] = emulator.rows('webhook_notifications')
  hook.answer(204)
  await act('redeliver', { notification_id: failed?.id })
  await emulator.settle()
  expect(hook.transcript.map((line) => line.split('  ').slice(2).join(' '))).toEqual([
    'attempt 1 500',
    'attempt 2 500',
    'attempt 3 500',
    'attempt 4 204',
  ])
})

describe('the deliveries that the service lists', () => {
  test('have their attempts, and can be limited to failures between two times', async () => {
    const emulator = fresh()
    const hook = emulator.receiver({ url, answer: { status: 500, body: 'Down.' } })
    await emitEvent(emulator)
    await emulator.advance('1h')
    await emitEvent(emulator)
    await emulator.advance('1h')
    hook.answer(204)
    await emitEvent(emulator)

    const path = `/webhooks/${hook.webhook}/notifications`
    const all = await get(emulator, path)
    expect(all.map(({ status }) => status)).toEqual(['failed', 'failed', 'succeeded'])
    expect(all[0]).toEqual({
      id: hook.deliveries[0]?.headers['webhook-id'],
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      data: hook.deliveries[0]?.payload,
      status: 'failed',
      send_attempts: ['09:00', '09:05', '09:10'].map((time) => ({
        response: 'Down.',
        status_code: 500,
        created_at: `2026-01-05T${time}:00.000Z`,
      })),
    })

    const failed = await get(emulator, `${path}/failed`)
    expect(failed.map(({ created_at }) => created_at)).toEqual([
      '2026-01-05T09:00:00.000Z',
      '2026-01-05T10:00:00.000Z',
    ])
    expect(Object.keys(failed[0] as object).sort()).toEqual(
      ['created_at', 'data', 'event_id', 'id', 'status', 'webhook_id'].sort(),
    )
    const late = await get(emulator, `${path}/failed?start=2026-01-05T09:30:00.000Z`)
    const early = await get(emulator, `${path}/failed?end=2026-01-05T09:30:00.000Z`)
    expect([...early, ...late]).toEqual(failed)
  })
})
