/** Interception in Node: which clients it covers, and how it ends. */
import { get as getByName } from 'node:http'
import { createEmulator, EmulatorError } from 'course-admin-emulator'
import { setupEmulator } from 'course-admin-emulator/node'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import { failureReportLines } from '../../src/engine/emulator/reports/expectations.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

const plain = 'http://service.test/api/v1'

function statusByName(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    getByName(url, { headers }, (response) => resolve(response.resume().statusCode)).on(
      'error',
      reject,
    )
  })
}

test('it intercepts fetch and named imports of node:http while it listens', async () => {
  using emulator = setupEmulator({ world: 'small-school', baseUrl: plain }).listen()
  const { headers } = emulator
  expect((await fetch(`${plain}/courses/1`, { headers })).status).toBe(200)
  expect(await statusByName(`${plain}/courses/1`, { ...headers })).toBe(200)
})

test('only one listens at a time, and closing twice has no effect', () => {
  const emulator = setupEmulator({ world: 'empty' }).listen()
  expect(emulator.listen()).toBe(emulator)
  const other = setupEmulator({ world: 'empty' })
  expect(() => other.listen()).toThrow(EmulatorError)
  emulator.close()
  emulator.close()
  other.listen().close()
})

test('it can listen again after it was closed, with its state', async () => {
  const emulator = setupEmulator({ world: 'empty' })
  const { id } = emulator.given('users')
  emulator.listen().close()
  emulator.listen()
  const response = await fetch(`${emulator.baseUrl}/users/${id}`, { headers: emulator.headers })
  expect(response.status).toBe(200)
  emulator.close()
})

test('a setupServer of the user that listens is refused', () => {
  const server = setupServer()
  server.listen()
  const emulator = setupEmulator({ world: 'empty' })
  expect(() => emulator.listen()).toThrow(
    'Could not listen: a `setupServer` of your own listens in this process',
  )
  server.close()
  emulator.listen().close()
})

test('its handlers work in the setupServer of a user, and can be overridden there', async () => {
  const emulator = createEmulator({ world: 'small-school' })
  const server = setupServer(...emulator.handlers)
  server.listen({ onUnhandledRequest: 'error' })
  try {
    const read = async () =>
      (await fetch(`${emulator.baseUrl}/courses/1`, { headers: emulator.headers })).status
    expect(await read()).toBe(200)
    server.use(
      http.get(`${emulator.baseUrl}/courses/1`, () => HttpResponse.json({}, { status: 503 })),
    )
    expect(await read()).toBe(503)
    server.resetHandlers()
    expect(await read()).toBe(200)
  } finally {
    server.close()
  }
})

test('close prints the faults that hit nothing, and not those whose hits code has read', async () => {
  const printed = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => printed.mockRestore())
  const emulator = setupEmulator({ world: 'empty' }).listen()
  const effect = { with: { status: 503 } }
  const [read, hit] = [
    emulator.fault({ operation: 'get_orders', ...effect }),
    emulator.fault({ operation: 'get_courses', ...effect }),
  ]
  emulator.fault({ operation: 'get_users', ...effect })
  emulator.outage({ of: 'webhooks' })
  await fetch(`${emulator.baseUrl}/courses`, { headers: emulator.headers })
  expect([read.hits, hit.rule.operation]).toEqual([0, 'get_courses'])
  for (const _ of [1, 2]) emulator.listen().close()
  emulator.reset()
  emulator.fault({ operation: 'get_orders', ...effect })
  emulator.listen().close()
  expect(printed.mock.calls.splice(1)).toEqual([[expect.stringContaining('fault-1, on requests')]])
  expect(printed.mock.calls).toEqual([
    [
      [
        'Unused faults:',
        '  fault-3, on requests of get_users: the closest is 2: GET /courses -> 503: fault-2',
        '  outage-1, on deliveries: there was no delivery',
        '  To expect that a fault hits nothing, assert it: expect(fault.hits).toBe(0).',
      ].join('\n'),
    ],
  ])
})

test('the fake timers of a test are no hint for the next one', () => {
  const emulator = setupEmulator({ world: 'empty' }).listen()
  const hints = () => failureReportLines(contextOf(emulator), 1).join('\n')
  vi.useFakeTimers()
  emulator.given('users')
  emulator.act.createUser({ first_name: 'Mia', last_name: 'Berg', email: 'mia@example.test' })
  vi.useRealTimers()
  expect(hints()).toContain('Fake timers were installed')
  emulator.close()
  emulator.listen()
  expect(hints()).not.toContain('Fake timers were installed')
  emulator.close()
})

describe('close fails', () => {
  test('after a failed assertion in a receiver, once', async () => {
    const emulator = setupEmulator({ world: 'empty' }).listen()
    emulator.receiver({
      url: 'https://app.test/hooks',
      answer: () => expect.fail('the payload is wrong'),
    })
    emulator.act.deleteUser({ user: emulator.given('users') })
    await emulator.settle()
    expect(() => emulator.close()).toThrow('the payload is wrong')
    emulator.listen().close()
  })

  test('after deliveries that were read before they were sent', () => {
    const emulator = setupEmulator({ world: 'empty' }).listen()
    const hook = emulator.receiver({ url: 'https://app.test/hooks', answer: 204 })
    emulator.act.deleteUser({ user: emulator.given('users') })
    expect(hook.deliveries).toEqual([])
    expect(() => emulator.close()).toThrow('Could not end the test: it read deliveries while one')
  })

  test('while a method that was not awaited runs', async () => {
    const emulator = setupEmulator({ world: 'empty' }).listen()
    const pending = emulator.advance('5m')
    expect(() => emulator.close()).toThrow(
      'Could not end the test: `emulator.advance` still runs. Await it: `await emulator.advance(…)`.',
    )
    emulator.listen()
    expect(() => emulator.close()).not.toThrow()
    await pending
  })
})

test('an app reads why it is refused, and a test does not', async () => {
  const print = vi.spyOn(console, 'warn').mockReturnValue()
  try {
    for (const clock of ['virtual', 'system'] as const) {
      using emulator = setupEmulator({ world: 'empty', baseUrl: `https://${clock}.test/v1`, clock })
      emulator.listen()
      await fetch(`${emulator.baseUrl}/users`, { headers: { authorization: 'Bearer other' } })
    }
    const refusals = print.mock.calls.map(String).filter((line) => line.startsWith('403'))
    expect(refusals).toEqual([expect.stringMatching(/^403 GET \/users: .*token/)])
  } finally {
    print.mockRestore()
  }
})

test('the matchers of Vitest come with ./node', () => {
  using emulator = setupEmulator({ world: 'empty' })
  expect(emulator).not.toHaveReceived('get_users')
})
