/** Emulator methods for test setup: given, act, rows, tokens, snapshots, forks. */
import {
  createEmulator,
  type Emulator,
  EmulatorError,
  type ResourceName,
} from 'course-admin-emulator'
import { assertRow } from 'course-admin-emulator/node'
import { setupServer } from 'msw/node'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'

const empty = (options = {}) => createEmulator({ world: 'empty', ...options })

describe('given', () => {
  test('generates missing values and parents, and emits no event', () => {
    const emulator = empty()
    const enrollment = emulator.given('enrollments', { status: 'active' })
    const planned = emulator.row('planned_courses', enrollment.planned_course_id)
    expect(emulator.row('users', enrollment.student_id)).toBeDefined()
    expect(planned?.status).toBe('active')
    expect(emulator.row('courses', planned?.course_id as number)).toBeDefined()
    expect(emulator.journal()).toEqual([])
  })

  test.each([
    ['confirmed', 'planned'],
    ['active', 'active'],
    ['completed', 'completed'],
  ] as const)('gives a %s enrollment matching dates', (status, course) => {
    const emulator = empty()
    const today = '2026-01-05'
    const { start_date, end_date, planned_course_id } = emulator.given('enrollments', { status })
    expect(emulator.row('planned_courses', planned_course_id)?.status).toBe(course)
    expect(start_date > today).toBe(status === 'confirmed')
    expect((end_date as string) < today).toBe(status === 'completed')
  })

  test('creates the requested number of records with the given parents', () => {
    const emulator = empty()
    const course = emulator.given('courses')
    const [one, two] = emulator.given('planned_courses', 2, { course_id: course.id })
    expect([one.course_id, two.course_id]).toEqual([course.id, course.id])
    expect(one.id).not.toBe(two.id)
    expect(emulator.rows('catalog_variants')).toHaveLength(2)
  })

  test('accepts a record in place of its id, and rejects one of another resource', () => {
    const emulator = empty()
    const [mia, label, course] = [
      emulator.given('users'),
      emulator.given('labels'),
      emulator.given('courses'),
    ]
    const enrollment = emulator.given('enrollments', { student_id: mia })
    expect(enrollment.student_id).toBe(mia.id)
    expect(emulator.rows('enrollments', { student_id: mia })).toEqual([enrollment])
    assertRow(emulator, 'enrollments', { student_id: mia, times: 1 })
    const account = { label_ids: [label], personal_user_id: null }
    expect(emulator.given('accounts', account).label_ids).toEqual([label.id])
    const comment = { commentable_type: 'User', commentable_id: mia } as const
    expect(emulator.given('comments', comment).commentable_id).toBe(mia.id)
    const tom = emulator.act.create('enrollments', { student_id: emulator.given('users') })
    expect(emulator.act.update('enrollments', tom, { student_id: mia }).student_id).toBe(mia.id)

    const before = emulator.rows('enrollments')
    const wrong = { student_id: course as never }
    const reason = '`student_id` is a record of courses'
    const advice = 'Give a record of users, or its id.'
    for (const [work, action] of [
      [() => emulator.given('enrollments', wrong), 'create enrollments'],
      [() => emulator.rows('enrollments', wrong), 'find enrollments'],
      [() => emulator.act.create('enrollments', wrong), 'create enrollments'],
    ] as const) {
      expect(work).toThrow(new EmulatorError('', { action, reason, advice }).message)
    }
    expect(() =>
      emulator.given('comments', { ...comment, commentable_id: course as never }),
    ).toThrow('`commentable_id` is a record of courses')
    expect(emulator.rows('enrollments')).toEqual(before)
  })

  test('creates the same records from the same seed, regardless of other records', () => {
    const [one, other] = [empty({ seed: 5 }), empty({ seed: 5 })]
    other.given('courses', 3)
    expect(other.given('users')).toEqual(one.given('users'))
    expect(empty({ seed: 6 }).given('users').last_name).not.toBe(one.row('users', 2)?.last_name)
  })

  test.each([
    ['enrolments', {}, 'there is no resource "enrolments". Did you mean "enrollments"?'],
    ['users', { frist_name: 'Mia' }, 'Did you mean "first_name"?'],
    ['enrollments', { status: 'aktive' }, 'status must be one of confirmed, active'],
    ['enrollments', { student_id: 4711 }, 'student_id 4711 does not exist'],
    ['accounts', { users_count: 3 }, 'users_count is computed from other records'],
    [
      'users',
      { external_identity: { principal_id: 'pid-1' } },
      'external_identity is computed from principal_id. Give principal_id instead.',
    ],
    ['users', { email: 'admin' }, 'email must be an email address'],
  ])('rejects %s %j with the reason', (resource, values, why) => {
    const emulator = empty()
    expect(() => emulator.given(resource as 'users', values as object)).toThrow(EmulatorError)
    expect(() => emulator.given(resource as 'users', values as object)).toThrow(why)
    expect(emulator.rows('enrollments')).toEqual([])
  })

  test('rejects a value that another row has, and creates nothing', () => {
    const emulator = empty()
    const { email } = emulator.given('users')
    expect(() => emulator.given('users', 2, { email })).toThrow('email has already been taken')
    expect(emulator.rows('users')).toHaveLength(2)
  })
})

