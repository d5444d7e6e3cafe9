/** Verification of a delivery: sender, integrity and age. */
import { createHmac } from 'node:crypto'
import {
  type RawDelivery,
  createEmulator,
  type Emulator,
  type EmulatorOptions,
  type RegisteredReceiver,
  verify,
} from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { webhookOf } from '../../support/internals.ts'

const url = 'https://app.test/hooks'

interface Sent {
  readonly emulator: Emulator
  readonly hook: RegisteredReceiver
  readonly delivery: RawDelivery
  readonly clock: { now(): Date }
}

/** A received delivery of `user.deleted`. */
async function sent(options: EmulatorOptions = {}): Promise<Sent> {
  const emulator = createEmulator({ world: 'empty', ...options })
  const hook = emulator.receiver({ url })
  emulator.act.deleteUser({ user: emulator.given('users') })
  await emulator.settle()
  return { emulator, hook, delivery: hook.deliveries[0] as RawDelivery, clock: emulator }
}

const after = (seconds: number) => ({ now: () => new Date(Date.UTC(2026, 0, 5, 9, 0, seconds)) })

describe('verify', () => {
  test('returns the payload of a delivery signed with the secret', async () => {
    const { hook, delivery, clock } = await sent()
    const payload = await verify(delivery, hook.secret, { clock })
    expect(payload).toMatchObject({ event: 'user.deleted', event_data: { id: 2 } })
  })

  test('accepts a Request and leaves its body unread', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const seen: unknown[] = []
    const hook = emulator.receiver({
      url,
      async answer(request) {
        seen.push(await verify(request, hook.secret, { clock: emulator }), await request.json())
      },
    })
    emulator.act.deleteUser({ user: emulator.given('users') })
    await emulator.settle()
    expect(hook.transcript).toEqual(['09:00:00  user.deleted  attempt 1  200'])
    expect(seen[0]).toEqual(seen[1])
  })

  test('accepts headers in any case and form, and a body of bytes', async () => {
    const { hook, delivery, clock } = await sent()
    const given = Object.entries(delivery.headers)
    const shouted = Object.fromEntries(given.map(([name, value]) => [name.toUpperCase(), [value]]))
    const body = new TextEncoder().encode(delivery.body as string)
    await verify({ headers: shouted as never, body }, hook.secret, { clock })
    await verify({ headers: new Headers(given as never), body }, hook.secret, { clock })
  })

  test.each([
    [300, {}, undefined],
    [301, {}, 'it is 301 s too old; the tolerance is 300 s'],
    [-300, {}, undefined],
    [-301, {}, 'it is 301 s too early'],
    [61, { toleranceS: 60 }, 'it is 61 s too old; the tolerance is 60 s'],
  ])('%i s later, with %o, says: %s', async (seconds, options, why) => {
    const { hook, delivery } = await sent()
    const verified = verify(delivery, hook.secret, { ...options, clock: after(seconds) })
    if (why) {
      await expect(verified).rejects.toMatchObject({
        code: 'bad_timestamp',
        message: expect.stringContaining(why),
      })
    } else expect(await verified).toMatchObject({ event: 'user.deleted' })
  })

  test('uses the time of the process without a clock', async () => {
    const start = new Date()
    const { hook, delivery } = await sent({ start })
    expect(await verify(delivery, hook.secret)).toMatchObject({ event: 'user.deleted' })
    const long = await sent({ start: '2020-01-01T00:00:00.000Z' })
    await expect(verify(long.delivery, long.hook.secret)).rejects.toThrow('too old')
  })

  test('accepts any of several secrets', async () => {
    const { hook, delivery, clock } = await sent()
    const secrets = ['whsec_bm8gc2VjcmV0', hook.secret]
    expect(await verify(delivery, secrets, { clock })).toHaveProperty('event', 'user.deleted')
  })

  type Change = (delivery: RawDelivery) => RawDelivery
  const headed =
    (headers: object): Change =>
    (delivery) => ({ ...delivery, headers: { ...delivery.headers, ...headers } as never })
  test.each<[string, string, Change]>([
    ['a changed body', 'bad_signature', (each) => ({ ...each, body: `${String(each.body)} ` })],
    ['another id', 'bad_signature', headed({ 'webhook-id': 'another' })],
    ['another time', 'bad_signature', headed({ 'webhook-timestamp': '1767603601' })],
    ['a signature too short', 'bad_signature', headed({ 'webhook-signature': 'v1,abc' })],
    ['another version', 'bad_signature', headed({ 'webhook-signature': 'v2,abc' })],
    ['no signature', 'missing_header', headed({ 'webhook-signature': undefined })],
    ['no id', 'missing_header', headed({ 'webhook-id': '' })],
    ['a time that is none', 'bad_timestamp', headed({ 'webhook-timestamp': 'noon' })],
    ['no headers', 'bad_delivery', ({ body }) => ({ body }) as never],
    ['a parsed body', 'bad_delivery', (each) => ({ ...each, body: {} as never })],
  ])('rejects %s as %s', async (_, code, change) => {
    const { hook, delivery, clock } = await sent()
    const verified = verify(change(delivery), hook.secret, { clock })
    await expect(verified).rejects.toMatchObject({ name: 'EmulatorError', code })
  })

  test('rejects an invalid secret and a request whose body was read', async () => {
    const { delivery, clock } = await sent()
    const codes = [undefined, '', 'not base64!', 'whsec_bm8gc2VjcmV0'].map((secret) =>
      verify(delivery, secret, { clock }).catch((error: { code: string }) => error.code),
    )
    expect(await Promise.all(codes)).toEqual([
      'bad_secret',
      'bad_secret',
      'bad_secret',
      'bad_signature',
    ])
    const request = new Request(url, { method: 'POST', body: '{}' })
    await request.text()
    await expect(verify(request, 'whsec_bm8gc2VjcmV0')).rejects.toThrow(
      'Could not verify the delivery: its body is already read. Verify a delivery before you read',
    )
  })

  test.each([
    [undefined, 'its body is missing'],
    [{ event: 'user.created' }, 'its body is already parsed'],
  ])('a delivery whose body is %j is refused', async (body, reason) => {
    const { delivery, hook, clock } = await sent()
    const given = { headers: delivery.headers, body } as never
    await expect(verify(given, hook.secret, { clock })).rejects.toThrow(
      `${reason}. Give the text of the body: in Express, put`,
    )
  })
})

