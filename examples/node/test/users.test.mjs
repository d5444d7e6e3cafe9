/** The test kit with the test runner of Node. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNoUnhandledCalls, assertReceived, setupEmulator } from 'course-admin-emulator/node'

test('creates a user', async (t) => {
  const emulator = setupEmulator({ test: t.name }).listen()
  t.after(() => emulator.close())
  const response = await fetch(`${emulator.baseUrl}/users`, {
    method: 'POST',
    headers: { ...emulator.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ first_name: 'Mia', last_name: 'Jansen', email: 'mia@example.org' }),
  })
  assert.equal(response.status, 201)
  assertReceived(emulator, 'create_user', { body: { first_name: 'Mia' }, times: 1 })
  assertNoUnhandledCalls(emulator)
  assert.match(emulator.transcript(), /<- test "creates a user"/)
})

test('receives an event', async (t) => {
  const emulator = setupEmulator().listen()
  t.after(() => emulator.close())
  const hook = emulator.receiver({ url: 'https://app.test/hooks', answer: 204 })
  const [primary, secondary] = emulator.given('users', 2)
  emulator.act.mergeUsers({ primary, secondary })
  await emulator.settle()
  assert.equal(emulator.delivered('user.merged', { to: hook.url }).length, 1)
})

test('a client that waits takes no real time', async (t) => {
  const emulator = setupEmulator().listen()
  t.after(() => emulator.close())
  emulator.shareTime(t.mock.timers)
  const minute = () => new Promise((resolve) => setTimeout(resolve, 60_000))
  await emulator.run(async () => {
    for (let i = 0; i < 5; i += 1) await minute()
  })
  assert.equal(emulator.now().toISOString(), '2026-01-05T09:05:00.000Z')
  assert.equal(Date.now(), emulator.now().getTime())
})
