/** A remote emulator has the methods of an emulator, as promises. */
import type { Emulator } from 'course-admin-emulator'
import {
  connectEmulator,
  emulatorMatchers,
  type RemoteEmulator,
  assertDelivered,
  assertNoUnhandledCalls,
  assertRow,
} from 'course-admin-emulator/node'
import { type EmulatorServer, startServer } from 'course-admin-emulator/server'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, afterEach, expect, test, vi } from 'vitest'
import { assertNothingPending } from '../../src/adapters/remote/connection.ts'

expect.extend(emulatorMatchers)

let server: EmulatorServer
let emulator: RemoteEmulator
beforeAll(async () => {
  server = await startServer({ port: 0, world: 'empty' })
})
afterAll(() => server.close())
beforeEach(async () => {
  emulator = await connectEmulator(server.url, { world: 'empty' })
})
afterEach(() => emulator.close())

/** The members of `Emulator` that a remote emulator does not have, each with the reason. */
const exceptions: Partial<Record<string, string>> = {
  handlers: 'MSW handlers intercept the requests of their own process.',
  shareTime: 'Fake timers fire in the same step as the clock, which is in another process.',
  sleep: 'The request would stay open until another call advances the clock.',
  track: 'The server cannot wait for a promise of this process.',
  [Symbol.dispose.toString()]: 'Closing is asynchronous: `Symbol.asyncDispose` replaces it.',
}

test('it has every member of an emulator, but for the exceptions', () => {
  const local: Emulator = server.emulator
  const names = new Set<PropertyKey>(['constructor'])
  const members: string[] = []
  for (
    let object: object = local;
    object !== Object.prototype;
    object = Object.getPrototypeOf(object) as object
  ) {
    for (const name of Reflect.ownKeys(object)) {
      const isInternal = typeof name === 'symbol' && name !== Symbol.dispose
      if (!names.has(name) && !isInternal) members.push(name.toString())
      names.add(name)
    }
  }
  expect(members.length).toBeGreaterThan(40)
  const missing = members.filter((name) => !(name in emulator))
  expect(missing.toSorted()).toEqual(Object.keys(exceptions).toSorted())
})

test('an argument too many is refused', async () => {
  const more = { more: true }
  const calls: readonly (readonly [object, string, number])[] = [
    [emulator, 'given', 3],
    [emulator, 'rows', 2],
    [emulator, 'settle', 0],
    [emulator, 'snapshot', 0],
    [emulator.act, 'deleteUser', 1],
    [emulator.act, 'create', 2],
    [emulator.act, 'update', 3],
  ]
  for (const [owner, name, count] of calls) {
    const method = Reflect.get(owner, name) as (...args: unknown[]) => Promise<unknown>
    const args = Array.from({ length: count }, () => 'users')
    await expect(method(...args, more)).rejects.toThrow(
      'there are too many arguments: {"more":true}',
    )
  }
})

test('a filter that returns a promise is refused', async () => {
  await emulator.given('users')
  const filter = (async () => false) as never
  const message = 'the function that selects records returns a promise'
  await expect(emulator.rows('users', filter)).rejects.toThrow(message)
  await expect(emulator.rows('users', { test: filter })).rejects.toThrow(message)
})

test('records: given with a count, rows, row and imports', async () => {
  const [mia, tom] = await emulator.given('users', 2, { first_name: 'Mia' })
  expect(await emulator.rows('users', { first_name: 'Mia' })).toMatchObject([mia, tom])
  expect(await emulator.rows('users', ({ id }) => id === tom.id)).toHaveLength(1)
  expect(await emulator.rows('users', { test: ({ id }) => id === mia.id })).toHaveLength(1)
  expect(await emulator.row('users', mia.id)).toEqual(mia)
  expect(await emulator.row('users', 4711)).toBeUndefined()
  await emulator.importRecords({ users: [{ ...mia, first_name: 'Mila' }] })
  expect(await emulator.row('users', mia.id)).toMatchObject({ first_name: 'Mila' })
  const collection = { all: () => [{ ...mia, first_name: 'Mona' }] }
  await emulator.importRecords({ users: collection as never })
  expect(await emulator.row('users', mia.id)).toMatchObject({ first_name: 'Mona' })
  await expect(emulator.importRecords({ users: 7 as never })).rejects.toThrow(
    'Could not import users: the value holds no records.',
  )
  const day = new Date('2026-03-01')
  const { id } = await emulator.given('planned_courses', { start_date: day, end_date: '+90d' })
  expect(await emulator.rows('planned_courses', { start_date: day })).toMatchObject([{ id }])
})

