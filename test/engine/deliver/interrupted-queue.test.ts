/** A queue does not stop when its webhook becomes inactive and the state is restored, loaded or forked. */
import { createEmulator, type Emulator, type EmulatorOptions } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { webhookOf } from '../../support/internals.ts'

const url = 'https://app.test/hooks'

const continuations: readonly (readonly [string, (emulator: Emulator) => Emulator])[] = [
  ['restored', (emulator) => (emulator.restore(emulator.snapshot()), emulator)],
  ['forked', (emulator) => emulator.fork()],
  ['loaded', (emulator) => (emulator.restore(emulator.save()), emulator)],
]

const limits: readonly (readonly [string, EmulatorOptions])[] = [
  ['with one slot', { delivery: { maxInFlight: 1 } }],
  ['in strict order', { assumptions: { 'webhook.order': 'alternative' } }],
]

const statuses = (emulator: Emulator): string[] =>
  emulator.rows('webhook_notifications').map(({ status }) => status)

/** An emulator with one attempt in flight and two queued notifications. */
async function busyEmulator(options: EmulatorOptions): Promise<Emulator> {
  const emulator = createEmulator({ world: 'empty', ...options })
  emulator.receiver({ url, answer: { latency: '8s' } })
  for (const name of ['One', 'Two', 'Three']) {
    const headers = { ...emulator.headers, 'content-type': 'application/json' }
    const body = JSON.stringify({ name, model_type: 'User' })
    await emulator.fetch('/labels', { method: 'POST', headers, body })
  }
  await emulator.advance('1s')
  return emulator
}

async function deactivate(emulator: Emulator): Promise<void> {
  const [webhook] = emulator.rows('webhooks')
  const headers = { ...emulator.headers, 'content-type': 'application/json' }
  const body = JSON.stringify({ active: false })
  await emulator.fetch(`/webhooks/${webhook?.id}`, { method: 'PATCH', headers, body })
}

describe.each(limits)('a queue %s', (_, options) => {
  test.each(continuations)('of an inactive webhook ends when it is %s', async (__, restart) => {
    const before = await busyEmulator(options)
    await deactivate(before)
    expect(before.rows('webhooks')[0]?.active).toBe(false)
    const emulator = restart(before)
    await emulator.advance('1h')
    expect(emulator.pending()).toEqual([])
    expect(statuses(emulator)).toEqual(['failed', 'failed', 'failed'])
    const [webhook] = emulator.rows('webhooks')
    const [first] = webhookOf(emulator, webhook?.id as string)?.notifications ?? []
    expect(first?.attempts).toEqual([
      expect.objectContaining({
        status: null,
        response: 'interrupted',
        ended: '2026-01-05T09:00:01.000Z',
      }),
    ])
  })

  test.each(continuations)('of an active webhook continues when it is %s', async (__, restart) => {
    const emulator = restart(await busyEmulator(options))
    await emulator.advance('1h')
    expect(statuses(emulator)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  })
})

describe('in strict order, an interrupted redelivery', () => {
  /** Three notifications: delivered, waiting for a retry, and queued; with the names that arrived. */
  async function withWaitingRetry() {
    const assumptions = { 'webhook.order': 'alternative' } as const
    const emulator = createEmulator({ world: 'empty', assumptions })
    const seen: string[] = []
    const receiver = { latency: '0s' }
    emulator.receiver({
      url,
      async answer(request) {
        const { event_data } = (await request.json()) as { event_data: { name: string } }
        seen.push(event_data.name)
        const isRefused = event_data.name === 'Two' && !seen.slice(0, -1).includes('Two')
        return isRefused ? 503 : { latency: receiver.latency }
      },
    })
    const { headers } = emulator
    for (const name of ['One', 'Two', 'Three']) {
      const body = JSON.stringify({ name, model_type: 'User' })
      await emulator.fetch('/labels', { method: 'POST', headers, body })
    }
    await emulator.advance('1m')
    expect(statuses(emulator)).toEqual(['succeeded', 'retry', 'pending'])
    const redeliver = () => {
      const [notification] = emulator.rows('webhook_notifications', { status: 'succeeded' })
      emulator.act.redeliver({ notification: notification as NonNullable<typeof notification> })
    }
    return { emulator, seen, receiver, redeliver }
  }

  test('does not take the slot of a notification that waits for a retry', async () => {
    const { emulator, seen, receiver, redeliver } = await withWaitingRetry()
    receiver.latency = '8s'
    redeliver()
    await emulator.advance('1s')
    emulator.restore(emulator.snapshot())
    await emulator.advance('1h')
    expect(seen).toEqual(['One', 'Two', 'One', 'One', 'Two', 'Three'])
  })

  test('ends before an interrupted retry, which keeps its slot', async () => {
    const { emulator, seen, receiver, redeliver } = await withWaitingRetry()
    receiver.latency = '8s'
    await emulator.advance('3m55s')
    redeliver()
    await emulator.advance('6s')
    expect(seen).toEqual(['One', 'Two', 'One', 'Two'])
    emulator.restore(emulator.snapshot())
    receiver.latency = '0s'
    await emulator.advance('next')
    await emulator.advance('1h')
    expect(seen.slice(4)).toEqual(['One', 'Two', 'Three'])
  })
})
