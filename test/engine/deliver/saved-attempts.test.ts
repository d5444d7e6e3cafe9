/** Attempts in saved worlds: delayed responses, and timeouts of attempts that no longer exist. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { isDelayedResponse, isInFlightAttempt } from '../../../src/engine/deliver/attempt-checks.ts'
import { attemptTimeoutTask } from '../../../src/engine/deliver/due-tasks.ts'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'

const attempt = {
  webhook: 'w1',
  attempt: 1,
  startedAt: 0,
  timeoutHandle: [10_000, 1],
  entry: 1,
  isManual: false,
}

test.each([
  [{ latencyMs: 0 }, true],
  [{ latencyMs: 1.5 }, true],
  [{ latencyMs: -1 }, false],
  [{ latencyMs: Infinity }, false],
  [{ latencyMs: '1' }, false],
  [{ status: null }, true],
  [{ status: '200' }, false],
])('a delayed response with %o is valid: %s', (parts, expected) => {
  const response = { status: 200, text: '', latencyMs: 0, ...parts }
  expect(isDelayedResponse({ id: 'n1', inFlight: attempt, response })).toBe(expected)
})

test.each([
  [{ 'content-type': 'text/plain' }, true],
  [{ 'content-type': 1 }, false],
  [['text/plain'], false],
  [5, false],
])('a late delivery with the headers %j is valid: %s', (headers, expected) => {
  const lateDelivery = { url: 'https://app.test/hooks', headers, body: '' }
  expect(isInFlightAttempt({ ...attempt, lateDelivery })).toBe(expected)
})

test('the timeout of an attempt that does not exist changes nothing', async () => {
  const before = createEmulator({ world: 'empty' })
  const { clock } = contextOf(before)
  clock.schedule({ at: clock.now(), kind: attemptTimeoutTask, payload: 'gone' })
  const emulator = createEmulator({ load: before.save() })
  const tables = emulator.rows('webhook_notifications')
  expect((await emulator.advance('1s')).ran).toBe(1)
  expect([emulator.rows('webhook_notifications'), emulator.pending()]).toEqual([tables, []])
})
