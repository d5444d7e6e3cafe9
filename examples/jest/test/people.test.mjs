/** The test kit with Jest. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { setupEmulator } from 'course-admin-emulator/jest'
import { createPeople } from '../src/people.mjs'

const emulator = setupEmulator({ world: 'small-school' })

beforeEach(() => {
  emulator.reset()
  emulator.listen()
})
afterEach(() => emulator.close())

test('a person is added once', async () => {
  const people = createPeople(emulator)
  const person = { first_name: 'Mia', last_name: 'Berg', email: 'mia@example.test' }
  const { user } = await people.add(person)
  const { problems } = await people.add(person)

  expect(problems).toEqual({ email: ['has already been taken'] })
  expect(emulator).toHaveRow('users', { id: user.id, email: expect.stringMatching(/^mia@/) })
  expect(emulator).toHaveReceived('create_user', {
    body: expect.objectContaining(person),
    times: 2,
  })
  expect(emulator).not.toHaveReceived('update_user_by_id')
  expect(emulator).toHaveNoUnhandledCalls()
})

test('a failing matcher prints the closest call', async () => {
  await createPeople(emulator).find(7)
  expect(() => expect(emulator).toHaveReceived('get_user_by_id', { params: { id: 8 } })).toThrow(
    /params\.id {2}expected "8", was "7"\n[^]+GET \/users\/7 -> 200 {2}<- test "a failing matcher/,
  )
})

test('a reminder is sent an hour later', async () => {
  emulator.shareTime(jest)
  const reminded = []
  setTimeout(() => reminded.push(new Date().toISOString()), 3_600_000)
  await emulator.advance('2h')
  expect(reminded).toEqual(['2026-01-05T10:00:00.000Z'])
})

test('a client that waits takes no real time', async () => {
  emulator.shareTime(jest)
  const minute = () => new Promise((resolve) => setTimeout(resolve, 60_000))
  await emulator.run(async () => {
    for (let i = 0; i < 5; i += 1) await minute()
  })
  expect(emulator.now().toISOString()).toBe('2026-01-05T09:05:00.000Z')
})