test('a response names its URL, without a fragment', async () => {
  const { baseUrl, fetch, headers } = empty()
  const urlOf = async (input: string | URL | Request): Promise<string> =>
    (await fetch(input, { headers })).url
  expect(await urlOf('/users?per_page=2#top')).toBe(`${baseUrl}/users?per_page=2`)
  expect(await urlOf(new URL(`${baseUrl}/users`))).toBe(`${baseUrl}/users`)
  expect(await urlOf(new Request(`${baseUrl}/nowhere`))).toBe(`${baseUrl}/nowhere`)
})

describe('acts', () => {
  test('accept records or ids, and return the changed record', () => {
    const emulator = empty()
    const [mia, double] = emulator.given('users', 2)
    expect(emulator.act.mergeUsers({ primary: mia, secondary: double.id })).toEqual(mia)
    expect(emulator.row('users', double.id)).toBeUndefined()
  })

  test('that are not possible state the reason', () => {
    const emulator = empty()
    const mia = emulator.given('users')
    const merge = (input: object) => () => emulator.act.mergeUsers(input as never)
    expect(merge({ primary: mia, secondary: mia })).toThrow('is the primary user')
    expect(merge({ primary: mia, secondary: 4711 })).toThrow('secondary does not exist')
    expect(merge({ primary: mia })).toThrow(
      'Could not merge users: secondary is missing. Give secondary.',
    )
    expect(merge({ primary: mia, secondry: 2 })).toThrow('Did you mean "secondary"?')
  })

  test('deleting a user keeps its references and revokes its tokens', async () => {
    const emulator = empty()
    const user = emulator.given('users')
    const enrollment = emulator.given('enrollments', { student_id: user.id })
    const authorization = `Bearer ${emulator.mintToken({ user })}`
    const status = async (path: string, headers: HeadersInit = emulator.headers) =>
      (await emulator.fetch(path, { headers })).status
    expect(await status('/courses', { authorization })).toBe(200)
    emulator.act.deleteUser({ user: user })
    expect(await status(`/users/${user.id}`)).toBe(404)
    expect(await status(`/enrollments/${enrollment.id}`)).toBe(200)
    expect(await status('/courses', { authorization })).toBe(403)
    expect(emulator.journal().filter(({ kind }) => kind === 'event')).toMatchObject([
      { event: 'user.deleted' },
    ])
  })
})

describe('snapshot, restore, reset and fork', () => {
  test('restore rows, time, flags and tokens', async () => {
    const emulator = empty()
    const { id } = emulator.given('users')
    const token = emulator.mintToken()
    const before = emulator.snapshot()
    emulator.act.deleteUser({ user: id })
    emulator.flags({ Programs: false })
    await emulator.advance('1d')
    emulator.restore(before)
    expect(before.at).toBe(emulator.now().toISOString())
    expect(emulator.row('users', id)).toBeDefined()
    expect(emulator.flags().Programs).toBe(true)

    emulator.reset()
    expect(emulator.row('users', id)).toBeUndefined()
    expect(emulator.journal()).toEqual([])
    const headers = { authorization: `Bearer ${token}` }
    expect((await emulator.fetch('/courses', { headers })).status).toBe(403)
    expect((await emulator.fetch('/courses', { headers: emulator.headers })).status).toBe(200)
  })

  test('share no mutable state', async () => {
    const emulator = empty()
    const { id } = emulator.given('users')
    const fork = emulator.fork()
    fork.act.deleteUser({ user: id })
    fork.flags({ Programs: false })
    await fork.advance('1d')
    expect(emulator.row('users', id)).toBeDefined()
    expect(emulator.flags().Programs).toBe(true)
    expect(emulator.now().toISOString()).toBe('2026-01-05T09:00:00.000Z')
    expect(emulator.given('users').id).toBe(fork.given('users').id)
  })
})

test('rows finds a record by each of its values, and refuses lists and objects', () => {
  const emulator = createEmulator({ world: 'small-school' })
  const { catalog, store } = contextOf(emulator)
  for (const resource of catalog.resources.keys() as Iterable<ResourceName>) {
    const [row] = store.scan(resource)
    for (const { name } of row ? catalog.columns(resource) : []) {
      const value = row?.[name]
      const find = (of: unknown): unknown[] => emulator.rows(resource, { [name]: of })
      if (typeof value === 'object' && value !== null) expect(() => find(value)).toThrow('a filter')
      else expect(find(value)).toContainEqual(emulator.row(resource, row?.['id'] as never))
      expect(() => find([value])).toThrow(EmulatorError)
    }
  }
})

