/** The test kit with the test runner of Node. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNoUnhandledCalls, assertReceived, setupEmulator } from 'course-admin-emulator/node'

test('creates a user', async (t) => {
  const emulator = setupEmulator().listen()
  t.after(() => emulator.close())
  const response = await fetch(`${emulator.baseUrl}/users`, {
    method: 'POST',
    headers: { ...emulator.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ first_name: 'Mia', last_name: 'Jansen', email: 'mia@example.org' }),
  })
  assert.equal(response.status, 201)
  assertReceived(emulator, 'create_user', { body: { first_name: 'Mia' }, times: 1 })
  assertNoUnhandledCalls(emulator)
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
