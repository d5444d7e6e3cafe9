/** Tests that must fail; only `vitest.outside.test.ts` runs them. */
import { AsyncResource } from 'node:async_hooks'
import { createRequire, Module } from 'node:module'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
  testWith,
  vi,
} from 'course-admin-emulator/vitest'
import { runScenario, scenario } from 'course-admin-emulator/scenarios'
import { checkIntegration } from 'course-admin-emulator/check'
import { explore } from 'course-admin-emulator/explore'
import { setupEmulator } from 'course-admin-emulator/node'
import { test as bare } from 'vitest'
import { injectInternalError } from '../../support/internal-error.ts'

test('an unknown path', async ({ emulator }) => {
  const response = await fetch(`${emulator.baseUrl}/user/1`, { headers: emulator.headers })
  expect(response.status).toBe(404)
})

test('a failing assertion', ({ emulator }) => {
  emulator.fault({ operation: 'get_courses', with: { status: 503 } })
  expect(emulator.rows('courses')).toEqual([])
})

test('a long journal', async ({ emulator }) => {
  for (let i = 0; i < 50; i += 1) {
    await fetch(`${emulator.baseUrl}/users/1?page=${i}`, { headers: emulator.headers })
  }
  await fetch('http://other.invalid/after-many-calls').catch(() => undefined)
  expect(emulator.rows('users')).toEqual([])
})

testWith({ prepare: { users: 3 } as never })('a prepare that is data', ({ emulator }) => {
  expect(emulator.rows('users')).toEqual([])
})

test('a wrong key of a matcher', ({ emulator }) => {
  expect(emulator).toHaveReceived('get_users', { qurey: {} } as never)
})

test('a failing matcher', async ({ emulator }) => {
  await fetch(`${emulator.baseUrl}/users/1`, { headers: emulator.headers })
  expect(emulator).toHaveReceived('get_user_by_id', { params: { id: 2 } })
})

test('a doubled path', async ({ emulator }) => {
  await emulator.fetch('/api/v1/users', { headers: emulator.headers })
})

test('an assertion in a receiver', async ({ emulator }) => {
  const answer = () => expect(503).toBe(200)
  emulator.receiver({ url: 'https://app.test/hooks', answer })
  emulator.act.deleteUser({ user: emulator.given('users') })
  await emulator.settle()
})

test('an exception in a receiver', async ({ emulator }) => {
  const answer = () => {
    throw new TypeError('a mistake')
  }
  emulator.receiver({ url: 'https://app.test/hooks', answer })
  emulator.act.deleteUser({ user: emulator.given('users') })
  await emulator.settle()
  emulator.fault({ operation: 'get_users', with: { latency_ms: 5_000 } })
  void emulator.fetch('/users', { headers: emulator.headers })
  expect(emulator).toHaveReceived('get_users', { times: 2 })
})

test('a mistake in a receiver', async ({ emulator }) => {
  const answer = (): number => (undefined as never as Response).status
  emulator.receiver({ url: 'https://app.test/hooks', answer })
  emulator.act.deleteUser({ user: emulator.given('users') })
  await emulator.settle()
})

test('an advance without await', ({ emulator }) => {
  void emulator.advance('1h')
})

test('a run without await', async ({ emulator }) => {
  void emulator.run(() => emulator.sleep('30s'))
})

test('a scenario without await', ({ emulator }) => {
  const hour = scenario('hour', async ({ step }) => {
    await step('An hour passes', () => emulator.advance('1h'))
  })
  void runScenario(hour, { fetch: () => 204 }, { emulator })
})

test('a matcher of spies for a receiver', ({ emulator }) => {
  expect(emulator.receiver({ url: 'https://app.test/spied' })).toHaveBeenCalledTimes(1)
})

test('a poller that never ends', { timeout: 300 }, async ({ emulator }) => {
  await emulator.run(async () => {
    for (;;) {
      await emulator.fetch('/users', { headers: emulator.headers })
      await emulator.sleep('1m')
    }
  })
})

test('deliveries that are read before they are sent', ({ emulator }) => {
  const hook = emulator.receiver({ url: 'https://app.test/unsent', answer: 204 })
  emulator.act.deleteUser({ user: emulator.given('users') })
  expect(hook.deliveries).toHaveLength(0)
})

