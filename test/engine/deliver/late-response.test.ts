/** A response that a fault delays beyond the timeout of its attempt. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'

test('leaves no task when its attempt has ended', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const hook = emulator.receiver({ url: 'https://app.test/hooks', answer: () => 204 })
  emulator.fault({ at: 'delivery', with: { status: 200, latency_ms: 86_400_000 } })
  const user = emulator.given('users')
  emulator.act.deleteUser({ user })
  await emulator.advance('8h')
  expect(emulator.rows('webhook_notifications')).toMatchObject([{ status: 'failed' }])
  expect(hook.transcript.every((line) => line.endsWith('no answer in 10 s'))).toBe(true)
  expect(emulator.pending()).toEqual([])
})
