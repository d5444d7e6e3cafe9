/** The hints of a failure report: pages that were not read, timers that are not shared, and a mocked fetch. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test, testWith } from 'course-admin-emulator/vitest'
import { afterEach, vi } from 'vitest'
import { setupServer } from 'msw/node'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { failureReportLines } from '../../../src/engine/emulator/reports/expectations.ts'
import { noEntriesText } from '../../../src/engine/kit/journal/match-result.ts'
import type { Emulator } from '../../../src/index.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const company = testWith({ world: 'training-company' })

/** The hints that a failing matcher prints. */
function hintsOf(emulator: Emulator): string[] {
  try {
    expect(emulator).toHaveReceived('create_order')
  } catch (error) {
    const [, hints = ''] = (error as Error).message.split('Hints:\n')
    return hints
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  }
  return []
}

test('hints alone, without an entry of the journal', ({ emulator }) => {
  vi.useFakeTimers()
  setTimeout(() => undefined, 1)
  const report = [noEntriesText, 'Hints:', expect.stringContaining('Fake timers are installed')]
  expect(failureReportLines(contextOf(emulator))).toEqual(report)
})

company('a list of which one page was read', async ({ emulator }) => {
  emulator.given('users', 30)
  const read = async (url: string) => {
    const response = await emulator.fetch(url, { headers: emulator.headers })
    return /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  const next = await read('/users?role=student')
  await read('/users/2')
  expect(hintsOf(emulator)).toEqual([
    'GET /users?role=student was answered with one of several pages. The next page is the link with rel="next" in the Link header.',
  ])
  for (let url = next; url !== undefined;) url = await read(url)
  expect(hintsOf(emulator)).toEqual([])
})

test('fake timers that the emulator does not share', ({ emulator }) => {
  const hint = expect.stringContaining('Fake timers')
  vi.useFakeTimers({ toFake: ['Date'] })
  expect(hintsOf(emulator)).not.toContainEqual(hint)
  vi.useRealTimers()
  vi.useFakeTimers()
  // Without a request, they may be why.
  expect(hintsOf(emulator)).toContainEqual(hint)
  setTimeout(() => undefined, 1)
  expect(hintsOf(emulator)).toEqual([expect.stringContaining('Call `emulator.shareTime(vi)`')])
  vi.useRealTimers()
  emulator.shareTime(vi)
  expect(hintsOf(emulator)).not.toContainEqual(expect.stringContaining('Fake timers'))
})

test('fake timers that a hook has removed since', async ({ emulator }) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await fetch(`${emulator.baseUrl}/users/1`, { headers: emulator.headers })
  vi.useRealTimers()
  expect(hintsOf(emulator)).toEqual([expect.stringContaining('Fake timers were installed')])
  emulator.shareTime(vi)
  expect(hintsOf(emulator)).toEqual([])
})

test('an advance that had nothing due, without shared timers', async ({ emulator }) => {
  await emulator.fetch('/users/1', { headers: emulator.headers })
  await emulator.advance('1m')
  expect(hintsOf(emulator)).toEqual([
    'The journal has nothing else of the advance to 2026-01-05 09:01:00. Code that waits with `setTimeout` or `setInterval` waits in real time, unless the test shares the timers: `emulator.shareTime(vi)` (`jest`, or `t.mock.timers` of `node:test`).',
  ])
  await emulator.fetch('/users/1', { headers: emulator.headers })
  expect(hintsOf(emulator)).toEqual([])
  emulator.shareTime(vi)
  await emulator.advance('1m')
  expect(hintsOf(emulator)).toEqual([])
})

test.for([
  [500, '6m'],
  [204, '1m'],
] as const)(
  'an advance with a delivery that is answered %d',
  async ([answer, duration], { emulator }) => {
    emulator.receiver({ url: 'https://app.test/hooks', answer })
    emulator.act.deleteUser({ user: emulator.given('users') })
    await emulator.advance(duration)
    expect(emulator.journal().at(-1)?.kind).toBe('clock')
    expect(hintsOf(emulator)).toEqual([])
    await emulator.advance('1m')
    expect(hintsOf(emulator)).toEqual([expect.stringContaining('of the advance to')])
  },
)

