/** The report of faults and outages without a hit, for failed tests. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { assertReceived } from 'course-admin-emulator/node'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { unusedFaultLines } from '../../../src/engine/emulator/reports/unused-faults.ts'

const title = 'Unused faults:'

const made = (): Emulator => createEmulator({ world: 'small-school' })
const get = (emulator: Emulator, path: string) =>
  emulator.fetch(path, { headers: emulator.headers })
const told = (emulator: Emulator): string[] => unusedFaultLines(contextOf(emulator))

describe('a fault on requests', () => {
  test('with a hit is not reported, whether it was ended or not', async () => {
    const emulator = made()
    const fault = emulator.fault({ operation: 'get_users', with: { status: 503 } })
    emulator.fault({ group: 'users', with: { latency_ms: 0 } })
    await get(emulator, '/users')
    expect(told(emulator)).toEqual([])
    fault.end()
    expect(told(emulator)).toEqual([])
  })

  test('is reported with the call whose operation has the most similar name', async () => {
    const emulator = made()
    emulator.fault({ operation: 'get_user_by_id', with: { status: 503 } })
    await get(emulator, '/users')
    await get(emulator, '/users?page=2')
    await get(emulator, '/courses')
    const near = 'the closest is 2: GET /users?page=2 -> 200'
    expect(told(emulator)).toEqual([title, `  fault-1, on requests of get_user_by_id: ${near}`])
  })

  test('is reported with the call with the most similar path, or else the last call', async () => {
    const emulator = made()
    emulator.fault({ path: '/users/{id}', with: { status: 503 } })
    emulator.fault({ group: 'orders', with: { status: 503 } })
    await get(emulator, '/users/1/timeslots')
    await get(emulator, '/users')
    await get(emulator, '/courses')
    expect(told(emulator)).toEqual([
      title,
      '  fault-1, on requests to /users/{id}: the closest is 2: GET /users -> 200',
      '  fault-2, on requests of the group orders: the closest is 3: GET /courses -> 200',
    ])
  })

  test('that waits for a later request is reported with the number of requests so far', async () => {
    const emulator = made()
    emulator.fault({ operation: 'get_users', nth: 3, with: { status: 503 } })
    await get(emulator, '/users')
    const line = '  fault-1, on requests of get_users except the first 2: only 1 matched'
    expect(told(emulator)).toEqual([title, line])
  })

  test('that names nothing of a request is reported with the key for deliveries', async () => {
    const emulator = made()
    emulator.receiver({ url: 'https://app.test/hooks', answer: 204 })
    emulator.fault({ nth: 3, with: { status: 503 } })
    emulator.act.deleteUser({ user: emulator.given('users') })
    await emulator.settle()
    expect(told(emulator).at(-1)).toBe(
      '  fault-1, on requests except the first 2: there was no request; for deliveries, add at: "delivery"',
    )
  })

  test('that was ended before its call, or set after it, is reported as such', async () => {
    const emulator = made()
    await get(emulator, '/courses')
    emulator.fault({ operation: 'get_courses', with: { status: 503 } })
    emulator.fault({ operation: 'get_users', with: { status: 503 } }).end()
    await get(emulator, '/users')
    expect(told(emulator)).toEqual([
      title,
      '  fault-2, on requests of get_users: the closest is 2: GET /users -> 200, when the fault was not active',
      '  fault-1, on requests of get_courses: the closest is 1: GET /courses -> 200, when the fault was not active',
    ])
  })

  test('is reported if there was no call', () => {
    const emulator = made()
    emulator.fault({ with: { status: 503 } })
    expect(told(emulator)).toEqual([title, '  fault-1, on requests: there was no request'])
  })
})

describe('a fault on deliveries', () => {
  test('is reported with the most similar attempt', async () => {
    const emulator = made()
    const url = 'https://app.test/hooks'
    emulator.receiver({ url })
    emulator.fault({ event: 'user.merged', webhook: url, times: 1, with: { timeout: 'after' } })
    emulator.act.deleteUser({ user: emulator.given('users') })
    await emulator.settle()
    const [attempt] = emulator.journal({ kind: 'attempt', event: 'user.deleted' })
    expect(told(emulator)).toEqual([
      title,
      `  fault-1, on deliveries of user.merged to ${url}: the closest is ` +
        `${attempt?.number}: user.deleted, attempt 1, to ${url}`,
    ])
  })
})

describe('an outage', () => {
  test('is reported with its name and time, once for each side', async () => {
    const emulator = made()
    emulator.outage({ from: '1h', until: '2h' })
    await get(emulator, '/users')
    const span = 'from 2026-01-05 10:00:00 until 2026-01-05 11:00:00'
    const near = 'the closest is 2: GET /users -> 200, when the fault was not active'
    expect(told(emulator)).toEqual([
      title,
      `  outage-1, on requests ${span}: ${near}`,
      `  outage-1, on deliveries ${span}: there was no delivery`,
    ])
  })

  test('is not reported if one side has a hit', async () => {
    const emulator = made()
    emulator.outage({ until: '2h' })
    await get(emulator, '/users')
    expect(told(emulator)).toEqual([])
  })
})

test('a failed assertion reports them below the journal', async () => {
  const emulator = made()
  emulator.fault({ operation: 'create_user', with: { status: 503 } })
  await get(emulator, '/users')
  expect(() => assertReceived(emulator, 'create_user')).toThrow(
    /GET \/users -> 200\n {2}Unused faults:\n {4}fault-1, on requests of create_user: /,
  )
})
