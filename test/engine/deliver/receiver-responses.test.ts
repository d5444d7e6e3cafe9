/** Responses of receivers: their latency, their errors and their later work. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { Response as LibraryResponse } from 'undici'
import { describe, expect, test } from 'vitest'
import { createUser } from './user-creation.ts'
import { webhookOf } from '../../support/internals.ts'

const url = 'https://app.test/hooks'

function fresh(): Emulator {
  return createEmulator({ world: 'empty' })
}

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
      webhookOf(emulator, String(emulator.rows('webhooks')[0]?.id))?.notifications ?? []
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
    const late = emulator.journal().filter(({ kind }) => kind === 'late answer')
    expect(late).toMatchObject([{ attempt: 1, status: 200 }])
  })

  test('answers the second copy of a delivery with a second answer, which is late only after the timeout', async () => {
    const emulator = fresh()
    const waits = [0, 0, 0, 12]
    emulator.receiver({
      url,
      async answer() {
        await emulator.sleep(`${waits.shift() ?? 0}s`)
        return 204
      },
    })
    emulator.fault({ at: 'delivery', with: { duplicate: true } })
    await createUser(emulator, 'Mia')
    await emulator.settle()
    expect(emulator.journal({ kind: 'late answer' })).toEqual([])
    expect(emulator.journal({ kind: 'second answer' })).toMatchObject([{ attempt: 1, status: 204 }])
    expect(emulator.transcript()).toMatch(/second answer +204, to the second copy/)
    await createUser(emulator, 'Tom')
    await emulator.advance('1m')
    expect(emulator.journal({ kind: 'second answer' })).toHaveLength(1)
    expect(emulator.journal({ kind: 'late answer' })).toMatchObject([{ attempt: 1, status: 204 }])
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

  test('can answer with the Response of a library', async () => {
    const emulator = fresh()
    const answer = () => new LibraryResponse('queued', { status: 202 }) as unknown as Response
    emulator.receiver({ url, answer })
    await createUser(emulator)
    await emulator.settle()
    const [notification] = emulator.rows('webhook_notifications')
    expect(notification).toMatchObject({
      status: 'succeeded',
      send_attempts: [{ response: 'queued' }],
    })
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
