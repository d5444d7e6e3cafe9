/** Attempts that a restore, a load or a fork interrupted count for `maxInFlight` when they start again. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'

const url = 'https://app.test/hooks'

const continuations: readonly (readonly [string, (emulator: Emulator) => Emulator])[] = [
  ['restored', (emulator) => (emulator.restore(emulator.snapshot()), emulator)],
  ['forked', (emulator) => emulator.fork()],
  ['loaded', (emulator) => (emulator.restore(emulator.save()), emulator)],
]

async function createLabels(emulator: Emulator, ...names: string[]): Promise<void> {
  for (const name of names) {
    const headers = { ...emulator.headers, 'content-type': 'application/json' }
    const body = JSON.stringify({ name, model_type: 'User' })
    await emulator.fetch('/labels', { method: 'POST', headers, body })
  }
}

/** Records the names of the deliveries and the highest number of attempts in flight. */
function observe(emulator: Emulator, latencyOf: (name: string) => string) {
  const seen: string[] = []
  const most = { inFlight: 0 }
  const hook = emulator.receiver({
    url,
    async answer(request) {
      const { event_data } = (await request.json()) as { event_data: { name: string } }
      seen.push(event_data.name)
      const counts = contextOf(emulator).dispatcher.inFlight.counts()
      most.inFlight = Math.max(most.inFlight, ...counts.map(([, count]) => count))
      return { latency: latencyOf(event_data.name) as '8s' }
    },
  })
  return { hook, seen, most }
}

describe.each(continuations)('when it is %s, the limit holds', (_, derive) => {
  test('for an attempt that starts at the same moment as a redelivery', async () => {
    const emulator = createEmulator({ world: 'empty', delivery: { maxInFlight: 1 } })
    emulator.receiver({ url, answer: 204 })
    await createLabels(emulator, 'One')
    await emulator.settle()
    emulator.receiver({ url, answer: { latency: '8s' } })
    await createLabels(emulator, 'Two')
    await emulator.settle()
    const [notification] = emulator.rows('webhook_notifications', { status: 'succeeded' })
    emulator.act.redeliver({ notification: notification as NonNullable<typeof notification> })
    const derived = derive(emulator)
    const { seen, most } = observe(derived, () => '8s')
    await derived.advance('1m')
    expect([seen, most.inFlight]).toEqual([['Two', 'One'], 1])
  })

  test('for attempts that started one after the other, and keep their places', async () => {
    const emulator = createEmulator({ world: 'empty', delivery: { maxInFlight: 2, maxQueued: 3 } })
    emulator.receiver({ url, answer: { latency: '9s' } })
    await createLabels(emulator, 'One')
    await emulator.advance('1s')
    await createLabels(emulator, 'Two', 'Three', 'Four')
    await emulator.advance('1s')
    const derived = derive(emulator)
    const { seen, most } = observe(derived, (name) => (name === 'One' ? '0s' : '9s'))
    await derived.advance('1h')
    expect([seen, most.inFlight]).toEqual([['One', 'Two', 'Three', 'Four'], 2])
  })

  test('for the queue, before the attempts start again', async () => {
    const emulator = createEmulator({ world: 'empty', delivery: { maxInFlight: 1, maxQueued: 1 } })
    emulator.receiver({ url, answer: { latency: '9s' } })
    await createLabels(emulator, 'One')
    await emulator.advance('1s')
    const derived = derive(emulator)
    const { seen } = observe(derived, () => '0s')
    await createLabels(derived, 'Two', 'Three')
    await derived.advance('1h')
    expect(seen).toEqual(['One', 'Two'])
    expect(derived.journal({ kind: 'drop' })).toHaveLength(1)
  })
})

test('a loaded world has at most the attempts in flight that its emulator allows', async () => {
  const before = createEmulator({ world: 'empty' })
  before.receiver({ url, answer: { latency: '9s' } })
  await createLabels(before, 'One', 'Two', 'Three')
  await before.advance('1s')
  expect(contextOf(before).dispatcher.inFlight.counts()).toMatchObject([[expect.anything(), 3]])
  const emulator = createEmulator({ load: before.save(), delivery: { maxInFlight: 1 } })
  const { seen, most } = observe(emulator, () => '4s')
  await emulator.advance('1h')
  expect([seen, most.inFlight]).toEqual([['One', 'Two', 'Three'], 1])
})
