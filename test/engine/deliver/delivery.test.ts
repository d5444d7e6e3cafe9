/** Deliveries as a receiver sees them: times, attempts, signatures and records. */
import { createHmac } from 'node:crypto'
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { createUser } from './user-creation.ts'
import { webhookOf } from '../../support/internals.ts'

const url = 'https://app.test/hooks'

function fresh(): Emulator {
  return createEmulator({ world: 'empty' })
}

/** The signature of Standard Webhooks, computed without the library. */
function signatureOf(
  secret: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): string {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

describe('a delivery', () => {
  test('contains the event, the tenant and the record', async () => {
    const emulator = fresh()
    const hook = emulator.receiver({ url, events: ['user.created'] })
    const user = await (await createUser(emulator)).json()
    await emulator.settle()

    const [educator] = emulator.rows('educators')
    expect(hook.deliveries).toHaveLength(1)
    expect(hook.deliveries[0]?.payload).toEqual({
      event: 'user.created',
      educator: educator?.slug,
      tenant_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      event_data: user,
    })
  })

  test('is signed in each attempt, with the same id', async () => {
    const emulator = fresh()
    const hook = emulator.receiver({ url, answer: 503 })
    await createUser(emulator)
    await emulator.advance('10m')

    const { secret, notifications } = webhookOf(emulator, hook.webhook as string) ?? {}
    const [notification] = notifications ?? []
    const attempts = notification?.attempts ?? []
    expect(attempts).toHaveLength(3)
    for (const { headers } of attempts) {
      expect(headers['webhook-signature']).toBe(
        signatureOf(secret as string, headers, notification?.body as string),
      )
    }
    expect(new Set(attempts.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(attempts.map(({ headers }) => Number(headers['webhook-timestamp']))).toEqual(
      attempts.map(({ at }) => Date.parse(at) / 1_000),
    )
  })

  test('is attempted three times, five minutes apart, and then fails', async () => {
    const emulator = fresh()
    const hook = emulator.receiver({ url, answer: 500 })
    await createUser(emulator)
    await emulator.advance('1h')

    expect(hook.transcript).toEqual([
      '09:00:00  user.created  attempt 1  500',
      '09:05:00  user.created  attempt 2  500',
      '09:10:00  user.created  attempt 3  500',
    ])
    expect(emulator.rows('webhook_notifications').map(({ status }) => status)).toEqual(['failed'])
    expect(emulator.pending().filter(({ kind }) => kind !== 'date')).toEqual([])
  })

  test('ends with the first attempt that gets a 2xx response', async () => {
    const emulator = fresh()
    let calls = 0
    const hook = emulator.receiver({ url, answer: () => ((calls += 1), calls < 2 ? 500 : 204) })
    await createUser(emulator)
    await emulator.advance('1h')

    expect(hook.transcript.map((line) => line.split('  ').slice(2).join(' '))).toEqual([
      'attempt 1 500',
      'attempt 2 204',
    ])
    expect(emulator.rows('webhook_notifications')[0]).toMatchObject({
      status: 'succeeded',
      send_attempts: [{ status_code: 500 }, { status_code: 204 }],
    })
  })

  test('is not sent to an inactive webhook or one with other events', async () => {
    const emulator = fresh()
    emulator.given('webhooks', { url, active: false, events: ['user.created'] })
    emulator.given('webhooks', { url, active: true, events: ['course.created'] })
    await createUser(emulator)
    await emulator.settle()
    expect(emulator.rows('webhook_notifications')).toEqual([])
  })
})

describe('the webhook dispatcher', () => {
  test('sends in the order of events, and a retry does not block other deliveries', async () => {
    const emulator = fresh()
    let first = true
    const hook = emulator.receiver({
      url,
      answer() {
        const answer = first ? 500 : 200
        first = false
        return answer
      },
    })
    await createUser(emulator, 'Ada')
    await createUser(emulator, 'Bo')
    await createUser(emulator, 'Cleo')
    await emulator.advance('5m')
    const names = hook.deliveries.map(
      ({ payload, attempt }) =>
        `${(payload['event_data'] as { first_name: string }).first_name} ${attempt}`,
    )
    expect(names).toEqual(['Ada 1', 'Bo 1', 'Cleo 1', 'Ada 2'])
  })

  test('records why a connection failed, and no error for a response', async () => {
    const emulator = fresh()
    let first = true
    const answer = () => {
      if (!first) return { status: 200, body: 'thanks' }
      first = false
      throw new Error('socket closed')
    }
    emulator.receiver({ url, answer })
    await createUser(emulator)
    await emulator.advance('5m')
    const [failed, ok] = emulator.journal({ kind: 'answer' })
    expect(failed).toMatchObject({ status: null, error: expect.stringContaining('socket closed') })
    expect(ok).toMatchObject({ status: 200 })
    expect(ok).not.toHaveProperty('error')
  })

  test('keeps the newest finished notifications, and all that are not finished', async () => {
    const emulator = createEmulator({ world: 'empty', delivery: { maxFinished: 2 } })
    const ids: (string | null)[] = []
    const answer = ({ headers }: Request) => (ids.push(headers.get('webhook-id')) === 1 ? 503 : 200)
    emulator.receiver({ url, answer })
    for (const name of ['Ada', 'Bo', 'Cleo', 'Dee', 'Eva']) await createUser(emulator, name)
    await emulator.settle()
    const [ada, , , dee, eva] = ids
    const keptIds = () => emulator.rows('webhook_notifications').map(({ id }) => id)
    expect(keptIds()).toEqual([ada, dee, eva])
    await emulator.advance('5m')
    expect(keptIds()).toEqual([dee, eva])
  })

  test('keeps a queue for each webhook and drops the newest above the limit', async () => {
    const emulator = createEmulator({ world: 'empty', delivery: { maxInFlight: 1, maxQueued: 2 } })
    const hook = emulator.receiver({ url, answer: { latency: '2s' } })
    for (const name of ['Ada', 'Bo', 'Cleo', 'Dee']) await createUser(emulator, name)
    await emulator.advance('1m')
    expect(hook.transcript).toEqual([
      '09:00:00  user.created  attempt 1  200',
      '09:00:02  user.created  attempt 1  200',
      '09:00:04  user.created  attempt 1  200',
    ])
    expect(emulator.journal().filter(({ kind }) => kind === 'drop')).toMatchObject([
      { event: 'user.created', behaviours: expect.arrayContaining(['webhook.backlog']) },
    ])
  })

  test('resumes deliveries in a fork and leaves the parent unchanged', async () => {
    const emulator = fresh()
    const hook = emulator.receiver({ url, answer: { latency: '9s' } })
    await createUser(emulator)
    await emulator.settle()
    const fork = emulator.fork()
    await fork.advance('1m')
    expect(fork.rows('webhook_notifications')[0]?.status).toBe('succeeded')
    expect(emulator.rows('webhook_notifications')[0]?.status).toBe('pending')
    expect(hook.transcript).toEqual(['09:00:00  user.created  attempt 1  under way'])
  })

  test('is restored with a snapshot', async () => {
    const emulator = fresh()
    const hook = emulator.receiver({ url, answer: 500 })
    await createUser(emulator)
    const before = emulator.snapshot()
    await emulator.advance('1h')
    emulator.restore(before)
    expect(hook.transcript).toEqual([])
    hook.answer(200)
    await emulator.settle()
    expect(hook.transcript).toEqual(['09:00:00  user.created  attempt 1  200'])
  })

  test('drops deliveries to a deleted webhook', async () => {
    const emulator = fresh()
    const hook = emulator.receiver({ url, answer: 500 })
    await createUser(emulator)
    await emulator.settle()
    const path = `/webhooks/${hook.webhook}`
    await emulator.fetch(path, { method: 'DELETE', headers: emulator.headers })
    await emulator.advance('1h')
    expect(emulator.rows('webhook_notifications')).toMatchObject([{ status: 'failed' }])
  })
})

describe('a webhook registered over the API', () => {
  test('delivers to the receiver at its URL', async () => {
    const emulator = fresh()
    const hook = emulator.receiver({ url, register: false })
    const response = await emulator.fetch('/webhooks', {
      method: 'POST',
      headers: emulator.headers,
      body: JSON.stringify({ url, events: ['user.created'] }),
    })
    expect(response.status).toBe(201)
    expect(await response.json()).not.toHaveProperty('secret')
    await createUser(emulator)
    await emulator.settle()
    expect(hook.transcript).toEqual(['09:00:00  user.created  attempt 1  200'])
  })
})
