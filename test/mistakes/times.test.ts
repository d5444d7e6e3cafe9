/** The key `times` of assertions: a wrong number would make every negated assertion pass. */
import { createEmulator } from 'course-admin-emulator'
import { assertDelivered, assertReceived, assertRow } from 'course-admin-emulator/node'
import { expect, test } from 'vitest'

const emulator = createEmulator({ world: 'empty' })

test.each(['0', '1', NaN, -1, 1.5, null])('times: %j is refused', (value) => {
  const expectation = { times: value as number }
  const asserts = [
    () => assertReceived(emulator, 'create_user', expectation),
    () => assertDelivered(emulator, 'user.created', expectation),
    () => assertRow(emulator, 'users', expectation),
  ]
  for (const assert of asserts) expect(assert).toThrow('Give a whole number from 0.')
})

test('a misspelt `times` names the right key', () => {
  const wrong = { time: 1 } as object
  const received = () => assertReceived(emulator, 'create_user', wrong)
  expect(received).toThrow('there is no key "time". Did you mean "times"?')
  const delivered = () => assertDelivered(emulator, 'user.created', wrong)
  expect(delivered).toThrow('there is no key "time". Did you mean "times"?')
})