test('an advance whose call is answered with Retry-After has one hint', async ({ emulator }) => {
  emulator.fault({ times: 1, with: { status: 429, retry_after: 60 } })
  await emulator.fetch('/users/1', { headers: emulator.headers })
  await emulator.advance('1m')
  expect(hintsOf(emulator)).toEqual([expect.stringContaining('with Retry-After 60')])
})

test('no request', async ({ emulator }) => {
  emulator.given('users', { first_name: 'Mia' })
  const hint = `No request reached this emulator. Does the code under test use its \`baseUrl\` (${emulator.baseUrl}), and does the test await the code? A mock of \`fetch\` or a cache also keeps requests from it. Records that another test made are not in it.`
  expect(hintsOf(emulator)).toEqual([hint])
  expect(hintsOf(emulator.fork())).toEqual([])
  emulator.receiver({ url: 'https://app.test/hooks' })
  expect(hintsOf(emulator)).not.toContain(hint)
})

const prepared = testWith({ world: 'empty', prepare: ({ given }) => void given('users') })
prepared('no request to a prepared emulator', ({ emulator }) => {
  expect(hintsOf(emulator)).toEqual([expect.stringContaining('No request reached this emulator.')])
})

test('no request that the journal keeps', async () => {
  const emulator = createEmulator({ world: 'empty', journalEntriesMax: 1 })
  await emulator.fetch('/users/1', { headers: emulator.headers })
  emulator.act.updateUser({ user: 1, first_name: 'Mia' })
  expect(emulator.journal().map(({ kind }) => kind)).not.toContain('request')
  expect(hintsOf(emulator)).toEqual([])
})

test('the records of the default world beside those of the test', async ({ emulator }) => {
  const hint = expect.stringMatching(
    /^GET \/courses lists records of the default world "training-company" too\. Give the option `world: "empty"`/,
  )
  const get = (path: string) => emulator.fetch(path, { headers: emulator.headers })
  await get('/courses?per_page=100')
  expect(hintsOf(emulator)).toEqual([])
  const { name } = emulator.given('courses', { name: 'First aid at sea' })
  await get('/courses?per_page=100')
  expect(hintsOf(emulator)).toEqual([hint])
  await get(`/courses?name=${name}`)
  expect(hintsOf(emulator)).toEqual([])
  await get('/courses?per_page=100')
  emulator.reset()
  emulator.given('courses')
  await get('/courses?per_page=100')
  expect(hintsOf(emulator)).toEqual([])
})

test('the records of the default world that belong to the record of the path', async ({
  emulator,
}) => {
  const [edition] = emulator.rows('planned_courses')
  emulator.given('planned_courses')
  const path = `/courses/${edition?.course_id}/planned_courses`
  const response = await emulator.fetch(path, { headers: emulator.headers })
  expect(await response.json()).toContainEqual(expect.objectContaining({ id: edition?.id }))
  expect(hintsOf(emulator)).toEqual([])
})

company('the records of a chosen world', async ({ emulator }) => {
  emulator.given('courses')
  await emulator.fetch('/courses?per_page=100', { headers: emulator.headers })
  expect(hintsOf(emulator)).toEqual([])
})

test('a call with the token of another emulator', async ({ emulator }) => {
  const get = (headers: HeadersInit) => fetch(`${emulator.baseUrl}/users/1`, { headers })
  const early = createEmulator({ world: 'empty' })
  const south = createEmulator({ world: 'empty' })
  await get(emulator.headers)
  expect(hintsOf(emulator)).toEqual([])
  await get(south.headers)
  const hint =
    'GET /users/1 was sent with the token of another emulator that has the same base URL.'
  expect(hintsOf(emulator)).toEqual([expect.stringContaining(hint)])
  expect(hintsOf(early)).toEqual([expect.stringContaining('No request reached this emulator.')])
  await south.fetch('/users/1', { headers: south.headers })
  expect(hintsOf(emulator)).toEqual([])
})

test('a token of a closed emulator is the default one', async ({ emulator }) => {
  const { headers, close } = createEmulator({ world: 'empty' })
  close()
  await fetch(`${emulator.baseUrl}/users/1`, { headers })
  expect(hintsOf(emulator)).toEqual([])
})

test('fake timers that replace the shared ones', ({ emulator }) => {
  emulator.shareTime(vi)
  vi.useFakeTimers()
  expect(hintsOf(emulator)).toEqual([
    expect.stringContaining('Fake timers replaced the shared timers'),
  ])
})

