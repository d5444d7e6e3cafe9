/** The states of a notification: its status and its due task after each transition. */
import { createEmulator, type Emulator, type EmulatorOptions } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'

const url = 'https://app.test/hooks'

async function createLabels(emulator: Emulator, ...names: string[]): Promise<void> {
  for (const name of names) {
    const headers = { ...emulator.headers, 'content-type': 'application/json' }
    const body = JSON.stringify({ name, model_type: 'User' })
    await emulator.fetch('/labels', { method: 'POST', headers, body })
  }
}

const emptyEmulator = (options: EmulatorOptions = {}): Emulator =>
  createEmulator({ world: 'empty', ...options })

/** The status of each notification, then the kinds of the due tasks. */
const state = (emulator: Emulator): readonly [string[], string[]] => [
  emulator.rows('webhook_notifications').map(({ status }) => status),
  emulator.pending().map(({ kind }) => kind),
]

describe('a notification', () => {
  test('is queued, sent and delivered', async () => {
    const emulator = emptyEmulator()
    emulator.receiver({ url, answer: { latency: '4s' } })
    await createLabels(emulator, 'One')
    expect(state(emulator)).toEqual([['pending'], ['start queued']])
    await emulator.advance('1s')
    expect(state(emulator)).toEqual([['pending'], ['attempt response', 'attempt timeout']])
    await emulator.advance('3s')
    expect(state(emulator)).toEqual([['succeeded'], []])
  })

  test('is delivered by the due task that starts it if the answer takes no time', async () => {
    const emulator = emptyEmulator()
    emulator.receiver({ url })
    await createLabels(emulator, 'One')
    const { ran } = await emulator.advance('1s')
    expect([ran, state(emulator)]).toEqual([1, [['succeeded'], []]])
  })

  test('waits for each retry, and fails after the last one', async () => {
    const emulator = emptyEmulator()
    emulator.receiver({ url, answer: 503 })
    await createLabels(emulator, 'One')
    await emulator.settle()
    expect(state(emulator)).toEqual([['retry'], ['retry']])
    await emulator.advance('5m')
    expect(state(emulator)).toEqual([['retry'], ['retry']])
    await emulator.advance('5m')
    expect(state(emulator)).toEqual([['failed'], []])
  })

  test('is sent again at once, without a retry, when it is redelivered', async () => {
    const emulator = emptyEmulator({ delivery: { retryDelaysMs: [] } })
    const hook = emulator.receiver({ url, answer: 503 })
    await createLabels(emulator, 'One')
    await emulator.settle()
    const [notification] = emulator.rows('webhook_notifications')
    emulator.act.redeliver({ notification: notification as NonNullable<typeof notification> })
    expect(state(emulator)).toEqual([['pending'], ['redeliver']])
    await emulator.settle()
    expect(state(emulator)).toEqual([['failed'], []])
    expect(hook.deliveries.map(({ attempt }) => attempt)).toEqual([1, 2])
  })

  test('is dropped by a full queue', async () => {
    const emulator = emptyEmulator({ delivery: { maxInFlight: 1, maxQueued: 1 } })
    emulator.receiver({ url })
    await createLabels(emulator, 'One', 'Two', 'Three')
    expect(state(emulator)[0]).toEqual(['pending', 'pending'])
  })

  test.each([
    ['drop', { drop: true }, [[], []]],
    ['delay', { delay_ms: 5_000 }, [['pending'], ['attempt']]],
    ['reorder', { reorder: true }, [['pending'], ['attempt']]],
  ] as const)('is diverted by the fault effect "%s"', async (_, effect, expected) => {
    const emulator = emptyEmulator()
    emulator.receiver({ url })
    emulator.fault({ event: 'label.created', times: 1, with: effect })
    await createLabels(emulator, 'One')
    await emulator.advance('1s')
    expect(state(emulator)).toEqual(expected)
    await emulator.advance('2m')
    expect(emulator.pending()).toEqual([])
  })

  test.each([
    ['next', ['succeeded', 'succeeded']],
    ['release', ['pending', 'succeeded']],
  ] as const)('that an interceptor holds for "%s" waits for it', async (hold, expected) => {
    const emulator = emptyEmulator({ delivery: { maxInFlight: 1 } })
    emulator.receiver({ url })
    const { faults, dispatcher } = contextOf(emulator)
    const held: string[] = []
    faults.intercept((target) => {
      if (target.at !== 'delivery' || held.length > 0) return undefined
      held.push(target.notification)
      return { faultIds: 'held', effect: {}, changes: [], hold }
    })
    await createLabels(emulator, 'One', 'Two')
    await emulator.advance('1m')
    expect(state(emulator)[0]).toEqual(expected)
    dispatcher.release(held[0] as string)
    await emulator.settle()
    expect(state(emulator)).toEqual([['succeeded', 'succeeded'], []])
  })

  test('fails without an attempt when its webhook is deleted', async () => {
    const emulator = emptyEmulator()
    const { webhook } = emulator.receiver({ url })
    await createLabels(emulator, 'One')
    const init = { method: 'DELETE', headers: emulator.headers }
    await emulator.fetch(`/webhooks/${webhook}`, init)
    await emulator.settle()
    expect(state(emulator)).toEqual([['failed'], []])
    expect(emulator.journal().filter(({ kind }) => kind === 'attempt')).toEqual([])
  })
})
