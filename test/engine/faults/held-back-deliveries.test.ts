/** A delivery that a fault holds back: the outages that apply are those that are active when it is sent. */
import {
  createEmulator,
  type Emulator,
  type FaultEffect,
  type OutageOptions,
} from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'

const url = 'https://app.test/hooks'
const minuteMs = 60_000
const late = { delay_ms: 10 * minuteMs }

/** An emulator with one event, whose delivery has the faults and outages that `prepare` sets. */
function withEvent(prepare: (emulator: Emulator) => void) {
  const emulator = createEmulator({ world: 'empty' })
  const hook = emulator.receiver({ url })
  prepare(emulator)
  emulator.act.deleteUser({ user: emulator.given('users') })
  return { emulator, hook }
}

const setLate = (emulator: Emulator, effect: FaultEffect = {}) =>
  emulator.fault({ at: 'delivery', times: 1, with: { ...late, ...effect } })
const setOutage = (emulator: Emulator, options: OutageOptions) =>
  emulator.outage({ of: 'webhooks', ...options })

/** The fault entries of the journal: the time, the faults and their effect. */
const faultEntries = (emulator: Emulator) =>
  emulator
    .journal({ kind: 'fault' })
    .map(({ at, fault, effect }) => [at.slice(11, 19), fault, effect])

const continuations: readonly (readonly [string, (emulator: Emulator) => Emulator])[] = [
  ['as it is', (emulator) => emulator],
  ['in a fork', (emulator) => emulator.fork()],
  ['after a restore', (emulator) => (emulator.restore(emulator.snapshot()), emulator)],
  ['after a load', (emulator) => (emulator.restore(emulator.save()), emulator)],
]

describe.each(continuations)('a delivery that is sent ten minutes late, %s,', (_, derive) => {
  async function transcriptOf(prepare: (emulator: Emulator) => void): Promise<readonly string[]> {
    const { emulator } = withEvent(prepare)
    await emulator.advance('1m')
    const derived = derive(emulator)
    const hook = derived.receiver({ url, answer: 204 })
    await derived.advance('1h')
    return hook.transcript
  }

  test('is not affected by an outage that has ended', async () => {
    const transcript = await transcriptOf((emulator) => {
      setOutage(emulator, { until: '5m', with: { timeout: 'before', signature: 'wrong' } })
      setLate(emulator)
    })
    expect(transcript).toEqual(['09:10:00  user.deleted  attempt 1  204'])
  })

  test('fails in an outage that began in the meantime', async () => {
    const transcript = await transcriptOf((emulator) => {
      setLate(emulator)
      setOutage(emulator, { from: '5m', until: '12m' })
    })
    expect(transcript).toEqual([
      '09:10:00  user.deleted  attempt 1  no answer in 10 s',
      '09:15:00  user.deleted  attempt 2  204',
    ])
  })

  test('is held back once by an outage that sends everything late', async () => {
    const transcript = await transcriptOf((emulator) => {
      setOutage(emulator, { until: '12m', with: { ...late, status: 502 } })
    })
    expect(transcript).toEqual([
      '09:10:00  user.deleted  attempt 1  502',
      '09:15:00  user.deleted  attempt 2  204',
    ])
  })
})

