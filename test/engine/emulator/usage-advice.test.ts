/** The rules of advice: each with calls that it finds and calls that it does not find. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createEmulator, type Emulator } from '../../../src/index.ts'
import { adviceRules } from '../../../src/engine/kit/usage/advice.ts'

const get = (emulator: Emulator, path: string): Promise<Response> =>
  emulator.fetch(path, { headers: emulator.headers })

const adviceOf = (emulator: Emulator) =>
  emulator.usage().advice.map(({ id, operation, calls, text }) => ({ id, operation, calls, text }))

async function walk(emulator: Emulator, path: string): Promise<void> {
  let next: string | undefined = path
  while (next !== undefined) {
    const response = await get(emulator, next)
    next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
}

function emulatorWithUsers(count: number): Emulator {
  const emulator = createEmulator({ world: 'empty' })
  emulator.given('users', count)
  return emulator
}

test('each rule has its own id, which the guide explains', () => {
  const guide = readFileSync('docs/guides/usage.md', 'utf8')
  for (const { id } of adviceRules) expect(guide).toContain(`| \`${id}\``)
  expect(adviceRules.map(({ id }) => id)).toEqual([
    'n-plus-one',
    'list-per-record',
    'small-pages',
    'repeated-reads',
    'polling',
    'complete-walks',
  ])
})

test('n-plus-one: reads by id after a page with the same records', async () => {
  const emulator = emulatorWithUsers(15)
  await get(emulator, '/users?per_page=100')
  const ids = emulator.rows('users').map(({ id }) => id)
  for (const id of ids.slice(0, 12)) await get(emulator, `/users/${id}`)
  expect(adviceOf(emulator)).toEqual([
    {
      id: 'n-plus-one',
      operation: 'get_user_by_id',
      calls: 12,
      text: 'get_user_by_id 12 times: pages of get_users contained 12 of these records, so use the records of the pages.',
    },
  ])
  const [advice] = emulator.usage().advice
  const evidence = advice!.evidence.map((number) =>
    emulator.journal().find((e) => e.number === number),
  )
  expect(evidence).toHaveLength(5)
  expect(evidence).toEqual(Array(5).fill(expect.objectContaining({ operation: 'get_user_by_id' })))
})

test('n-plus-one: names the list, and its filter by id if it has one', async () => {
  const emulator = emulatorWithUsers(12)
  const labels = emulator.given('labels', 12)
  for (const { id } of labels) await get(emulator, `/labels/${id}`)
  for (const { id } of emulator.rows('users').slice(0, 11)) await get(emulator, `/users/${id}`)
  expect(adviceOf(emulator).map(({ text }) => text)).toEqual([
    'get_label_by_id 12 times: get_labels has the filter id, for up to 100 records in one call.',
    'get_user_by_id 11 times: get_users returns up to 100 records in one call.',
  ])
})

test('n-plus-one: a list with a part of the fields does not contain the records', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const locations = emulator.given('meeting_locations', 12)
  await get(emulator, '/planning/locations?per_page=100')
  for (const { id } of locations) await get(emulator, `/meeting_locations/${id}`)
  expect(adviceOf(emulator).map(({ text }) => text)).toEqual([
    'get_meeting_location_by_id 12 times: get_meeting_locations returns up to 100 records in one call.',
  ])
})

test('n-plus-one: not for a few reads, and not for the same record', async () => {
  const emulator = emulatorWithUsers(12)
  for (const { id } of emulator.rows('users').slice(0, 9)) await get(emulator, `/users/${id}`)
  for (let i = 0; i < 20; i += 1) await get(emulator, '/users/1')
  expect(adviceOf(emulator).map(({ id }) => id)).toEqual(['repeated-reads'])
})

test('n-plus-one: not for records that changed since their page was read', async () => {
  const emulator = emulatorWithUsers(12)
  await get(emulator, '/users?per_page=100')
  await emulator.advance('1h')
  for (const { id } of emulator.rows('users')) {
    emulator.act.updateUser({ user: id, first_name: 'New' })
    await get(emulator, `/users/${id}`)
  }
  expect(adviceOf(emulator)).toEqual([])
})

test('n-plus-one: not for the one record that each delivery is about', async () => {
  const emulator = emulatorWithUsers(12)
  emulator.receiver({
    url: 'https://app.test/hooks',
    async answer(request) {
      const {
        event_data: { id },
      } = (await request.json()) as { event_data: { id: number } }
      return (await get(emulator, `/users/${id}`)).status
    },
  })
  for (const { id } of emulator.rows('users'))
    emulator.act.updateUser({ user: id, first_name: 'New' })
  await emulator.settle()
  expect(emulator.usage().operations).toMatchObject([{ calls: 13, statuses: { 200: 13 } }])
  expect(adviceOf(emulator)).toEqual([])
})

test('complete-walks: counts no page twice when a client retries or reads pages at once', async () => {
  const emulator = emulatorWithUsers(12)
  for (const page of [1, 2, 2, 2, 2, 3, 3, 3, 3])
    await get(emulator, `/users?per_page=5&page=${page}`)
  expect(adviceOf(emulator).filter(({ id }) => id === 'complete-walks')).toEqual([])
  for (const page of [1, 2, 3, 3, 2]) await get(emulator, `/users?per_page=5&page=${page}`)
  expect(adviceOf(emulator).map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/^get_users 6 times for 2 walks over all pages/),
  )
})

function emulatorWithEnrollments(count: number) {
  const emulator = createEmulator({ world: 'empty' })
  const students = emulator.given('users', count)
  const course = emulator.given('planned_courses')
  for (const { id } of students)
    emulator.given('enrollments', { student_id: id, planned_course_id: course })
  return { emulator, ids: students.map(({ id }) => id) }
}

test('list-per-record: the same list with another value of one filter', async () => {
  const { emulator, ids } = emulatorWithEnrollments(40)
  for (const id of ids) await get(emulator, `/enrollments?student_id=${id}`)
  expect(adviceOf(emulator)).toEqual([
    {
      id: 'list-per-record',
      operation: 'get_enrollments',
      calls: 40,
      text: 'get_enrollments 40 times, each with another student_id: read the list once without the filter, which needs 1 call with per_page=100.',
    },
  ])
  const [advice] = emulator.usage().advice
  expect(advice?.evidence).toHaveLength(5)
})

test('list-per-record: not for a few lists, and not if the whole list needs more calls', async () => {
  const { emulator, ids } = emulatorWithEnrollments(12)
  for (const id of ids.slice(0, 9)) await get(emulator, `/enrollments?student_id=${id}`)
  expect(adviceOf(emulator)).toEqual([])
  const large = emulatorWithUsers(1_201)
  for (const id of ids) await get(large, `/users?key_contact_user_id=${id}`)
  expect(adviceOf(large)).toEqual([])
})

test('list-per-record: not for lists that a client reads after an event', async () => {
  const { emulator, ids } = emulatorWithEnrollments(15)
  for (const id of ids) {
    emulator.act.updateUser({ user: id, first_name: 'New' })
    await get(emulator, `/enrollments?student_id=${id}`)
  }
  for (const { id, student_id } of emulator.rows('enrollments')) {
    emulator.act.cancelEnrollment({ enrollment: id })
    await get(emulator, `/enrollments?student_id=${student_id}&per_page=100`)
  }
  expect(adviceOf(emulator)).toEqual([])
})

test('small-pages: a walk with fewer than 100 records in a page', async () => {
  const emulator = emulatorWithUsers(60)
  await walk(emulator, '/users?per_page=10')
  expect(adviceOf(emulator)).toEqual([
    {
      id: 'small-pages',
      operation: 'get_users',
      calls: 7,
      text: 'get_users 7 times for pages of fewer than 100 records: per_page=100 needs 1 call.',
    },
  ])
})

test('small-pages: not for a walk with 100 records, and not for a list with one page', async () => {
  const emulator = emulatorWithUsers(130)
  await walk(emulator, '/users?per_page=100')
  await walk(emulator, '/labels')
  expect(adviceOf(emulator)).toEqual([])
})

test('small-pages: not for pages of items that are not records', async () => {
  const emulator = createEmulator({ world: 'small-school' })
  await walk(emulator, '/organization_orders?per_page=1')
  expect(emulator.usage().operations).toMatchObject([{ pageSizes: { 1: expect.any(Number) } }])
  expect(adviceOf(emulator)).toEqual([])
})

test('repeated-reads: the same path while nothing changed', async () => {
  const emulator = emulatorWithUsers(3)
  for (let i = 0; i < 4; i += 1) await get(emulator, '/users/1')
  expect(adviceOf(emulator)).toEqual([
    {
      id: 'repeated-reads',
      operation: 'get_user_by_id',
      calls: 3,
      text: 'get_user_by_id 3 times again with the same path, while no row of users changed: keep the first response.',
    },
  ])
})

test('repeated-reads: not for a later page of a walk, which a client can read twice', async () => {
  const emulator = emulatorWithUsers(101)
  for (let i = 0; i < 5; i += 1) await get(emulator, '/users?page=2')
  expect(adviceOf(emulator)).toEqual([])
})

test('repeated-reads: not after a change of the table, not for another client, not for a few', async () => {
  const emulator = emulatorWithUsers(3)
  for (let i = 0; i < 8; i += 1) {
    await get(emulator, '/users/1')
    const body = JSON.stringify({ first_name: `Mia ${i}` })
    await emulator.fetch('/users/1', { method: 'PUT', headers: emulator.headers, body })
  }
  for (let i = 0; i < 8; i += 1) {
    const authorization = `Bearer ${emulator.mintToken()}`
    await emulator.fetch('/users/2', { headers: { authorization } })
  }
  for (let i = 0; i < 3; i += 1) await get(emulator, '/users/3')
  expect(adviceOf(emulator)).toEqual([])
})

test('polling: the same path again and again, where an event tells of changes', async () => {
  const emulator = emulatorWithUsers(3)
  for (let i = 0; i < 5; i += 1) {
    await get(emulator, '/users?role=teacher')
    await emulator.advance('5m')
  }
  expect(adviceOf(emulator)).toEqual([
    {
      id: 'polling',
      operation: 'get_users',
      calls: 4,
      text: 'get_users 4 times again with the same path after some time: the event user.updated tells when to read.',
    },
  ])
})

test('polling: not for a few reads, and not for a resource without events', async () => {
  const emulator = createEmulator()
  for (let i = 0; i < 6; i += 1) {
    await get(emulator, '/departments')
    if (i < 3) await get(emulator, '/users')
    await emulator.advance('5m')
  }
  expect(adviceOf(emulator)).toEqual([])
})

test('complete-walks: all pages again and again, where a filter or an event is enough', async () => {
  const emulator = emulatorWithUsers(120)
  emulator.given('orders', 101)
  for (let i = 0; i < 3; i += 1) {
    await walk(emulator, '/users?per_page=100')
    await walk(emulator, '/orders?per_page=100')
    await emulator.advance('1d')
  }
  expect(adviceOf(emulator)).toEqual([
    {
      id: 'complete-walks',
      operation: 'get_users',
      calls: 6,
      text: 'get_users 6 times for 3 walks over all pages: the event user.updated names the changed record.',
    },
    {
      id: 'complete-walks',
      operation: 'get_orders',
      calls: 6,
      text: 'get_orders 6 times for 3 walks over all pages: the filter created_at_after leaves out older records.',
    },
  ])
})

test('complete-walks: not for one walk, and not for a walk that stops early', async () => {
  const emulator = emulatorWithUsers(250)
  await walk(emulator, '/users?per_page=100')
  for (let i = 0; i < 4; i += 1) {
    await emulator.advance('1h')
    await get(emulator, '/users?per_page=100&sort=created_at:desc')
  }
  expect(adviceOf(emulator).map(({ id }) => id)).toEqual(['polling'])
})