test('acts are typed methods, and a wrong name gets the nearest one', async () => {
  const [primary, secondary] = await emulator.given('users', 2)
  expect(await emulator.act.mergeUsers({ primary, secondary })).toMatchObject({ id: primary.id })
  const course = await emulator.act.create('courses', { name: 'Law' })
  expect(await emulator.act.update('courses', course, { name: 'Tax' })).toMatchObject({
    name: 'Tax',
  })
  expect((await emulator.act.publish('courses', course.id)).is_published).toBe(true)
  await emulator.act.remove('courses', course)
  expect(await emulator.rows('courses')).toEqual([])
  const acts = emulator.act as unknown as Record<string, () => Promise<unknown>>
  await expect(acts['mergeUser']?.()).rejects.toThrow('Did you mean "merge_users"?')
  const user = emulator.given('users') as never
  await expect(emulator.act.deleteUser({ user })).rejects.toThrow(
    'Could not perform deleteUser: user is a promise. Await it',
  )
})

test('faults and outages have handles with counts', async () => {
  const fault = await emulator.fault({ operation: 'get_users', times: 1, with: { status: 503 } })
  expect((await emulator.fetch('/users')).status).toBe(503)
  expect(await fault.hits()).toBe(1)
  await fault.end()
  expect(await fault.rule()).toMatchObject({ id: fault.id, hits: 1 })
  const outage = await emulator.outage({ of: 'api' })
  expect((await emulator.fetch('/users')).status).toBe(503)
  expect(await outage.hits()).toBe(1)
  expect(await emulator.faults()).toHaveLength(1)
  await outage.end()
  expect((await emulator.fetch('/users')).status).toBe(200)
  await emulator.outage({ until: '2h' })
  await emulator.control('DELETE', 'faults')
  expect(await emulator.faults()).toEqual([])
})

test('the clock, snapshots, saved worlds and forks', async () => {
  const before = await emulator.snapshot()
  const mia = await emulator.given('users', { first_name: 'Mia' })
  expect(await emulator.advance({ to: new Date('2026-01-06T09:00:00Z') })).toMatchObject({
    now: '2026-01-06T09:00:00.000Z',
  })
  expect(await emulator.now()).toEqual(new Date('2026-01-06T09:00:00Z'))
  const saved = await emulator.save()
  await using fork = await emulator.fork({ instanceKey: 'second' })
  await emulator.restore(before)
  expect(await emulator.row('users', mia.id)).toBeUndefined()
  expect(await fork.row('users', mia.id)).toEqual(mia)
  await emulator.restore(saved)
  expect(await emulator.row('users', mia.id)).toEqual(mia)
  expect(await emulator.settle()).toMatchObject({ ran: 0 })
  await emulator.given('enrollments', { status: 'active', end_date: '+30d' })
  expect(await emulator.pending()).not.toEqual([])
  expect((await emulator.advance('next')).ran).toBeGreaterThan(0)
})

test('tokens, flags, reports and explanations', async () => {
  const token = await emulator.mintToken()
  await emulator.setScopes(token, ['courses:read'])
  const response = await emulator.fetch('/users', { headers: { authorization: `Bearer ${token}` } })
  expect(String(await emulator.explain(response))).toContain('GET /users -> 403')
  expect(String(await emulator.assumptionReport())).toContain('This run relies on')
  const usage = await emulator.usage()
  expect(usage.operations).toMatchObject([{ operation: 'get_users', statuses: { 403: 1 } }])
  expect(usage.toText()).toContain('get_users')
  expect(await emulator.usage({ since: (await emulator.journal()).at(-1)! })).toMatchObject({
    calls: 0,
  })
  await emulator.flags({ Programs: false })
  expect(await emulator.flags()).toMatchObject({ Programs: false })
  expect(await emulator.received('get_users', { status: expect.any(Number) })).toHaveLength(1)
  await expect(emulator.received('get_users', { stats: 403 } as never)).rejects.toThrow(
    'Did you mean "status"?',
  )
  expect(await emulator.journal({ kind: ['request', 'flags'] })).toHaveLength(2)
  expect(await emulator.transcript({ kind: 'request' })).toContain('GET /users')
  expect(await emulator.story({ kind: 'request' })).toMatchObject({
    version: 1,
    entries: [{ kind: 'request' }],
  })
  expect(await emulator.rows('emails')).toEqual([])
  expect(await emulator.openapi()).toHaveProperty('openapi')
})