test('a relative date beside the day of the machine', async () => {
  const emulator = createEmulator({ world: 'empty' })
  await emulator.fetch('/courses', { headers: emulator.headers })
  expect(hintsOf(emulator)).toEqual([])
  emulator.given('planned_courses', { start_date: '+2w' })
  const hint =
    /^Dates such as "\+2w" count from 2026-01-05, the day of the emulator.s clock, and not from \d{4}-\d\d-\d\d, /
  expect(hintsOf(emulator)).toEqual([expect.stringMatching(hint)])
  emulator.shareTime(vi)
  expect(hintsOf(emulator)).toEqual([])
})

test('a day of the machine in a request', async ({ emulator }) => {
  vi.setSystemTime('2031-05-06T12:00:00Z')
  const from = new Date().toISOString().slice(0, 10)
  await emulator.fetch(`/planned_courses?start_date_from=${from}`, { headers: emulator.headers })
  expect(hintsOf(emulator)).toContainEqual(
    expect.stringMatching(/names 2031-05-06, the day of `Date`.*is at 2026-01-05: share it/),
  )
  await emulator.advance({ to: '2031-05-06' })
  expect(hintsOf(emulator)).not.toContainEqual(expect.stringContaining('the day of `Date`'))
})

test('the handlers of the emulator in a `setupServer` beside the test', async ({ emulator }) => {
  const server = setupServer()
  server.listen({ onUnhandledRequest: 'bypass' })
  server.use(...emulator.handlers)
  await fetch(`${emulator.baseUrl}/users/1`, { headers: emulator.headers })
  const hints = hintsOf(emulator)
  server.close()
  expect(hints).toEqual([expect.stringContaining('a request may reach this emulator twice')])
})

test('another interception of requests', ({ emulator }) => {
  const server = setupServer()
  server.listen()
  expect(hintsOf(emulator)).toEqual([expect.stringContaining('Another library also intercepts')])
})

test('a function of the test in the place of fetch', async ({ emulator }) => {
  vi.stubGlobal('fetch', async () => Response.json([]))
  await fetch(`${emulator.baseUrl}/users`)
  expect(hintsOf(emulator)).toEqual([
    expect.stringContaining('Other code has replaced the global `fetch`'),
  ])
})

test('a function around fetch is no mock', async ({ emulator }) => {
  const original = fetch
  vi.stubGlobal('fetch', (...input: Parameters<typeof fetch>) => original(...input))
  await fetch(`${emulator.baseUrl}/users/1`, { headers: emulator.headers })
  expect(hintsOf(emulator)).toEqual([])
})

test('a mock in the place of fetch', async ({ emulator }) => {
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => Response.json([])),
  )
  await fetch(`${emulator.baseUrl}/users`)
  expect(hintsOf(emulator)).toEqual([
    expect.stringContaining('Other code has replaced the global `fetch`'),
  ])
})

test('a receiver that is created after the act', async ({ emulator }) => {
  emulator.act.createUser({ first_name: 'Mia', last_name: 'Berg', email: 'mia@example.test' })
  emulator.receiver({ url: 'https://app.test/hooks' })
  await emulator.settle()
  expect(hintsOf(emulator)).toContainEqual(
    expect.stringMatching(
      /^user\.created was emitted when .*Create the receiver before the act\.$/,
    ),
  )
})

test('records of `given` alone, where deliveries are expected', ({ emulator }) => {
  emulator.receiver({ url: 'https://app.test/hooks' })
  expect(hintsOf(emulator)).toEqual([])
  emulator.given('users')
  expect(hintsOf(emulator)).toEqual([expect.stringMatching(/^`given` emits no events\. Acts do,/)])
  emulator.act.deleteUser({ user: 2 })
  expect(hintsOf(emulator)).toEqual([])
})

test('an endpoint that refuses a signature', async ({ emulator }) => {
  emulator.receiver({ url: 'https://app.test/hooks', answer: 401 })
  emulator.act.createUser({ first_name: 'Mia', last_name: 'Berg', email: 'mia@example.test' })
  await emulator.settle()
  expect(hintsOf(emulator)).toEqual([expect.stringContaining('`verify` `{ clock: emulator }`')])
  emulator.shareTime(vi)
  const secret = /The secret of a signature is the `secret` of the receiver\.$/
  expect(hintsOf(emulator)).toEqual([expect.stringMatching(secret)])
})