describe('a delivery that a fault holds back', () => {
  test('counts a fault and an outage once, and the journal records both', async () => {
    const { emulator } = withEvent((each) => {
      setOutage(each, { until: '12m', with: { status: 502 } })
      setLate(each, { signature: 'wrong' })
    })
    const [outage, fault] = contextOf(emulator).faults.list()
    await emulator.advance('1m')
    const counts = () =>
      contextOf(emulator)
        .faults.list()
        .map(({ matched, hits }) => [matched, hits])
    expect(counts()).toEqual([
      [0, 0],
      [1, 1],
    ])
    await emulator.advance('10m')
    expect(counts()).toEqual([
      [1, 1],
      [1, 1],
    ])
    expect(faultEntries(emulator)).toEqual([
      ['09:00:00', fault?.id, { ...late, signature: 'wrong' }],
      ['09:10:00', outage?.id, { status: 502 }],
    ])
    expect(emulator.journal({ kind: 'attempt' })).toMatchObject([
      { attempt: 1, fault: `${fault?.id}, ${outage?.id}` },
    ])
  })

  test('keeps the effects of its fault, and not those of an outage that they exclude', async () => {
    const { emulator, hook } = withEvent((each) => {
      setOutage(each, { until: '12m', with: { timeout: 'before' } })
      setLate(each, { status: 500 })
    })
    await emulator.advance('11m')
    expect(hook.transcript).toEqual(['09:10:00  user.deleted  attempt 1  500'])
  })

  test('is sent late only once if an outage also sends everything late', async () => {
    const { emulator, hook } = withEvent((each) => {
      setOutage(each, { until: '12m', with: { delay_ms: minuteMs, status: 502 } })
      setLate(each)
    })
    await emulator.advance('11m')
    expect(hook.transcript).toEqual(['09:10:00  user.deleted  attempt 1  502'])
  })

  test('is dropped by an outage that sends nothing, if it is active then', async () => {
    const { emulator, hook } = withEvent((each) => {
      setLate(each)
      setOutage(each, { from: '5m', until: '12m', with: { drop: true } })
    })
    await emulator.advance('1h')
    expect([hook.transcript, emulator.rows('webhook_notifications')]).toEqual([[], []])
    expect(emulator.journal({ kind: 'drop' })).toMatchObject([{ event: 'user.deleted' }])
  })

  test('is not dropped by an outage that sends nothing and has ended', async () => {
    const { emulator, hook } = withEvent((each) => {
      setOutage(each, { until: '5m', with: { drop: true } })
      setLate(each)
    })
    await emulator.advance('1h')
    expect(hook.transcript).toEqual(['09:10:00  user.deleted  attempt 1  200'])
  })

  test('is not affected by another outage if an outage that has ended held it back', async () => {
    const { emulator, hook } = withEvent((each) => {
      setOutage(each, { until: '3m', with: { ...late, signature: 'missing' } })
      setOutage(each, { until: '5m' })
    })
    await emulator.advance('1h')
    expect(hook.transcript).toEqual(['09:10:00  user.deleted  attempt 1  200'])
    expect(hook.deliveries[0]?.headers).toHaveProperty('webhook-signature')
  })

  test('until the next one has ended, fails in an outage that began in the meantime', async () => {
    const { emulator, hook } = withEvent((each) => {
      each.fault({ at: 'delivery', times: 1, with: { reorder: true } })
      setOutage(each, { from: '30s', until: '2m' })
    })
    await emulator.advance('10m')
    expect(hook.transcript).toEqual([
      '09:01:00  user.deleted  attempt 1  no answer in 10 s',
      '09:06:00  user.deleted  attempt 2  200',
    ])
  })

  test('until an interceptor releases it, is held back again by an outage', async () => {
    const { emulator, hook } = withEvent((each) => {
      setOutage(each, { from: '5m', until: '12m', with: late })
    })
    const { faults, dispatcher } = contextOf(emulator)
    const held: string[] = []
    faults.intercept((target) => {
      if (target.at === 'delivery') held.push(target.notification)
      return { faultIds: 'held', effect: {}, changes: [], hold: 'release' }
    })
    await emulator.advance('6m')
    dispatcher.release(held[0] as string)
    await emulator.advance('1h')
    expect(hook.transcript).toEqual(['09:16:00  user.deleted  attempt 1  200'])
    expect(emulator.pending()).toEqual([])
  })

  test('keeps an outage that hit its attempt when the attempt is interrupted', async () => {
    const { emulator, hook } = withEvent((each) => {
      setLate(each)
      setOutage(each, { from: '5m', until: '10m5s' })
    })
    await emulator.advance('10m6s')
    emulator.restore(emulator.snapshot())
    await emulator.advance('5m')
    expect(hook.transcript[0]).toBe('09:10:06  user.deleted  attempt 1  no answer in 10 s')
    const [outage] = contextOf(emulator).faults.list().toReversed()
    expect(outage?.hits).toBe(1)
  })
})

test('a delivery to one webhook leaves those that are held back for another one', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const [first, second] = [url, `${url}/second`].map((each) => emulator.receiver({ url: each }))
  emulator.fault({ at: 'delivery', times: 2, with: { reorder: true } })
  const [mia, tom] = emulator.given('users', 2)
  emulator.act.deleteUser({ user: mia })
  await emulator.settle()
  const { headers } = emulator
  await emulator.fetch(`/webhooks/${second?.webhook}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ events: ['user.created'] }),
  })
  emulator.act.deleteUser({ user: tom })
  await emulator.settle()
  const idsOf = (hook: typeof first) =>
    hook?.deliveries.map(({ body }) => JSON.parse(body).event_data.id)
  expect([idsOf(first), idsOf(second)]).toEqual([[mia.id, tom.id], []])
  await emulator.advance('2h')
  expect([idsOf(first), idsOf(second)]).toEqual([[mia.id, tom.id], [mia.id]])
})
