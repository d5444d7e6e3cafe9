/** The cost of an event, from its cause to the receiver's response, with the signature. */
import { withInterception } from './network.ts'
import { oneRequest } from './baseline.ts'
import { type TimedRun, timeInterleaved, costRatio } from './interleaved-runs.ts'
import { defaultEmulator } from './worlds.ts'

const batch = 50

export async function deliveryRows(): Promise<Record<string, number>> {
  const request = await oneRequest(defaultEmulator())
  const delivery = deliveries()
  const times = await withInterception(() =>
    timeInterleaved({ request, delivery }, { rounds: 15, warmups: 10, slices: 4 }),
  )
  const wide = await timeInterleaved(
    { many: wideDeliveries(webhooks, 10), one: wideDeliveries(1, webhooks * 10) },
    { rounds: 1, warmups: 0, slices: 1 },
  )
  return {
    'delivery vs one request': costRatio(times.delivery, times.request),
    '10,000 webhooks, 10 events vs as many deliveries to one': costRatio(wide.many, wide.one),
  }
}

const webhooks = 10_000

/** Causes events for a number of webhooks, and delivers each burst of at most 10,000 notifications. */
function wideDeliveries(count: number, events: number): TimedRun {
  return async () => {
    const emulator = defaultEmulator({ world: 'empty', journalEntriesMax: 1_000 })
    emulator.receiver({ url: wideUrl, register: false, answer: 204 })
    for (let i = 0; i < count; i += 1) {
      emulator.act.registerWebhook({ url: wideUrl, events: ['user.updated'] })
    }
    const user = emulator.given('users')
    const start = performance.now()
    for (let i = 0; i < events; i += 1) {
      emulator.act.updateUser({ user, first_name: `Mia ${i}` })
      if (((i + 1) * count) % webhooks === 0) await emulator.settle()
    }
    return performance.now() - start
  }
}

const wideUrl = 'https://app.test/wide'

/** Updates a user repeatedly over the direct transport, then waits for all deliveries. */
function deliveries(): TimedRun {
  const emulator = defaultEmulator()
  let arrived = 0
  const answer = (request: Request): Response => {
    if (request.headers.has('webhook-signature')) arrived += 1
    return new Response(null, { status: 204 })
  }
  emulator.receiver({ url: 'https://app.test/hooks', events: ['user.updated'], answer })
  const before = emulator.snapshot()
  const headers = { ...emulator.headers, 'content-type': 'application/json' }
  return async () => {
    emulator.restore(before)
    arrived = 0
    const start = performance.now()
    for (let i = 0; i < batch; i += 1) {
      const body = JSON.stringify({ first_name: `Mia ${i}` })
      await emulator.fetch('/users/7', { method: 'PUT', headers, body })
    }
    await emulator.settle()
    const ms = (performance.now() - start) / batch
    if (arrived !== batch) throw new Error(`${arrived} of ${batch} deliveries arrived`)
    return ms
  }
}