test('the records of an earlier test', async () => {
  let test = 'first'
  const emulator = createEmulator({ world: 'empty', test: () => test })
  await emulator.fetch('/users', { headers: emulator.headers })
  expect(hintsOf(emulator)).toEqual([])
  test = 'second'
  expect(hintsOf(emulator)).toEqual([
    'This emulator was also that of "first", and keeps its records until `emulator.reset()`: call it in `beforeEach`.',
  ])
  emulator.reset()
  await emulator.fetch('/users', { headers: emulator.headers })
  expect(hintsOf(emulator)).toEqual([])
  emulator.given('users')
  test = 'third'
  expect(hintsOf(emulator)).toEqual([
    expect.stringContaining('This emulator was also that of "second"'),
  ])
})

test.each([
  ['an act', ({ act }: Emulator) => act.create('courses', {})],
  ['a read', ({ receiver }: Emulator) => receiver({ url: 'https://app.test/hooks' }).transcript],
])('fake timers that were installed during %s', (_, use) => {
  const emulator = createEmulator({ world: 'empty' })
  vi.useFakeTimers()
  use(emulator)
  vi.useRealTimers()
  expect(hintsOf(emulator)).toContainEqual(expect.stringContaining('Fake timers were installed'))
})

test('a status that an act writes as a field', ({ emulator }) => {
  const { planned_course_id } = emulator.given('enrollments')
  emulator.act.update('planned_courses', planned_course_id, { status: 'canceled' })
  expect(hintsOf(emulator)).toEqual([
    '`act.update` writes the fields only. `act.cancelPlannedCourse` does the rest of the change.',
  ])
})

test('a status that a refused act would write has no hint', ({ emulator }) => {
  const { id } = emulator.given('planned_courses')
  const values = { status: 'canceled', min_participants: 'x' } as object
  expect(() => emulator.act.update('planned_courses', id, values)).toThrow()
  expect(hintsOf(emulator)).not.toContainEqual(expect.stringContaining('writes the fields only'))
})

test('a webhook that subscribes to no event', async ({ emulator }) => {
  await emulator.fetch('/webhooks', {
    method: 'POST',
    headers: emulator.headers,
    body: JSON.stringify({ url: 'https://app.test/hooks' }),
  })
  emulator.act.deleteUser({ user: emulator.given('users') })
  await emulator.settle()
  expect(hintsOf(emulator)).toEqual([
    'The webhook at https://app.test/hooks subscribes to no event.',
  ])
})

test('no expectation of calls passes for a fork whose emulator got the call', async ({
  emulator,
}) => {
  const before = emulator.fork()
  await emulator.fetch('/users/1', { headers: emulator.headers })
  const message = 'The emulator that this fork was made from received get_user_by_id: pass that one'
  expect(() => expect(before).not.toHaveReceived('get_user_by_id')).toThrow(message)
  expect(() => expect(before).toHaveReceived('get_user_by_id')).toThrow(message)
  expect(before).not.toHaveReceived('create_user')
  expect(emulator.fork()).not.toHaveReceived('get_user_by_id')
  await before.fetch('/courses', { headers: before.headers })
  expect(before).not.toHaveReceived('get_user_by_id')
})

test('a request for a fork that reaches its emulator', async ({ emulator }) => {
  const fork = emulator.fork()
  await fetch(`${fork.baseUrl}/users/1`, { headers: fork.headers })
  expect(hintsOf(emulator)).toEqual([expect.stringContaining('`fork.fetch(path)` reaches a fork')])
  await fork.fetch('/users/1', { headers: fork.headers })
  expect(hintsOf(fork)).toEqual([])
})

test('timers that nothing waits for have no hint once there are requests', async ({ emulator }) => {
  await emulator.fetch('/users/1', { headers: emulator.headers })
  vi.useFakeTimers()
  expect(hintsOf(emulator)).toEqual([])
})

test('a receiver with an answer that is undefined', ({ emulator }) => {
  const app: { fetch?: () => number } = {}
  emulator.receiver({ url: 'https://app.test/hooks', answer: app.fetch as never })
  expect(hintsOf(emulator)).toEqual([expect.stringMatching(/^A receiver was given `answer: und/)])
})
