/** The queue of a webhook: which deliveries wait in it, and what lets the next one start. */
import {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
  type Receiver,
} from 'course-admin-emulator'
import { createHandler } from 'course-admin-emulator/server'
import { describe, expect, test } from 'vitest'

const url = 'https://app.test/hooks'

const fresh = (options: EmulatorOptions = {}): Emulator =>
  createEmulator({ world: 'empty', ...options })

async function create(emulator: Emulator, path: string, body: object): Promise<void> {
  const headers = { ...emulator.headers, 'content-type': 'application/json' }
  await emulator.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function createUsers(emulator: Emulator, ...names: string[]): Promise<void> {
  for (const first_name of names) {
    const email = `${first_name}@example.test`
    await create(emulator, '/users', { first_name, last_name: 'Berg', email })
  }
}

/** Notifications of these users, sent one after the other to a receiver that fails. */
async function behindAFailure(...names: string[]) {
  const emulator = fresh({ assumptions: { 'webhook.order': 'alternative' } })
  const hook = emulator.receiver({ url, answer: 503 })
  await createUsers(emulator, ...names)
  return { emulator, hook }
}

const createLabel = (emulator: Emulator, name: string): Promise<void> =>
  create(emulator, '/labels', { name, model_type: 'User' })

/** The name and the attempt of each delivery, in the order of arrival. */
const arrived = ({ deliveries }: Receiver): string[] =>
  deliveries.map(({ payload, attempt }) => {
    const { first_name, name } = payload['event_data'] as { first_name?: string; name?: string }
    return `${first_name ?? name} ${attempt}`
  })

/** The times at which attempts started. */
const moments = ({ transcript }: Receiver): string[] => transcript.map((line) => line.slice(0, 8))

describe('the next queued delivery starts', () => {
  test('when a retry that uses the only slot ends', async () => {
    const emulator = fresh({ delivery: { maxInFlight: 1 } })
    const hook = emulator.receiver({ url, answer: 503 })
    await createUsers(emulator, 'Ada')
    await emulator.settle()
    hook.answer({ latency: '4s' })
    await emulator.advance('301s')
    await createUsers(emulator, 'Bo')
    await emulator.advance('2s')
    expect(arrived(hook)).toEqual(['Ada 1', 'Ada 2'])

    await emulator.advance('1m')
    expect(arrived(hook)).toEqual(['Ada 1', 'Ada 2', 'Bo 1'])
    const began = emulator
      .journal()
      .filter(({ kind }) => kind === 'attempt')
      .map(({ at }) => at)
    expect(began.at(-1)).toBe('2026-01-05T09:05:04.000Z')
  })

  test('when a retry ends, where notifications are sent strictly one after the other', async () => {
    const { emulator, hook } = await behindAFailure('Ada', 'Bo')
    await emulator.settle()
    expect(arrived(hook)).toEqual(['Ada 1'])

    hook.answer(204)
    await emulator.advance('5m')
    expect(arrived(hook)).toEqual(['Ada 1', 'Ada 2', 'Bo 1'])
    expect(moments(hook)).toEqual(['09:00:00', '09:05:00', '09:05:00'])
  })

  test('when a fault drops the retry, where notifications are sent one after the other', async () => {
    const { emulator, hook } = await behindAFailure('Ada', 'Bo')
    await emulator.settle()
    emulator.fault({ event: 'user.created', times: 1, with: { drop: true } })
    hook.answer(204)
    await emulator.advance('5m')
    expect(arrived(hook)).toEqual(['Ada 1', 'Bo 1'])
    expect(moments(hook)).toEqual(['09:00:00', '09:05:00'])
  })

  test('when the control plane switches from one after the other to the usual order', async () => {
    const { emulator, hook } = await behindAFailure('Ada', 'Bo', 'Cleo')
    await emulator.advance('1m')
    expect(arrived(hook)).toEqual(['Ada 1'])

    const body = JSON.stringify({ 'webhook.order': 'default' })
    const switched = new Request('http://localhost/_emulator/assumptions', { method: 'POST', body })
    expect((await createHandler(emulator)(switched)).status).toBe(200)
    await emulator.settle()
    expect(arrived(hook)).toEqual(['Ada 1', 'Bo 1', 'Cleo 1'])
    expect(moments(hook)).toEqual(['09:00:00', '09:01:00', '09:01:00'])
  })

  test('when a fault holds a retry back, where notifications are sent one after the other', async () => {
    const { emulator, hook } = await behindAFailure('Ada', 'Bo')
    await emulator.settle()
    emulator.fault({ event: 'user.created', times: 1, with: { delay_ms: 60_000 } })
    hook.answer(204)
    await emulator.advance('10m')
    expect(arrived(hook)).toEqual(['Ada 1', 'Bo 1', 'Ada 2'])
    expect(moments(hook)).toEqual(['09:00:00', '09:05:00', '09:06:00'])
  })
})

describe('with one slot, a due attempt waits for the slot', () => {
  /** Three notifications whose attempts take five seconds, and the names that arrived. */
  function slow(options: EmulatorOptions = {}) {
    const emulator = fresh({ delivery: { maxInFlight: 1, maxQueued: 2 }, ...options })
    const hook = emulator.receiver({ url, answer: 503 })
    return { emulator, hook, takesLong: () => hook.answer({ latency: '5s' }) }
  }
  const starts = (hook: Receiver): string[] => moments(hook).filter((at) => at > '09:01')

  test.each([
    ['as it is', (emulator: Emulator) => emulator],
    ['in a fork', (emulator: Emulator) => emulator.fork()],
    ['after a restore', (emulator: Emulator) => (emulator.restore(emulator.snapshot()), emulator)],
    ['after a load', (emulator: Emulator) => (emulator.restore(emulator.save()), emulator)],
  ])('if it is a retry, %s', async (_, derive) => {
    const { emulator, takesLong } = slow()
    await createUsers(emulator, 'Ada', 'Bo')
    await emulator.settle()
    await createUsers(emulator, 'Cleo')
    await emulator.settle()
    takesLong()
    await emulator.advance('301s')
    const derived = derive(emulator)
    const hook = derived.receiver({ url, answer: { latency: '5s' } })
    await createUsers(derived, 'Dee', 'Eve')
    expect(derived.rows('webhook_notifications', { status: 'retry' })).toHaveLength(3)
    await derived.advance('1m')
    expect(derived.rows('webhook_notifications', { status: 'succeeded' })).toHaveLength(5)
    // Note: an interrupted attempt starts again, one second later.
    expect(['09:05:20', '09:05:21']).toContain(starts(hook).at(-1))
    expect(new Set(starts(hook)).size).toBe(5)
    expect(arrived(hook).slice(-4)).toEqual(['Bo 2', 'Cleo 2', 'Dee 1', 'Eve 1'])
    expect(derived.journal({ kind: 'drop' })).toEqual([])
  })

  test('if it is a redelivery', async () => {
    const { emulator, hook, takesLong } = slow()
    await createUsers(emulator, 'Ada', 'Bo')
    await emulator.advance('1h')
    takesLong()
    for (const notification of emulator.rows('webhook_notifications')) {
      emulator.act.redeliver({ notification })
    }
    await emulator.advance('1m')
    expect(arrived(hook).slice(-2)).toEqual(['Ada 4', 'Bo 4'])
    expect(moments(hook).slice(-1)).toEqual(['10:00:05'])
  })

  test('if a fault delayed it', async () => {
    const { emulator, hook, takesLong } = slow()
    takesLong()
    emulator.fault({ event: 'user.created', times: 2, with: { delay_ms: 300_000 } })
    await createUsers(emulator, 'Ada', 'Bo')
    await emulator.advance('1h')
    expect(moments(hook)).toEqual(['09:05:00', '09:05:05'])
  })

  test('and fails if its webhook is deleted in the meantime', async () => {
    const { emulator, hook, takesLong } = slow()
    await createUsers(emulator, 'Ada', 'Bo')
    await emulator.settle()
    takesLong()
    await emulator.advance('301s')
    const { headers } = emulator
    await emulator.fetch(`/webhooks/${hook.webhook}`, { method: 'DELETE', headers })
    await emulator.advance('1h')
    expect(arrived(hook)).toEqual(['Ada 1', 'Bo 1', 'Ada 2'])
    expect(emulator.pending()).toEqual([])
  })
})

test.each([300, 304, 399])(
  'a response with status %i fails the attempt, and the notification after all retries',
  async (status) => {
    const emulator = fresh()
    const hook = emulator.receiver({ url, answer: status })
    await createUsers(emulator, 'Ada')
    await emulator.settle()
    expect(emulator.rows('webhook_notifications')[0]?.status).toBe('retry')
    expect(emulator.delivered('user.created')).toEqual([])

    await emulator.advance('1h')
    expect(arrived(hook)).toEqual(['Ada 1', 'Ada 2', 'Ada 3'])
    expect(emulator.rows('webhook_notifications')[0]?.status).toBe('failed')
    expect(emulator.delivered('user.created')).toEqual([])
  },
)

test('a full queue of one webhook does not affect the queue of another', async () => {
  const emulator = fresh({ delivery: { maxInFlight: 1, maxQueued: 2 } })
  const answer = { latency: '5s' } as const
  const full = emulator.receiver({ url, events: ['user.created'], answer })
  const other = emulator.receiver({ url: `${url}/2`, events: ['label.created'], answer })
  await createLabel(emulator, 'One')
  await createUsers(emulator, 'Ada')
  await emulator.settle()
  await createUsers(emulator, 'Bo', 'Cleo', 'Dee', 'Eve')
  await createLabel(emulator, 'Two')
  await createLabel(emulator, 'Three')
  await emulator.advance('1m')

  expect(arrived(full)).toEqual(['Ada 1', 'Bo 1', 'Cleo 1'])
  expect(arrived(other)).toEqual(['One 1', 'Two 1', 'Three 1'])
  const drops = emulator.journal({ kind: 'drop' })
  expect(drops.map(({ webhook }) => webhook)).toEqual([full.webhook, full.webhook])
})