test('a receiver by URL gets deliveries over the network, and takes an answer', async () => {
  const bodies: string[] = []
  const app = createServer((request, response) => {
    request.on('data', (chunk) => bodies.push(String(chunk)))
    request.on('end', () => response.writeHead(bodies.length === 1 ? 500 : 200).end())
  })
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}/hooks`
  const hook = await emulator.receiver({ url, events: ['user.merged'] })
  expect(await hook.secret()).toMatch(/^whsec_/)
  await emulator.reset()
  const [primary, secondary] = await emulator.given('users', 2)
  await emulator.act.mergeUsers({ primary, secondary })
  await expect(expect(hook).toHaveDelivered('user.merged')).rejects.toThrow('not yet delivered')
  await expect(expect(hook).not.toHaveDelivered('user.merged')).rejects.toThrow(
    'A delivery of user.merged is due: `await emulator.settle()` first.',
  )
  await emulator.run(async () => {
    while ((await emulator.delivered('user.merged')).length === 0) await emulator.pending()
  })
  expect(bodies).toHaveLength(2)
  await expect(hook).toHaveDelivered('user.merged', { attempts: 2 })
  await expect(hook).not.toHaveDelivered('user.merged', { attempts: 1 })
  await assertDelivered(hook, 'user.merged', { times: 1 })
  expect(await emulator.rows('webhooks', { id: (await hook.webhook()) as string })).toMatchObject([
    { url },
  ])
  app.close()

  const answer = (() => 503) as never
  const reason = 'the answer is a function, and the server of the emulator cannot call it'
  await expect(emulator.receiver({ url, answer })).rejects.toThrow(reason)
  await expect(hook.answer(answer)).rejects.toThrow(reason)
  await hook.answer({ status: 410 })
  const third = await emulator.given('users')
  await emulator.act.mergeUsers({ primary, secondary: third })
  await emulator.settle()
  expect((await hook.deliveries()).map(({ attempt }) => attempt)).toEqual([1, 2, 1])
  expect((await hook.transcript()).at(-1)).toContain('410')
  expect(bodies).toHaveLength(2)
})

test('matchers and assertions work on a remote emulator, also with matchers as values', async () => {
  await emulator.fetch('/users', {
    method: 'POST',
    headers: { ...emulator.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ first_name: 'Mia', last_name: 'Smit', email: 'mia@app.test' }),
  })
  await expect(emulator).toHaveReceived('create_user', {
    body: { first_name: expect.stringContaining('M'), email: /@/ },
    status: 201,
  })
  await expect(emulator).toHaveRow('users', { first_name: 'Mia', created_at: '+0d', times: 1 })
  await assertRow(emulator, 'users', { last_name: /^S/ })
  // Note: the day in the time zone of the tenant, which is one hour ahead of UTC.
  const start_date = new Date('2026-01-08T23:30:00Z')
  await emulator.given('planned_courses', { start_date })
  await assertRow(emulator, 'planned_courses', { start_date, times: 1 })
  await assertRow(emulator, 'planned_courses', { start_date: '2026-01-09', times: 1 })
  await expect(assertRow(emulator, 'users', { first_name: 'Tom' })).rejects.toThrow(
    /The closest is:[^]*POST \/users/,
  )
  await expect(emulator).toHaveNoInternalErrors()
  await assertNoUnhandledCalls(emulator)
  await emulator.fetch('/userz')
  await expect(expect(emulator).toHaveNoUnhandledCalls()).rejects.toThrow('GET /userz')
  expect((await emulator.received()).filter((call) => !call.operation)).toHaveLength(1)
})

test('the clock rests while the work calls the emulator', async () => {
  await emulator.given('enrollments', { status: 'active', end_date: '+30d' })
  const before = await emulator.now()
  // Note: the period without a call, after which the clock moves, never ends.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const work = async (): Promise<void> => {
      for (let call = 0; call < 10; call += 1) expect(await emulator.now()).toEqual(before)
    }
    await emulator.run(work)
  } finally {
    vi.useRealTimers()
  }
})

test('an instance without the work that settles gives up at the limit', async () => {
  await emulator.given('enrollments', { status: 'active', end_date: '+30d' })
  await expect(emulator.run(new Promise(() => undefined), { limit: '1d' })).rejects.toThrow(
    "Could not run the work: it has not settled after 1d on the emulator's clock",
  )
  const signal = AbortSignal.abort()
  await expect(emulator.run(new Promise(() => undefined), { signal })).rejects.toThrow('aborted')
})

test('matchers work on a receiver of this process, and refuse a second URL', async () => {
  const local = server.emulator.fork()
  const hook = local.receiver({ url: 'https://app.test/hooks' })
  const other = local.receiver({ url: 'https://app.test/other', register: false })
  const [primary, secondary] = local.given('users', 2)
  local.act.mergeUsers({ primary, secondary })
  await local.settle()
  expect(hook).toHaveDelivered('user.merged', { attempts: 1, times: 1 })
  expect(other).not.toHaveDelivered('user.merged')
  assertDelivered(hook, 'user.merged')
  expect(() => assertDelivered(hook, 'user.merged', { to: other.url })).toThrow('Leave out `to`')
  local.close()
})

test('members of a promise that was not awaited throw where they are read', async () => {
  const connecting = connectEmulator(server.url, { world: 'empty' })
  const starting = startServer({ port: 0, world: 'empty' })
  const given = emulator.given('users')
  const receiver = emulator.receiver({ url: 'https://app.test/hooks', answer: 200 })
  const reads: readonly (readonly [object, string, string])[] = [
    [connecting, 'given', 'connectEmulator'],
    [connecting, 'settle', 'connectEmulator'],
    [starting, 'baseUrl', 'startServer'],
    [given, 'id', 'given'],
    [receiver, 'deliveries', 'receiver'],
    [emulator.rows('users'), 'length', 'rows'],
    [emulator.rows('users'), '0', 'rows'],
    [emulator.row('users', 1), 'name', 'row'],
    [emulator.received('get_users'), 'filter', 'received'],
    [emulator.now(), 'getTime', 'now'],
    [emulator.journal(), 'map', 'journal'],
    [emulator.act.create('users', {}), 'id', 'act.create'],
  ]
  for (const [promise, name, call] of reads) {
    expect(() => Reflect.get(promise, name) as unknown).toThrow(
      `Could not read \`${name}\` of \`${call}\`: the result is a promise. Await it: \`await ${call}(…)\`.`,
    )
  }
  const items = () => Reflect.get(given, Symbol.iterator) as unknown
  expect(items).toThrow('Could not read the items of `given`: the result is a promise.')
  await Promise.all(reads.map(([promise]) => promise))
  for (const each of [await connecting, await starting]) await each.close()
})