describe('other signing methods', () => {
  const digest = (secret: string, body: string): string =>
    createHmac('sha256', secret).update(body).digest('hex')

  test.each<[string, EmulatorOptions]>([
    ['the option', { signing: 'hex' }],
    ['the option', { signing: 'hex', assumptions: { 'webhook.signature': 'default' } }],
    ['the reading', { assumptions: { 'webhook.signature': 'alternative' } }],
  ])('a hex digest of the body, by %s', async (_, options) => {
    const { hook, delivery } = await sent(options)
    const secret = hook.secret
    expect(delivery.headers).toEqual({
      'content-type': 'application/json',
      'x-webhook-signature': digest(secret, delivery.body as string),
    })
    expect(await verify(delivery, secret, { signing: 'hex' })).toHaveProperty('event')
    const other = { ...delivery, body: `${String(delivery.body)} ` }
    const verified = verify(other, secret, { signing: 'hex' })
    await expect(verified).rejects.toMatchObject({ code: 'bad_signature' })
  })

  test.each<EmulatorOptions>([
    { signing: 'standard' },
    { signing: 'standard', assumptions: { 'webhook.signature': 'alternative' } },
    { assumptions: { 'webhook.signature': 'default' } },
  ])('none with %j', async (options) => {
    const { hook, delivery, clock } = await sent(options)
    expect(delivery.headers).toHaveProperty('webhook-signature')
    expect(await verify(delivery, hook.secret, { clock })).toHaveProperty('event')
  })

  test('a signing function gets the complete input; forks use it as well', async () => {
    const { hook, delivery, emulator } = await sent({
      signing: ({ id, atMs, secret, body }) => ({
        'x-sig': `${id} ${atMs} ${digest(secret, body)}`,
      }),
    })
    const [notification] = emulator.rows('webhook_notifications')
    const expected = digest(hook.secret, delivery.body as string)
    const sig = `${notification?.id} ${Date.parse('2026-01-05T09:00:00.000Z')} ${expected}`
    expect(delivery.headers).toMatchObject({ 'x-sig': sig })

    const fork = emulator.fork()
    fork.act.redeliver({ notification: notification?.id as string })
    await fork.settle()
    const attempts = webhookOf(fork, hook.webhook as string)?.notifications[0]?.attempts
    expect(attempts?.map(({ headers }) => headers['x-sig'])).toEqual([sig, sig])
  })

  test.each([
    ['throws', () => JSON.parse('no key'), 'not signed: Unexpected token'],
    ['is slow', async () => ({}), 'not signed: the signer returned a promise instead of headers'],
  ])('a function that %s is an attempt with its reason', async (_, signing, why) => {
    const { hook } = await sent({ signing: signing as never })
    expect(hook.transcript).toEqual([expect.stringContaining(`attempt 1  ${why}`)])
  })

  test('an unknown name is rejected', () => {
    expect(() => createEmulator({ signing: 'hexx' as 'hex' })).toThrow('Did you mean "hex"?')
  })
})

test('the clock in place of the options is refused', async () => {
  const { delivery, hook, emulator } = await sent()
  for (const clock of [emulator, after(0)])
    await expect(verify(delivery, hook.secret, clock as never)).rejects.toThrow(
      'the options are the emulator or another clock. Pass { clock: emulator }.',
    )
})

test('a call that no code awaits says so when it fails', async () => {
  const { delivery } = await sent()
  const handlers = process.rawListeners('unhandledRejection') as ((reason: unknown) => void)[]
  process.removeAllListeners('unhandledRejection')
  const unhandled = await new Promise((resolve) => {
    process.once('unhandledRejection', resolve)
    void verify(delivery, 'whsec_AAAA')
  })
  for (const handler of handlers) process.on('unhandledRejection', handler)
  expect(unhandled).toMatchObject({
    code: 'not_awaited',
    message: expect.stringMatching(
      /^Could not pass on the error of `verify`: no code awaits it\. Await it: `await verify\(…\)`\.\nCould not verify the delivery: no signature matches\./,
    ),
    cause: { code: 'bad_signature' },
  })
})

test('a payload that is read without `await` is refused', async () => {
  const { delivery, hook, clock } = await sent()
  const payload = verify(delivery, hook.secret, { clock })
  expect(() => (payload as never as { event: string }).event).toThrow(
    'Could not read `event` of `verify`: the result is a promise. Await it: `await verify(…)`.',
  )
  await payload
})
