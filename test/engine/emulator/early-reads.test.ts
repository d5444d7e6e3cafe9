/** A test that reads deliveries before they are sent fails at its end. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { assertNoEarlyReads } from '../../../src/engine/emulator/reports/early-reads.ts'

const url = 'https://app.test/hooks'

/** An emulator with a receiver, and an act that causes a delivery. */
function withReceiver(clock: 'virtual' | 'auto' = 'virtual') {
  const emulator = createEmulator({ world: 'empty', clock })
  const user = emulator.given('users')
  const hook = emulator.receiver({ url, answer: 204 })
  return { emulator, hook, rename: () => emulator.act.updateUser({ user, last_name: 'Berg' }) }
}

const end = (emulator: Emulator) => (): void => assertNoEarlyReads(contextOf(emulator))

const message =
  `Could not end the test: it read deliveries while one of user.updated to ${url} was due, and ` +
  'nothing sent it. Send what is due before you read: `await emulator.settle()`.'

describe('an assertion that nothing was delivered, before settle', () => {
  test.each(['deliveries', 'transcript'] as const)('fails with `%s` of a receiver', (member) => {
    const { emulator, hook, rename } = withReceiver()
    rename()
    expect(hook[member]).toEqual([])
    expect(end(emulator)).toThrow(message)
    expect(end(emulator)).not.toThrow()
  })

  test('fails with `delivered`', () => {
    const { emulator, rename } = withReceiver()
    rename()
    expect(emulator.delivered('user.updated')).toEqual([])
    expect(end(emulator)).toThrow(message)
  })
})

describe('an `answer` function that never ran', () => {
  const answer = (): number => 204

  test('fails the test, once', async () => {
    const { emulator, hook, rename } = withReceiver()
    hook.answer(answer)
    rename()
    expect(end(emulator)).toThrow(
      `Could not end the test: one of user.updated to ${url} is due, nothing sent it, and the ` +
        'function `answer` never ran. Send what is due: `await emulator.settle()`.',
    )
    expect(end(emulator)).not.toThrow()
  })

  test('fails no test after a first delivery', async () => {
    const { emulator, hook, rename } = withReceiver()
    hook.answer(answer)
    rename()
    await emulator.settle()
    emulator.act.updateUser({ user: 2, last_name: 'Vos' })
    expect(end(emulator)).not.toThrow()
  })

  test('fails no later test, in which the receiver stays', () => {
    const { emulator, hook, rename } = withReceiver()
    hook.answer(answer)
    expect(end(emulator)).not.toThrow()
    rename()
    expect(end(emulator)).not.toThrow()
  })

  test('fails no test that has no events', () => {
    const { emulator, hook } = withReceiver()
    hook.answer(answer)
    expect(end(emulator)).not.toThrow()
  })
})

describe('no failure comes from', () => {
  test('a read before the act', () => {
    const { emulator, hook, rename } = withReceiver()
    expect(hook.deliveries).toEqual([])
    rename()
    expect(end(emulator)).not.toThrow()
  })

  test('a read of another receiver or of another event', () => {
    const { emulator, rename } = withReceiver()
    const other = emulator.receiver({ url: `${url}/2`, events: ['user.merged'] })
    rename()
    expect(other.deliveries).toEqual([])
    expect(emulator.delivered('user.merged')).toEqual([])
    expect(end(emulator)).not.toThrow()
  })

  test('a read before settle, and one after it', async () => {
    const { emulator, hook, rename } = withReceiver()
    rename()
    expect(hook.deliveries).toEqual([])
    await emulator.settle()
    expect(hook.deliveries).toHaveLength(1)
    expect(end(emulator)).not.toThrow()
  })

  test('a retry that is due later', async () => {
    const { emulator, hook, rename } = withReceiver()
    hook.answer(503)
    rename()
    await emulator.settle()
    expect(hook.deliveries).toHaveLength(1)
    expect(end(emulator)).not.toThrow()
  })

  test('a read before a reset', () => {
    const { emulator, hook, rename } = withReceiver()
    rename()
    expect(hook.deliveries).toEqual([])
    emulator.reset()
    emulator.act.updateUser({ user: emulator.given('users'), last_name: 'Berg' })
    expect(end(emulator)).not.toThrow()
  })

  test('a notification of the world, which no event caused', () => {
    const { emulator, hook, rename } = withReceiver()
    const values = { status: 'pending', attempts: [], webhook_id: hook.webhook }
    emulator.given('webhook_notifications', values as object)
    expect(hook.deliveries).toEqual([])
    rename()
    expect(end(emulator)).not.toThrow()
  })

  test('a clock that runs', () => {
    const { emulator, hook, rename } = withReceiver('auto')
    rename()
    expect(hook.deliveries).toEqual([])
    expect(end(emulator)).not.toThrow()
    emulator.close()
  })
})
