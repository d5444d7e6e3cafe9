/** A queue does not stop when its webhook becomes inactive and the state is restored, loaded or forked. */
import { createEmulator, type Emulator, type EmulatorOptions } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'

const url = 'https://app.test/hooks'

const continuations: readonly (readonly [string, (emulator: Emulator) => Emulator])[] = [
  ['restored', (emulator) => (emulator.restore(emulator.snapshot()), emulator)],
  ['forked', (emulator) => emulator.fork()],
  ['loaded', (emulator) => (emulator.load(emulator.save()), emulator)],
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
  })

  test.each(continuations)('of an active webhook continues when it is %s', async (__, restart) => {
    const emulator = restart(await busyEmulator(options))
    await emulator.advance('1h')
    expect(statuses(emulator)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  })
})
