/** Checks of a request before any operation runs: paths, methods and their order. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { idsAt, linkOf } from '../../support/page-walk.ts'

const small = (options = {}): Emulator => createEmulator({ world: 'small-school', ...options })

async function statusOf(emulator: Emulator, path: string, headers: HeadersInit = emulator.headers) {
  return (await emulator.fetch(path, { headers })).status
}

describe('the order of checks', () => {
  test('is token, limit, path, flag, syntax, scope, rules', async () => {
    const emulator = small({
      flags: { Departments: false },
      assumptions: { 'checks.order': 'default' },
    })
    const bare = { authorization: `Bearer ${emulator.mintToken({ scopes: [] })}` }
    expect(await statusOf(emulator, '/nowhere', {})).toBe(403)
    expect(await statusOf(emulator, '/departments?nonsense=1', bare)).toBe(404)
    expect(await statusOf(emulator, '/users?nonsense=1', bare)).toBe(400)
    expect(await statusOf(emulator, '/users/1', bare)).toBe(403)
    const post = (headers: HeadersInit, body: string) =>
      emulator.fetch('/users', { method: 'POST', headers, body }).then(({ status }) => status)
    expect(await post(bare, '{')).toBe(400)
    expect(await post(bare, '{}')).toBe(403)
    expect(await post(emulator.headers, '{}')).toBe(422)
  })

  test('has the scope before the syntax with the alternative', async () => {
    const emulator = small({ assumptions: { 'checks.order': 'alternative' } })
    const bare = { authorization: `Bearer ${emulator.mintToken({ scopes: [] })}` }
    expect(await statusOf(emulator, '/users?nonsense=1', bare)).toBe(403)
    expect(await statusOf(emulator, '/courses/first', bare)).toBe(403)
    expect(await statusOf(emulator, '/users?nonsense=1')).toBe(400)
    expect(await statusOf(emulator, '/courses/first')).toBe(404)
    expect(await statusOf(emulator, '/users/1')).toBe(200)
  })

  test('reads the body for the scope with the alternative', async () => {
    const emulator = small({ assumptions: { 'checks.order': 'alternative' } })
    const post = async (commentableType: string) => {
      const headers = { authorization: `Bearer ${emulator.mintToken({ scopes: ['orders:read'] })}` }
      const body = JSON.stringify({ commentable_type: commentableType })
      return (await emulator.fetch('/comments', { method: 'POST', headers, body })).status
    }
    expect([await post('Order'), await post('User')]).toEqual([422, 403])
  })

  test('has a malformed id under syntax, before the scope', async () => {
    const emulator = small({})
    const bare = { authorization: `Bearer ${emulator.mintToken({ scopes: [] })}` }
    expect(await statusOf(emulator, '/categories/first', bare)).toBe(404)
    expect(await statusOf(emulator, '/categories/1x', bare)).toBe(404)
    expect(await statusOf(emulator, '/categories/987654321', bare)).toBe(403)
  })
})

describe('a request', () => {
  test.each([
    ['Bearer TOKEN', 200],
    ['bearer TOKEN', 200],
    ['BEARER  TOKEN', 200],
    ['Bearer', 403],
    ['Bearer ', 403],
    ['BearerTOKEN', 403],
    ['Basic TOKEN', 403],
    ['TOKEN', 403],
  ])('with the authorization "%s" gets the status %i', async (authorization, status) => {
    const emulator = small()
    const headers = { authorization: authorization.replace('TOKEN', emulator.token) }
    expect(await statusOf(emulator, '/users/1', headers)).toBe(status)
  })

  test('whose body is not JSON breaks no rule, whatever the status of broken rules is', async () => {
    const alternatives = { 'body.malformed': 'alternative', 'body.rules': 'alternative' } as const
    const emulator = small({ assumptions: alternatives })
    const { headers } = emulator
    const post = (body: string) => emulator.fetch('/labels', { method: 'POST', headers, body })
    expect((await post('{')).status).toBe(422)
    expect(emulator.journal().at(-1)?.behaviours).not.toContain('body.rules')
    expect((await post('{}')).status).toBe(400)
  })

  test.each(['{', '[]', '5', 'null'])('whose body is %s is told so', async (body) => {
    const emulator = small()
    const { headers } = emulator
    const response = await emulator.fetch('/labels', { method: 'POST', headers, body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ errors: { base: ['is not a JSON object'] } })
  })

  test('can contain a moment in place of a day: the day of the moment for the tenant', async () => {
    const emulator = small()
    const { id } = emulator.given('planned_courses')
    const put = (end_date: string) => {
      const init = { method: 'PUT', headers: emulator.headers, body: JSON.stringify({ end_date }) }
      return emulator.fetch(`/planned_courses/${id}`, init).then(({ status }) => status)
    }
    expect(await put('2030-03-02T23:30:00+01:00')).toBe(200)
    expect(emulator.row('planned_courses', id)?.end_date).toBe('2030-03-02')
    expect(await put('2030-03-03T23:30:00Z')).toBe(200)
    expect(emulator.row('planned_courses', id)?.end_date).toBe('2030-03-04')
  })

  test('with an invalid body gets the reason for each field', async () => {
    const emulator = small()
    const post = async (label: object) => {
      const init = { method: 'POST', headers: emulator.headers, body: JSON.stringify(label) }
      return (await (await emulator.fetch('/labels', init)).json()).errors
    }
    expect(await post({ name: null, color: 5 })).toEqual({
      name: ['cannot be null'],
      color: ['must be a text'],
      model_type: ['is missing'],
    })
    const { behaviours } = emulator.journal({ kind: 'request' }).at(-1) ?? {}
    expect(behaviours).not.toContain('body.types')
  })

  test('to a type that no record has gets a 404', async () => {
    const emulator = small({ flags: { 'Custom objects': true } })
    expect(await statusOf(emulator, '/custom/users/associations')).toBe(200)
    expect(await statusOf(emulator, '/custom/nothing/associations')).toBe(404)
    expect(emulator.journal().at(-1)).toMatchObject({ reason: 'object_type cannot be nothing' })
  })

  test('with HEAD gets the response of GET without the body', async () => {
    const emulator = small()
    const { headers } = emulator
    const get = await emulator.fetch('/courses', { headers })
    const head = await emulator.fetch('/courses', { headers, method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
  })

  test('to an unknown path is recorded with the nearest known paths', async () => {
    const emulator = small()
    expect(await statusOf(emulator, '/user/12')).toBe(404)
    expect(await statusOf(emulator, '/%E0%A4%A')).toBe(404)
    expect(emulator.journal()[0]).toMatchObject({ kind: 'request', nearest: ['GET /users/{id}'] })
    expect(emulator.journal()[0]).not.toHaveProperty('errors')
  })

  test('accepts a boolean as 1, 0, true or false', async () => {
    const emulator = small()
    emulator.given('enrollments', { status: 'canceled' })
    const count = async (value: string): Promise<number> => {
      const path = `/enrollments?with_canceled=${value}`
      return ((await (await emulator.fetch(path, { headers: emulator.headers })).json()) as [])
        .length
    }
    expect(await count('1')).toBe(await count('true'))
    expect(await count('0')).toBe(await count('false'))
    expect(await count('1')).toBeGreaterThan(await count('0'))
    expect(await statusOf(emulator, '/enrollments?with_canceled=yes')).toBe(400)
    expect(await statusOf(emulator, '/enrollments?with_canceled=constructor')).toBe(400)
  })

  test.each(['per_page=0', 'per_page=101', 'per_page=x', 'page=0', 'cursor=abc', 'sort=name'])(
    'with ?%s is rejected with 400',
    async (query) => {
      const emulator = small()
      expect(await statusOf(emulator, `/users?${query}`)).toBe(400)
      const behaviours = emulator.journal().at(-1)?.behaviours
      expect(behaviours?.includes('query.listed')).toBe(!/per_page=\d|cursor/.test(query))
    },
  )

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'with an inherited object key, ?%s=1, is rejected',
    async (name) => {
      expect(await statusOf(small(), `/users?${name}=1`)).toBe(400)
    },
  )

  test('with a day that does not exist is rejected', async () => {
    const emulator = small()
    expect(await statusOf(emulator, '/planned_courses?start_date_from=2026-02-28')).toBe(200)
    expect(await statusOf(emulator, '/planned_courses?start_date_from=2026-02-30')).toBe(400)
  })

  test('with a text in place of a number is rejected', async () => {
    const emulator = small()
    expect(await statusOf(emulator, '/planned_courses?min_cost=10.50')).toBe(200)
    expect(await statusOf(emulator, '/planned_courses?min_cost=much')).toBe(400)
  })

  test('with the slug of a user in its path finds the user', async () => {
    const emulator = small()
    const { id, slug } = emulator.given('users')
    const response = await emulator.fetch(`/users/${slug}`, { headers: emulator.headers })
    expect([response.status, (await response.json()).id]).toEqual([200, id])
  })

  test('with a cursor of another list, or with a cursor and a page, is rejected', async () => {
    const emulator = small()
    const byId = btoa(JSON.stringify({ id: 2 }))
    expect(await statusOf(emulator, `/users?cursor=${byId}`)).toBe(200)
    expect(await statusOf(emulator, `/users?cursor=${byId}&page=1`)).toBe(400)
    expect(await statusOf(emulator, `/users?cursor=${byId}&sort=created_at`)).toBe(400)
  })

  test.each([{ id: '1' }, { id: null }, { id: 1e300 }, { id: 1.5 }, { id: 1, before: 1 }])(
    'with an invalid cursor, %j, is rejected',
    async (position) => {
      const cursor = btoa(JSON.stringify(position))
      expect(await statusOf(small(), `/users?cursor=${cursor}`)).toBe(400)
    },
  )
})

describe('a link to the next page', () => {
  test('keeps the filters and carries an opaque cursor of compact JSON', async () => {
    const emulator = createEmulator()
    const response = await emulator.fetch('/enrollments?status=active&status=confirmed', {
      headers: emulator.headers,
    })
    const rows = (await response.json()) as { id: number }[]
    const link = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
    const url = new URL(link as string)
    expect(url.searchParams.getAll('status')).toEqual(['active', 'confirmed'])
    expect(url.searchParams.get('per_page')).toBe('25')
    expect(atob(url.searchParams.get('cursor') as string)).toBe(`{"id":${rows.at(-1)?.id}}`)
  })

  test.each([
    ['query.values', 'per_page=2&page=0'],
    ['query.cursor', 'per_page=2&page=2&cursor=unreadable'],
  ])('leads to the second page if %s ignores a parameter', async (assumption, query) => {
    const emulator = small({ assumptions: { [assumption]: 'alternative' } })
    const [firstIds, first] = await idsAt(emulator, `/users?${query}`)
    const [secondIds] = await idsAt(emulator, linkOf(first, 'next') as string)
    expect([firstIds, secondIds]).toEqual([
      [1, 2],
      [3, 4],
    ])
  })
})

test.each(['/api/v2/users', '/api/v10/users', '/zzz/yy/users', '/users', '/users?page=1&sort=id'])(
  '%s is outside this API',
  async (path) => {
    const emulator = small()
    const { href } = new URL(path, emulator.baseUrl)
    for (const sent of [href, `${href}#top`]) {
      expect(await statusOf(emulator, sent)).toBe(404)
      expect(emulator.journal({ kind: 'request' }).at(-1)?.path).toBe(href)
    }
  },
)

test('an empty body has no fields, and is not malformed', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const { headers } = emulator
  const response = await emulator.fetch('/users', { method: 'POST', headers, body: '' })
  expect(response.status).toBe(422)
  const { errors } = (await response.json()) as { errors: object }
  expect(errors).toHaveProperty('first_name')
  expect(errors).not.toHaveProperty('base')
})

test('an invalid date in a query is refused', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const { headers } = emulator
  const statusOf = async (day: string): Promise<number> =>
    (await emulator.fetch(`/planned_courses?start_date_from=${day}`, { headers })).status
  expect(await statusOf('2026-03-02')).toBe(200)
  expect(await statusOf('2026-13-02')).toBe(400)
  expect(await statusOf('soon')).toBe(400)
})

test('with the alternative of flag.field, a field whose flag is off is accepted and not stored', async () => {
  const emulator = createEmulator({
    world: 'empty',
    flags: { 'Course edition external link': false },
    assumptions: { 'flag.field': 'alternative' },
  })
  const { id } = emulator.given('planned_courses')
  const { headers } = emulator
  const body = JSON.stringify({ external_link: 'https://school.test/law' })
  const response = await emulator.fetch(`/planned_courses/${id}`, { method: 'PUT', headers, body })
  expect(response.status).toBe(200)
  emulator.flags({ 'Course edition external link': true })
  const [{ external_link } = { external_link: '' }] = emulator.rows('planned_courses', { id })
  expect(external_link).not.toBe('https://school.test/law')
})

test('the reason names another emulator if the token has its key', async () => {
  const [mine, other] = ['mine', 'other'].map((instanceKey) =>
    createEmulator({ world: 'empty', instanceKey }),
  )
  await mine?.fetch('/users', { headers: other?.headers ?? {} })
  await mine?.fetch('/users', { headers: { authorization: 'Bearer mine~unknown' } })
  expect(mine?.transcript()).toContain(
    'the token is of another emulator, with the key "other": send `emulator.headers`',
  )
  expect(mine?.transcript()).toContain(
    'the token is unknown, its owner was deleted, or a reset removed it',
  )
})
