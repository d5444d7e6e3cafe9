/** Errors of wrong values for acts. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'

const { act } = createEmulator({ world: 'empty' })

test('the error of a wrong id says what the id must be', () => {
  expect(() => act.deleteUser({ user: 'abc' as never })).toThrow(
    /^Could not delete user: user must be a whole number\.$/,
  )
})

test.each([
  ['missing', () => act.redeliver({} as never), 'notification is missing', 'notification'],
  ['wrong', () => act.rotateSecret({ webhook: 5 } as never), 'webhook must be a text', 'webhook'],
])('the error of a %s id that is a text says where it comes from', (_, perform, why, name) => {
  expect(perform).toThrow(`${why}. Give ${name}: the id of a record of \`rows("webhook`)
})

test('the error of a wrong address does not speak of records and states', () => {
  expect(() => act.registerWebhook({ url: 'ftp://a.test' } as never)).toThrow(
    /url must be an http or https URL\.( Give .+)?$/,
  )
})
