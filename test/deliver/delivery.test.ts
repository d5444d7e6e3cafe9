/** Deliveries as a receiver sees them: times, attempts, signatures and records. */
import { createHmac } from 'node:crypto'
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'

const url = 'https://app.test/hooks'

function fresh(): Emulator {
  return createEmulator({ world: 'empty' })
}

/** Causes an event: creates a user over the API. */
async function createUser(emulator: Emulator, first_name = 'Mia'): Promise<Response> {
  return emulator.fetch('/users', {
    method: 'POST',
    headers: emulator.headers,
    body: JSON.stringify({ first_name, last_name: 'Berg', email: `${first_name}@example.test` }),
  })
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

    const { secret, notifications } = emulator.webhook(hook.webhook as string) ?? {}
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

describe('a receiver', () => {
  test('has ten seconds on the emulator’s clock; a later response does not count', async () => {
    const emulator = fresh()
    const hook = emulator.receiver({ url, answer: { status: 200, latency: '12s' } })
    await createUser(emulator)
    await emulator.advance('9s')
    expect(hook.transcript).toEqual(['09:00:00  user.created  attempt 1  under way'])
    await emulator.advance('1s')
    expect(hook.transcript).toEqual(['09:00:00  user.created  attempt 1  no answer in 10 s'])
  })

  test('that takes nine seconds succeeds at the time of its response', async () => {
    const emulator = fresh()
    emulator.receiver({ url, answer: { latency: '9s' } })
    await createUser(emulator)
    await emulator.advance('1m')
    const [notification] =
      emulator.webhook(String(emulator.rows('webhooks')[0]?.id))?.notifications ?? []
    expect(notification?.attempts[0]).toMatchObject({
      status: 200,
      ended: '2026-01-05T09:00:09.000Z',
    })
  })

  test('can wait on the emulator’s clock', async () => {
    const emulator = fresh()
    const served: string[] = []
    const hook = emulator.receiver({
      url,
      async answer() {
        await emulator.sleep('12s')
        served.push(emulator.now().toISOString())
        return 200
      },
    })
    await createUser(emulator)
    await emulator.advance('5m')
    expect(served[0]).toBe('2026-01-05T09:00:12.000Z')
    expect(hook.transcript[0]).toBe('09:00:00  user.created  attempt 1  no answer in 10 s')
    const late = emulator.journal.filter(({ kind }) => kind === 'late answer')
    expect(late).toMatchObject([{ attempt: 1, status: 200 }])
  })

  test('that never settles is an attempt without a response', async () => {
    const emulator = fresh()
    const hook = emulator.receiver({ url, answer: () => new Promise<Response>(() => undefined) })
    await createUser(emulator)
    await emulator.advance('30m')
    expect(hook.transcript).toEqual([
      '09:00:00  user.created  attempt 1  no answer in 10 s',
      '09:05:00  user.created  attempt 2  no answer in 10 s',
      '09:10:00  user.created  attempt 3  no answer in 10 s',
    ])
  })

  test('that throws is an attempt with its message', async () => {
    const emulator = fresh()
    const hook = emulator.receiver({
      url,
      answer() {
        throw new Error('the queue is full')
      },
    })
    await createUser(emulator)
    await emulator.settle()
    expect(hook.transcript).toEqual(['09:00:00  user.created  attempt 1  the queue is full'])
  })

  test('that redirects or rejects fails the attempt', async () => {
    const emulator = fresh()
    const hook = emulator.receiver({
      url,
      answer: () => new Response(null, { status: 302, headers: { location: '/elsewhere' } }),
    })
    await createUser(emulator)
    await emulator.settle()
    expect(hook.transcript).toEqual(['09:00:00  user.created  attempt 1  302'])
    expect(emulator.rows('webhook_notifications')[0]?.status).toBe('retry')
  })

  test('can call the service and continue after its response', async () => {
    const emulator = fresh()
    const names: string[] = []
    async function readBack(id: number): Promise<void> {
      const response = await emulator.fetch(`/users/${id}`, { headers: emulator.headers })
      names.push(((await response.json()) as { first_name: string }).first_name)
    }
    emulator.receiver({
      url,
      async answer(request, { waitUntil }) {
        const { event_data: user } = (await request.json()) as { event_data: { id: number } }
        waitUntil(readBack(user.id))
        return new Response(null, { status: 202 })
      },
    })
    await createUser(emulator, 'Noor')
    await emulator.settle()
    expect(names).toEqual(['Noor'])
  })

  test('whose response is huge is stored in part', async () => {
    const emulator = fresh()
    emulator.receiver({ url, answer: () => new Response('x'.repeat(1_000_000)) })
    await createUser(emulator)
    await emulator.settle()
    const [notification] = emulator.rows('webhook_notifications')
    expect(notification?.send_attempts[0]?.response).toHaveLength(16_384)
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
    expect(emulator.journal.filter(({ kind }) => kind === 'drop')).toMatchObject([
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
