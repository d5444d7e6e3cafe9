/** What fails a test at the end of its fixture, in order, and once. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  assertEnding,
  failOnce,
  failOnUnsettledMethods,
} from '../../../src/adapters/testing/ending-checks.ts'
import { scenarioCall } from '../../../src/engine/emulator/methods/work.ts'

type Ending = Parameters<typeof assertEnding>[1]

const nothing: Ending = {
  unsettled: [],
  hasFailed: false,
  hasTimedOut: false,
  unroutable: new Set(),
  late: new Map(),
  idle: [],
}

const end = (emulator: Emulator, facts: Partial<Ending> = {}) =>
  assertEnding(emulator, { ...nothing, ...facts })

const create = () => createEmulator({ world: 'empty', test: 'sync' })

afterEach(() => void vi.restoreAllMocks())

test('a test that left nothing passes, and prints the lines of what it did not reach', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  expect(() => end(create(), { idle: ['no assertion ran.'] })).not.toThrow()
  expect(warn.mock.calls).toEqual([['In "sync", no assertion ran.']])
})

test('a failed test prints none, and keeps its own error', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const emulator = create()
  emulator.fault({ operation: 'get_users', with: { status: 503 } })
  expect(() => end(emulator, { hasFailed: true, idle: ['no assertion ran.'] })).not.toThrow()
  expect(warn).not.toHaveBeenCalled()
})

test('unhandled calls point at the code that sent them', async () => {
  const emulator = create()
  await emulator.fetch('/user/1', { headers: emulator.headers })
  const error = await Promise.resolve()
    .then(() => end(emulator))
    .then(
      () => expect.unreachable(),
      (thrown: Error) => thrown,
    )
  expect(error.message).toMatch(/^Could not answer GET \/user\/1: .* Did you mean GET \/users/)
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  expect(frames[0]).toContain('/test/')
  expect(frames.join('\n')).toContain('ending-checks.test.ts')
})

test('a call that an earlier test sent after its end names that test', async () => {
  const emulator = create()
  await emulator.fetch('/user/1', { headers: emulator.headers })
  const late = new Map([
    ['GET /other', 'another test'],
    ['GET /user/1', 'the first test'],
  ])
  expect(() => end(emulator, { late })).toThrow(
    '"the first test" sent GET /user/1 after its end. Await it in that test.',
  )
  expect(() => end(emulator, { late: new Map([['GET /other', 'another test']]) })).toThrow(
    'Did you mean GET /users',
  )
})

test('calls of tests that run at the same time', () => {
  const unroutable = new Set(['GET /a in one of "x"', 'GET /b in one of "x"'])
  expect(() => end(create(), { unroutable })).toThrow(
    'Could not answer GET /a in one of "x" and GET /b in one of "x": these tests run at the same time, and the call has no token of any of them. Send `emulator.headers`, or give each emulator its own `baseUrl`.',
  )
})

describe('work that goes on', () => {
  const fail =
    (...input: Parameters<typeof failOnUnsettledMethods>) =>
    () =>
      failOnUnsettledMethods(...input)

  test('none', () => {
    expect(fail([])).not.toThrow()
  })

  test.each<[string[], string]>([
    [['settle'], '`emulator.settle` still runs. Await it: `await emulator.settle(…)`.'],
    [
      ['settle', 'advance'],
      '`emulator.settle` and `emulator.advance` still run. Await it: `await emulator.settle(…)`.',
    ],
    [['settle', scenarioCall], `\`${scenarioCall}\` still runs.`],
  ])('%j', (methods, message) => {
    expect(fail(methods)).toThrow(`Could not end the test: ${message}`)
  })

  test('of a test that timed out names the time of the clock', () => {
    const message =
      'Could not end the test: `emulator.run` still runs: the test timed out when the clock was at 2026-01-05T09:00:00.000Z. The work has not ended. For work that runs forever, such as a poller, start it and call `await emulator.advance("1h")`.'
    expect(fail(['run'], new Date('2026-01-05T09:00:00Z'))).toThrow(message)
    const emulator = create()
    expect(() => end(emulator, { unsettled: ['run'], hasTimedOut: true })).toThrow(message)
    expect(() => end(emulator, { unsettled: ['run'] })).toThrow('Await it')
  })
})

describe('the checks of a fixture fail', () => {
  const failing = () => {
    throw new Error('left over')
  }

  test('in the hook that follows the fixture', () => {
    let hook = (): void => undefined
    const ending = failOnce((given) => void (hook = given))
    ending(() => undefined)
    expect(() => hook()).not.toThrow()
    expect(() => ending(failing)).toThrow('left over')
  })

  test('once, in the hook, if the fixture ends before', () => {
    let hook = (): void => undefined
    const ending = failOnce((given) => void (hook = given))
    expect(() => ending(failing)).not.toThrow()
    expect(() => hook()).toThrow('left over')
  })
})

test('a mistake in the code of a receiver fails its test, and a refusal by its code does not', async () => {
  const endAfter = async (answer: () => never): Promise<void> => {
    const emulator = create()
    emulator.receiver({ url: 'https://app.test/hooks', answer })
    emulator.act.deleteUser({ user: emulator.given('users') })
    await emulator.settle()
    end(emulator)
  }
  await expect(
    endAfter(() => {
      throw new ReferenceError('user is not defined')
    }),
  ).rejects.toThrow('user is not defined')
  await expect(
    endAfter(() => {
      throw new Error('no database')
    }),
  ).resolves.toBeUndefined()
})
