/** Control characters of requests and messages do not reach the terminal. */
import { createEmulator, EmulatorError } from 'course-admin-emulator'
import { assertDelivered, assertReceived } from 'course-admin-emulator/node'
import { expect, test } from 'vitest'
import { printable } from '../../../src/engine/errors/printable.ts'

const hostile = '\u001b]0;title\u0007\u001b[31m\u009b2J\r\u202e'
const control = /(?![\t\n])[\p{Cc}\u202e]/u

test('control characters are shown, and JSON stays JSON', () => {
  expect(printable('a\u001b[31m\tb\n')).toBe('a\\u001b[31m\tb\n')
  const value = { text: hostile }
  expect(JSON.parse(printable(JSON.stringify(value)))).toEqual(value)
})

test('an error message, a transcript and a failed assertion contain no control characters', async () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.receiver({
    url: 'https://app.test/hooks',
    answer: () => Promise.reject(new Error(hostile)),
  })
  emulator.act.create('users', { first_name: hostile })
  await emulator.settle()
  const headers = { ...emulator.headers, 'content-type': 'application/json' }
  await emulator.fetch('/labels', {
    method: 'POST',
    headers,
    body: JSON.stringify({ [hostile]: 1 }),
  })
  const messages = [
    () => assertReceived(emulator, 'create_label', { status: 201 }),
    () => assertDelivered(emulator, 'user.created', { to: hostile }),
    () => emulator.act.deleteUser({ user: hostile } as never),
    () => emulator.given(hostile as never),
  ].map(messageOf)
  expect(messages.filter((text) => control.test(text))).toEqual([])
  expect(emulator.transcript()).toContain(String.raw`\u001b[31m`)
  expect(emulator.transcript()).not.toMatch(control)
})

function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return (error as EmulatorError).message
  }
  throw new Error('Expected an error.')
}