test('a failure before the deliveries', ({ emulator }) => {
  emulator.receiver({ url: 'https://app.test/later', answer: () => 204 })
  emulator.act.deleteUser({ user: emulator.given('users') })
  expect(emulator.now()).toBe('later')
})

test('a matcher of spies', ({ emulator }) => {
  expect(emulator).toHaveBeenCalledWith('get_users')
})

describe('fake timers of a hook', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('are removed before the report', { timeout: 200 }, async ({ emulator }) => {
    await fetch(`${emulator.baseUrl}/users`, { headers: emulator.headers })
    const fake = new Promise((resolve) => setTimeout(resolve, 50))
    await fake
  })
})

describe('shared timers that a hook removes', () => {
  afterEach(() => void vi.useRealTimers())

  test('a wait for shared timers', { timeout: 200 }, async ({ emulator }) => {
    emulator.shareTime(vi)
    const shared = new Promise((resolve) => setTimeout(resolve, 1_000))
    await shared
  })
})

test('a page that is not there', ({ emulator }) => {
  emulator.given('users')
  throw new ReferenceError('document is not defined')
})

test('a matcher like those of spies', ({ emulator }) => {
  // @ts-expect-error -- there is no such matcher
  expect(emulator).toHaveReceivedTimes('get_users', 2)
})

test('a fault that hits nothing', async ({ emulator }) => {
  emulator.fault({ operation: 'get_users', with: { status: 503 } })
  await fetch(`${emulator.baseUrl}/users/1`, { headers: emulator.headers })
})

test('a fault that is to hit nothing', async ({ emulator }) => {
  const fault = emulator.fault({ operation: 'get_users', with: { status: 503 } })
  expect(fault.hits).toBe(0)
})

test('a failed assertion of work after the answer', async ({ emulator }) => {
  emulator.receiver({
    url: 'https://app.test/work',
    answer(_, { waitUntil }) {
      waitUntil(Promise.resolve(1).then((count) => expect(count).toBe(2)))
    },
  })
  emulator.act.deleteUser({ user: emulator.given('users') })
  await emulator.settle()
})

test('a failed assertion of tracked work', async ({ emulator }) => {
  void emulator.track(Promise.resolve(1).then((count) => expect(count).toBe(3)))
  await emulator.settle()
})

test('a misspelt operation in a receiver', async ({ emulator }) => {
  emulator.receiver({
    url: 'https://app.test/misspelt',
    answer: () => void expect(emulator).not.toHaveReceived('createUser' as never),
  })
  emulator.act.deleteUser({ user: emulator.given('users') })
  await emulator.settle()
})

test('an exploration without await', ({ emulator }) => {
  const quiet = scenario('quiet', async ({ step, emulator: own }) => {
    await step('An hour passes', () => own.advance('1h'))
  })
  void explore(quiet, () => ({ fetch: () => 204 })).catch(() => undefined)
  expect(emulator.baseUrl).toContain('service.test')
})

bare('a card without await, in a test of Vitest', () => {
  void checkIntegration(() => ({ fetch: () => 204 })).catch(() => undefined)
})

test('a reset after a wrong path', async ({ emulator }) => {
  await fetch(`${emulator.baseUrl}/before-the-reset`, { headers: emulator.headers })
  emulator.reset()
})

test('an assertion of a receiver that never runs', ({ emulator }) => {
  emulator.receiver({ url: 'https://app.test/unrun', answer: () => void expect(1).toBe(2) })
  expect(emulator.rows('users')).toHaveLength(300)
})

test('calls without a token', async ({ emulator }) => {
  const headers = { authorization: `Bearer ${String(undefined)}` }
  const response = await fetch(`${emulator.baseUrl}/users`, { headers })
  expect(response.ok).toBe(false)
})

test('an assertion that is not awaited', ({ emulator }) => {
  void vi
    .waitFor(() => expect(emulator).toHaveReceived('create_order'), { timeout: 5 })
    .catch(() => undefined)
})

test('a call after it is excluded', async ({ emulator: own }) => {
  const sent = Promise.resolve().then(() => fetch(`${own.baseUrl}/users`, { headers: own.headers }))
  expect(own).not.toHaveReceived('get_users')
  await sent
})