test('a member that an emulator does not have throws where it is called', () => {
  const misspelt = emulator as unknown as { recieved(): unknown; clearFaults(): unknown }
  expect(() => misspelt.recieved()).toThrow('Did you mean "received"?')
  expect(() => misspelt.clearFaults()).toThrow('`reset()` ends all.')
})

test('a record of an emulator of this process is refused', async () => {
  const user = server.emulator.given('users')
  const { act, given } = emulator
  const calls = [
    act.deleteUser({ user: user as never }),
    act.remove('users', user as never),
    act.update('enrollments', 1, { student_id: user as never }),
    given('enrollments', { student_id: user }),
  ]
  for (const call of calls) await expect(call).rejects.toThrow('is a record of another emulator.')
})

test('the deliveries of a receiver are no list before they are called', async () => {
  const hook = await emulator.receiver({ url: 'https://app.test/hooks', answer: 200 })
  const { deliveries } = hook
  const uses = [
    () => deliveries.length,
    () => [...(deliveries as never as [])],
    () => (deliveries as never as []).at(0),
    () => expect(deliveries).toHaveLength(0),
    () => expect(hook.transcript).not.toContain('x'),
  ]
  for (const use of uses) expect(use).toThrow('it is a method there. Call it: `await hook.')
  expect([await deliveries(), await hook.transcript()]).toEqual([[], []])
  expect(hook).toEqual(hook)
})

test('a function among the values is refused, because another process cannot call it', async () => {
  const given = emulator.given('users', { first_name: (() => 'Mia') as never })
  await expect(given).rejects.toThrow('first_name is a function, which another process cannot call')
  const connecting = connectEmulator(server.url, { prepare: (() => undefined) as never } as object)
  await expect(connecting).rejects.toThrow('prepare')
})

test('a call that was not awaited is told of at the end of a test', async () => {
  assertNothingPending(emulator)
  const pending = emulator.advance('5m')
  expect(() => assertNothingPending(emulator)).toThrow(
    'Could not end the test: a method or a matcher of the emulator still runs (POST methods/advance). Await it.',
  )
  await pending
  assertNothingPending(emulator)
})

test('a matcher that was not awaited is told of at the end of a test, from its first moment', async () => {
  const matching = expect(emulator).not.toHaveRow('users', { first_name: 'Tom' })
  expect(() => assertNothingPending(emulator)).toThrow(
    'still runs (expect(…).toHaveRow(…)). Await it: `await expect(…).toHaveRow(…)`.',
  )
  await matching
  assertNothingPending(emulator)
})
