/** Each name that code guesses on an emulator leads to what exists. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'

const guesses = [
  'revokeToken removeToken deleteToken',
  'expireToken refreshToken invalidateToken',
  'clearFaults resetFaults removeFaults endFaults clearFault removeFault',
  'print log dump debug toText',
  'load loadWorld',
  'assume assumption',
  'clock time timers',
  'tick wait waitFor flush travel',
  'create add insert seed make',
  'update edit patch',
  'delete remove destroy',
  'get find db list all',
  'on subscribe webhook webhooks hook',
  'url host endpoint baseURL',
  'use intercept mock respond reply',
  'start server listen',
  'stop dispose end shutdown',
  'requests history',
  'verify verifyAll assert isDone',
  'options settings config',
].map((line) => line.split(' '))

test.each(guesses)('%s and its like have the advice of their group', (...names) => {
  const emulator = createEmulator({ world: 'empty' })
  const advice = names.map((name) => {
    const guessed = Reflect.get(emulator, name) as () => void
    try {
      guessed()
    } catch (error) {
      const start = `Could not find \`emulator.${name}\`: an emulator has no "${name}". `
      const { message } = error as Error
      return message.startsWith(start) ? message.slice(start.length) : message
    }
    return 'no error'
  })
  expect(new Set(advice).size).toBe(1)
  expect(advice[0]).not.toMatch(/^Could not/)
})

test('a matcher is named as one of `expect`, and an assertion as a function', () => {
  const emulator = createEmulator({ world: 'empty' })
  expect(() => (Reflect.get(emulator, 'assertReceived') as () => void)()).toThrow(
    'assertReceived is no method of an emulator. An assertion is a function of course-admin-emulator/node: assertReceived(emulator, …).',
  )
  expect(() => (Reflect.get(emulator, 'toHaveRow') as () => void)()).toThrow(
    'toHaveRow is no method of an emulator. A matcher is one of `expect`: expect(emulator).toHaveRow(…).',
  )
})