test('a call after the time went on', async ({ emulator: own }) => {
  expect(own).not.toHaveReceived('get_users')
  await own.advance('1h')
  await fetch(`${own.baseUrl}/users`, { headers: own.headers })
  expect(own).toHaveReceived('get_users')
})

test('a loop over no records', ({ emulator }) => {
  for (const { first_name } of emulator.rows('users', { first_name: 'Zoe' }))
    expect(first_name).toBe('Zoe')
})

let begin = (): void => {}
const another = new Promise<void>((resolve) => (begin = resolve))
let late: Promise<unknown> = another

test('a request after the end', ({ emulator: { baseUrl } }) => {
  late = another.then(() => fetch(`${baseUrl}/late/1`))
})

test('a request of another test', async ({ emulator }) => {
  begin()
  await late
  expect(emulator.received()).toHaveLength(1)
})

let beginOwn = (): void => {}
const own = new Promise<void>((resolve) => (beginOwn = resolve))
let lateOwn: Promise<unknown> = own

test('a call after the end', ({ emulator: { baseUrl, headers } }) => {
  lateOwn = own.then(() => fetch(`${baseUrl}/users`, { headers }).catch(() => 'an error'))
})

test('a test that gets no call of another one', async ({ emulator }) => {
  beginOwn()
  expect(await lateOwn).toBe('an error')
  expect(emulator.received()).toEqual([])
})

testWith('empty' as never)('options as a text', ({ emulator }) => {
  expect(emulator.rows('courses')).toEqual([])
})

test('an exception inside the emulator', async ({ emulator }) => {
  injectInternalError(emulator)
  const response = await fetch(`${emulator.baseUrl}/users/1`, { headers: emulator.headers })
  expect(response.status).toBe(500)
})

test('a wrong base URL', async ({ emulator }) => {
  const url = emulator.baseUrl.replace('v1', 'v2')
  await fetch(`${url}/users`, { headers: emulator.headers }).catch(() => undefined)
})

test('a warning', async ({ emulator }) => {
  await fetch('http://other.invalid/health').catch(() => undefined)
  expect(emulator.rows('users')).toEqual([])
})

test('a test that hangs', { timeout: 200 }, async ({ emulator }) => {
  emulator.shareTime(vi)
  const minute = new Promise((resolve) => setTimeout(resolve, 60_000))
  await minute
})

const failing = test.extend({})
failing.fails('what is to fail', ({ emulator }) => {
  expect(emulator.rows('courses')).toEqual([])
})

/** Created outside of any test, so that its asynchronous context belongs to no test. */
const outsideTests = new AsyncResource('outside tests')
let stand = (): void => {}
let answered = (): void => {}
const bothStand = new Promise<void>((resolve) => (stand = resolve))
const isAnswered = new Promise<void>((resolve) => (answered = resolve))

test.concurrent('concurrent 1', async ({ emulator }) => {
  await bothStand
  await outsideTests.runInAsyncScope(() => fetch(`${emulator.baseUrl}/userz`))
  answered()
})

test.concurrent('concurrent 2', async ({ emulator }) => {
  expect(emulator.journal()).toEqual([])
  stand()
  await isAnswered
})

test('a request of supertest that is not awaited', ({ emulator }) => {
  // Note: the package is no part of this project.
  createRequire(import.meta.url).cache['/app/node_modules/supertest/index.js'] = new Module(
    'supertest',
  )
  expect(emulator).not.toHaveReceived('create_user')
})

describe('a page', () => {
  const body = { childElementCount: 0 }
  // Note: the end of the fixture reads the page after the hooks of each test.
  beforeAll(() => void Object.assign(globalThis, { document: { body } }))
  afterAll(() => void Reflect.deleteProperty(globalThis, 'document'))

  test('an element that stays in the page', async ({ emulator }) => {
    await emulator.fetch('/users/1', { headers: emulator.headers })
    body.childElementCount = 1
    expect(emulator.rows('users')).not.toEqual([])
  })

  test('an element of an earlier test', ({ emulator }) => {
    expect(emulator.rows('users').length).toBe(0)
  })
})

bare('a listening emulator that nothing closes', async () => {
  const emulator = setupEmulator({ world: 'empty', baseUrl: 'https://open.test/api/v1' }).listen()
  await fetch(`${emulator.baseUrl}/user`, { headers: emulator.headers })
})
