/** What a failing test prints about its emulator. */
import { createEmulator } from 'course-admin-emulator'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { failureLines, isTimeout } from '../../../src/adapters/testing/failure-report.ts'
import { noEntriesText, recentEntriesTitle } from '../../../src/engine/kit/journal/match-result.ts'

afterEach(() => void vi.useRealTimers())

/** An emulator with an entry, an error of a receiver and a pending delivery. */
async function used() {
  const emulator = createEmulator({ world: 'empty' })
  const user = emulator.given('users')
  emulator.receiver({
    url: 'https://app.test/hooks?token=abc123',
    answer() {
      throw new Error('no database, token=abc123')
    },
  })
  emulator.act.updateUser({ user, last_name: 'Berg' })
  await emulator.advance('1m')
  return emulator
}

const errorsOf = (...messages: readonly string[]) => messages.map((message) => ({ message }))

test('the errors of receivers, without secrets, and the journal', async () => {
  const lines = failureLines(await used(), [])
  expect(lines.slice(0, 2)).toEqual([
    'Errors from receivers:',
    expect.stringMatching(/^https:\/\/app\.test\/hooks\?token=\[redacted\]: Error: no database/),
  ])
  expect(lines.join('\n')).not.toContain('abc123')
  expect(lines).toContain(recentEntriesTitle)
  expect(lines.join('\n')).toContain('update user: user_id 2, last_name Berg')
})

test('the lines of the state when the test ended', async () => {
  const lines = failureLines(await used(), [], ['Unused faults:', '  fault-1'])
  expect(lines.join('\n')).toContain('Unused faults:\n  fault-1')
})

test.each([recentEntriesTitle, noEntriesText])(
  'no journal after a message with it: %s',
  async (title) => {
    const lines = failureLines(
      await used(),
      errorsOf('other', `Expected a call.\n${title}\n1 09:00`),
    )
    expect(lines.join('\n')).not.toContain('update user')
    expect(lines[0]).toBe('Errors from receivers:')
  },
)

test('an emulator without an entry has a hint', () => {
  const [hint, ...before] = failureLines(createEmulator({ world: 'empty' }), []).reverse()
  expect(before.reverse()).toEqual([recentEntriesTitle, noEntriesText, 'Hints:'])
  expect(hint).toMatch(/^ {2}No request reached this emulator\./)
})

test.each([
  ['EmulatorError', 'Could not find the act "delete": …', false],
  ['ReferenceError', 'jest is not defined', false],
  ['TypeError', 'emulator.given(...) is not iterable', false],
  ['TypeError', 'fetch failed', true],
  ['TypeError', "Cannot read properties of undefined (reading 'id')", true],
  ['AssertionError', 'expected 0 to be 1', true],
])('after %s "%s" missing requests are hinted at: %s', (name, message, is) => {
  const lines = failureLines(createEmulator({ world: 'empty' }), [{ name, message }])
  expect(lines.join('\n').includes('No request reached')).toBe(is)
})

test.each([
  ['expected 200 to be 401 // Object.is equality', false],
  ['Expected values to be strictly equal:\n\n200 !== 401\n', false],
  ['expected 25 to be 40 // Object.is equality', true],
  ['expected [ …(25) ] to have a length of 40 but got 25', true],
])('after %j pages are hinted at: %s', async (message, is) => {
  const emulator = createEmulator({ world: 'training-company' })
  await emulator.fetch('/users', { headers: emulator.headers })
  const lines = failureLines(emulator, errorsOf(message))
  expect(lines.join('\n').includes('one of several pages')).toBe(is)
})

test('at most forty entries', async () => {
  const emulator = createEmulator({ world: 'empty' })
  for (let i = 0; i < 60; i += 1) await emulator.fetch(`/users/${i}`, { headers: emulator.headers })
  const lines = failureLines(emulator, []).join('\n').split('\n')
  expect(lines.filter((line) => line.includes('request  '))).toHaveLength(40)
})

test.each([
  ['Test timed out in 5000ms.', true],
  ['Error: Test timed out', false],
  ['Test timed', false],
])('%s is the message of a timeout: %s', (message, is) => {
  expect(isTimeout(message)).toBe(is)
})

const advice = "The timers of the test run on the emulator's clock, and nothing moved it."

test('a test that waited for shared timers is told how they move', () => {
  const emulator = createEmulator({ world: 'empty' })
  const told = (messages: readonly string[]) =>
    failureLines(emulator, errorsOf(...messages)).some((line) => line.startsWith(advice))
  expect(told(['Test timed out in 5000ms.'])).toBe(false)
  emulator.shareTime(vi)
  expect(told(['Test timed out in 5000ms.'])).toBe(true)
  expect(told(['other'])).toBe(false)
  expect(told(['Test timed out in 5000ms.', 'Pending: a retry at 09:05'])).toBe(false)
})

test('a name of the runner is advised on', () => {
  const emulator = createEmulator({ world: 'empty' })
  expect(failureLines(emulator, errorsOf('jest is not defined')).join('\n')).toContain(
    "from '@jest/globals'",
  )
})

describe('a query of Testing Library that finds nothing', () => {
  const message = 'Unable to find an element with the text: First aid.'
  const advice =
    'A `getBy…` query does not wait for the answer of GET /courses?per_page=100. `await screen.findBy…` waits until the page shows it.'
  const linesAfter = async (error: Pick<Error, 'message' | 'stack'>, path?: string) => {
    const emulator = createEmulator({ world: 'small-school' })
    if (path !== undefined) await emulator.fetch(path, { headers: emulator.headers })
    return failureLines(emulator, [error]).filter((line) => line.includes('findBy'))
  }

  test('does not wait for a call of the page', async () => {
    expect(
      await linesAfter({ message, stack: 'at page.test.tsx:7' }, '/courses?per_page=100'),
    ).toEqual([advice])
    const ofJest = { message: `TestingLibraryElementError: ${message}` }
    expect(await linesAfter(ofJest, '/courses?per_page=100')).toEqual([advice])
  })

  test('has waited, or the page has read nothing', async () => {
    const stack = 'at waitForWrapper (dom/dist/wait-for.js:162)'
    expect(await linesAfter({ message, stack }, '/courses')).toEqual([])
    expect(await linesAfter({ message, stack: 'at page.test.tsx:7' })).toEqual([])
    expect(await linesAfter({ message: 'First aid' }, '/courses')).toEqual([])
  })

  test('is made after something else happened', async () => {
    const emulator = createEmulator({ world: 'small-school' })
    await emulator.fetch('/courses', { headers: emulator.headers })
    await emulator.advance('1m')
    expect(failureLines(emulator, [{ message }]).join()).not.toContain('findBy')
  })
})

test('a receiver that throws a text is named with it', async () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.receiver({
    url: 'https://app.test/hooks',
    answer: () => Promise.reject('no database' as never),
  })
  emulator.act.deleteUser({ user: emulator.given('users') })
  await emulator.settle()
  expect(failureLines(emulator, []).slice(0, 2)).toEqual([
    'Errors from receivers:',
    'https://app.test/hooks: no database',
  ])
})

test.each([
  'Invalid Chai property: toHaveReceivedTimes',
  'Invalid Chai property: toHaveBeenDelivered',
  "Cannot read properties of undefined (reading 'times')",
  'expect(received).toHaveBeenCalledWith(...expected)\n\nMatcher error: received value must be a mock or spy function',
])('the matchers are named after "%s"', (message) => {
  const lines = failureLines(createEmulator({ world: 'empty' }), errorsOf('other', message))
  expect(lines.at(-1)).toContain('The matchers are toHaveReceived(operation, { times: 2 })')
})