test('rows refuses a computed field, which no record stores', () => {
  const emulator = empty()
  const rowsWith = (resource: 'users' | 'accounts', where: object) => () =>
    emulator.rows(resource, where)
  expect(rowsWith('users', { external_identity: { principal_id: 'pid-1' } })).toThrow(
    'Could not find users: external_identity is computed from principal_id. Give principal_id instead.',
  )
  expect(rowsWith('accounts', { users_count: 3 })).toThrow(
    'users_count is computed from other records. Give a function: rows("accounts", (record) => …).',
  )
})

describe('tokens', () => {
  test('have the requested scopes and no others', async () => {
    const emulator = empty()
    const headers = { authorization: `Bearer ${emulator.mintToken({ scopes: ['courses:read'] })}` }
    expect((await emulator.fetch('/courses', { headers })).status).toBe(200)
    expect((await emulator.fetch('/users', { headers })).status).toBe(403)
    expect(() => emulator.mintToken({ scopes: ['corses:read' as never] })).toThrow('"courses:read"')
    expect(() => emulator.mintToken({ user: 4711 })).toThrow('there is no user 4711')
    emulator.act.mergeUsers({ primary: emulator.given('users'), secondary: 1 })
    expect(() => emulator.mintToken({ scopes: [] })).toThrow(
      'Could not mint a token: the administrator, user 1, does not exist any more. Name the owner',
    )
  })
})

describe('invalid options', () => {
  test.each([
    [{ world: 'smal-school' }, 'Did you mean "small-school"?'],
    [{ seed: 1.5 }, '`seed` is not a whole number: 1.5'],
    [{ baseUrl: 'nowhere' }, 'is not an HTTP URL'],
    [{ start: 'yesterday' }, 'is not a valid date'],
    [{ flags: { Progams: false } }, 'Did you mean "Programs"?'],
    [{ assumptions: { 'enrollment.cancel.form': 'alternative' } }, '"enrollment.cancel.from"'],
    [{ instanceKey: 'a b' }, 'is not valid'],
  ])('%j is refused', (options, why) => {
    expect(() => createEmulator(options as object)).toThrow(why)
  })

  test('invalid durations and times are rejected', async () => {
    const emulator = empty()
    await expect(emulator.advance('soon')).rejects.toThrow('"soon" is not a valid duration')
    await expect(emulator.advance({ to: '2020-01-01' })).rejects.toThrow('is before')
    const url = 'https://app.test/hooks'
    expect(() => emulator.receiver({ url, events: ['user.merge' as never] })).toThrow(
      '"user.merged"',
    )
  })
})

test('a spread of an emulator has its own properties and no method', () => {
  const spread = { ...createEmulator({ world: 'empty' }) }
  expect(Object.keys(spread).sort()).toEqual(['baseUrl', 'headers', 'token'])
})

describe('a closed emulator', () => {
  test('refuses requests like a closed server, and keeps its records and its journal', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const server = setupServer(...emulator.handlers)
    server.listen()
    try {
      emulator.close()
      const late = emulator.fetch('/users', { headers: emulator.headers })
      await expect(late).rejects.toMatchObject({
        message: 'fetch failed',
        cause: { code: 'ERR_EMULATOR_CLOSED', message: expect.stringContaining('is closed') },
      })
      await expect(fetch(`${emulator.baseUrl}/users`)).rejects.toThrow(TypeError)
    } finally {
      server.close()
    }
    expect(emulator.rows('users')).toHaveLength(1)
    expect(emulator.journal()).toEqual([])
  })

  test('leaves its forks open', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const fork = emulator.fork()
    emulator.close()
    expect((await fork.fetch('/users', { headers: fork.headers })).status).toBe(200)
  })
})

describe('the clock in a receiver', () => {
  const url = 'https://app.test/hooks'

  test.each([
    ['settle', (emulator: Emulator) => emulator.settle()],
    ['advance the clock', (emulator: Emulator) => emulator.advance('1m')],
  ])('cannot %s before the receiver has answered', async (action, wait) => {
    const emulator = createEmulator({ world: 'empty' })
    const errors: unknown[] = []
    emulator.receiver({
      url,
      async answer() {
        await wait(emulator).catch((error: unknown) => errors.push(error))
        return new Response(null, { status: 204 })
      },
    })
    emulator.act.deleteUser({ user: emulator.given('users') })
    await emulator.settle()
    expect(errors).toMatchObject([
      { code: 'nested_advance', message: expect.stringContaining(action) },
    ])
    expect(emulator.transcript()).not.toContain('under way')
    expect(emulator.rows('webhook_notifications')).toMatchObject([{ status: 'succeeded' }])
  })

  test('may settle in work that the receiver leaves behind', async () => {
    const emulator = createEmulator({ world: 'empty' })
    let resolve = (): void => undefined
    const answered = new Promise<void>((done) => (resolve = done))
    let work: Promise<unknown> = Promise.resolve()
    emulator.receiver({
      url,
      answer() {
        work = answered.then(() => emulator.settle())
        return new Response(null, { status: 204 })
      },
    })
    emulator.act.deleteUser({ user: emulator.given('users') })
    await emulator.settle()
    resolve()
    expect(await work).toEqual({ now: '2026-01-05T09:00:00.000Z', ran: 0 })
  })
})
