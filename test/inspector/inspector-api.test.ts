/** The API of the inspector: rows, journal summaries, snapshots and tokens. */
import { request } from 'node:http'
import { type EmulatorServer, startServer } from 'course-admin-emulator/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let server: EmulatorServer
beforeEach(async () => {
  server = await startServer({ port: 0, world: 'small-school', clock: 'virtual' })
})
afterEach(() => server.close())

/** The type of parsed JSON: the assertions check its shape. */
type Loose = ReturnType<typeof JSON.parse>

async function control<T = Loose>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${server.url}/_emulator/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as T
}

const call = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(server.baseUrl + path, {
    ...init,
    headers: { ...server.emulator.headers, 'content-type': 'application/json' },
  })

describe('tables', () => {
  test('have names, counts and the targets of references; tokens are not a table', async () => {
    const tables = await control('GET', 'tables')
    const enrollments = tables.find(({ name }: { name: string }) => name === 'enrollments')
    expect(enrollments.count).toBe(server.emulator.rows('enrollments').length)
    expect(enrollments.columns).toContainEqual(
      expect.objectContaining({ name: 'student_id', to: 'users' }),
    )
    expect(JSON.stringify(tables)).not.toMatch(/api_keys|"secret"/)
  })

  test('are read page by page, to the end, in both orders', async () => {
    server.emulator.given('users', 120)
    const ids: number[] = []
    for (let after = ''; ;) {
      const page = await control('GET', `tables/users?limit=50${after}`)
      ids.push(...page.rows.map(({ id }: { id: number }) => id))
      if (page.next === null) break
      after = `&after=${page.next}`
    }
    expect(ids).toEqual(server.emulator.rows('users').map(({ id }) => id))
    const newest = await control('GET', 'tables/users?limit=3&order=desc')
    expect(newest.rows.map(({ id }: { id: number }) => id)).toEqual(ids.slice(-3).reverse())
  })

  test('are searched by every word, a bounded number of rows at a time', async () => {
    const count: number = 10_050
    server.emulator.given('users', count)
    const wanted = server.emulator.given('users', { first_name: 'Zebedee', last_name: 'Quist' })
    const first = await control('GET', 'tables/users?search=quist%20zebe')
    expect([first.rows, first.lookedAt]).toEqual([[], 10_000])
    const second = await control('GET', `tables/users?search=quist%20zebe&after=${first.next}`)
    expect(second.rows).toMatchObject([{ id: wanted.id }])
    expect(second.next).toBeNull()
  })

  test('are filtered by a reference, also by a polymorphic one', async () => {
    const [mia, tom] = server.emulator.given('users', 2)
    const own = server.emulator.given('enrollments', 3, { student_id: mia.id })
    server.emulator.given('enrollments', { student_id: tom.id })
    const narrowed = await control(
      'GET',
      `tables/enrollments?field=student_id&id=${mia.id}&limit=2`,
    )
    expect(narrowed.rows).toHaveLength(2)
    const rest = await control(
      'GET',
      `tables/enrollments?field=student_id&id=${mia.id}&after=${narrowed.next}`,
    )
    expect([...narrowed.rows, ...rest.rows].map(({ id }) => id)).toEqual(own.map(({ id }) => id))
    expect(narrowed.names).toHaveProperty([`users ${mia.id}`])
    const comment = server.emulator.given('comments', {
      commentable_type: 'User',
      commentable_id: tom.id,
    })
    const query = `field=commentable_id&table=users&id=${tom.id}`
    expect((await control('GET', `tables/comments?${query}`)).rows).toMatchObject([
      { id: comment.id },
    ])
  })

  test('link a row to others and back', async () => {
    const mia = server.emulator.given('users', { first_name: 'Mia', last_name: 'Berg' })
    const enrollment = server.emulator.given('enrollments', { student_id: mia.id })
    const row = await control('GET', `rows/enrollments/${enrollment.id}`)
    expect(row.targets.student_id).toEqual([{ table: 'users', id: mia.id }])
    expect(row.names[`users ${mia.id}`]).toBe('Mia Berg')
    expect(row.record).toEqual(server.emulator.row('enrollments', enrollment.id))
    const back = await control('GET', `rows/users/${mia.id}`)
    expect(back.label).toBe('Mia Berg')
    expect(back.referrers).toContainEqual(
      expect.objectContaining({ table: 'enrollments', field: 'student_id', count: 1 }),
    )
  })

  test('show deleted rows with their last values, while the journal has them', async () => {
    const mia = server.emulator.given('users', { first_name: 'Mia', last_name: 'Berg' })
    server.emulator.act.deleteUser({ user: mia })
    const deleted = await control('GET', `deleted-rows/users/${mia.id}`)
    expect(deleted).toMatchObject({ label: 'Mia Berg', number: 2, at: '2026-01-05T09:00:00.000Z' })
    expect(deleted.row).toMatchObject({ id: mia.id, first_name: 'Mia' })
    expect(deleted.row).not.toHaveProperty('principal_id')
    expect(server.emulator.journal({ kind: 'change' })[0]).not.toHaveProperty('was')
    expect((await control('GET', 'deleted-rows/users/4711')).error.message).toBe(
      'There is no row 4711 in users, and the journal does not record its deletion.',
    )
  })

  test.each([
    ['tables/usres', 'Did you mean "users"?'],
    ['tables/users?field=first_name&id=1', 'find the reference "first_name": the name is unknown'],
    ['tables/users?limit=0', '"limit" is not a whole number from 1 to 500'],
    ['rows/users/4711', 'There is no row 4711 in users.'],
  ])('%s is rejected with a clear message', async (path, line) => {
    const { error } = await control('GET', path)
    expect(error.message).toContain(line)
  })
})

describe('the journal', () => {
  test('is summarized, and shown in detail with causes, effects and behaviours', async () => {
    const hook = server.emulator.receiver({ url: 'https://app.test/hooks', answer: 500 })
    server.emulator.act.deleteUser({ user: 4 })
    await server.emulator.settle()
    const { entries, last } = await control('GET', 'story-lines')
    expect(last).toBe(entries.length)
    expect(entries.map(({ track, severity, title }: Loose) => [track, severity, title])).toEqual(
      expect.arrayContaining([
        ['acts', 'plain', 'delete user'],
        ['events', 'plain', 'user.deleted'],
        ['deliveries', 'plain', 'user.deleted #1'],
        ['deliveries', 'failed', 'user.deleted #1: answer'],
      ]),
    )
    const attempt = entries.find(({ kind }: Loose) => kind === 'attempt')
    expect(attempt.webhook).toBe(hook.webhook)
    const whole = await control('GET', `entries/${attempt.number}`)
    expect(whole.causes.map(({ kind }: Loose) => kind)).toEqual(['act', 'event'])
    expect(whole.effects.map(({ outcome }: Loose) => outcome)).toEqual(['500'])
    expect(whole.entry).toMatchObject({
      why: expect.stringContaining('Not delivered: the endpoint answered 500 to attempt 1'),
      request: { method: 'POST', url: 'https://app.test/hooks' },
      response: { status: 500 },
    })
    expect(whole.behaviours['webhook.signature']).toHaveProperty('reason')
  })

  test('states why a notification was not sent, in the sentences of the transcript', async () => {
    const { emulator } = server
    emulator.receiver({ url: 'https://app.test/hooks', answer: 200 })
    emulator.fault({ event: 'user.deleted', with: { drop: true } })
    emulator.act.deleteUser({ user: 4 })
    await emulator.settle()
    const sentence = 'user.deleted, to https://app.test/hooks: a fault drops it'
    expect(emulator.transcript({ kind: 'drop' })).toContain(sentence)
    const { entries } = await control('GET', 'story-lines')
    const dropped = entries.find(({ kind }: Loose) => kind === 'drop')
    expect(dropped).toMatchObject({
      title: 'user.deleted',
      outcome: 'not sent',
      track: 'deliveries',
      severity: 'fault',
    })
  })

  test('shows a rejected act with the reason', async () => {
    await control('POST', 'acts/delete_user', { id: 4711 })
    const { entries } = await control('GET', 'story-lines')
    expect(entries).toMatchObject([
      { track: 'acts', severity: 'refused', title: 'delete user', outcome: 'refused' },
    ])
  })

  test('is read up to a given entry', async () => {
    for (const id of [1, 2, 3]) await call(`/users/${id}`)
    const page = await control('GET', 'story-lines?before=3&limit=1')
    expect(page.entries).toMatchObject([{ number: 2, title: 'GET /users/2', outcome: '200' }])
    expect((await control('GET', 'entries/99')).error.message).toBe(
      'There is no entry 99: the journal holds 1 to 3.',
    )
  })

  test('contains no token, wherever one was sent', async () => {
    const minted = server.emulator.mintToken()
    const body = JSON.stringify({ first_name: minted })
    await call(`/users?key=${server.token}`, {})
    await call('/users', { method: 'POST', body })
    for (const path of ['journal', 'transcript', 'story', 'story-lines', 'entries/1', 'tokens']) {
      const text = await (await fetch(`${server.url}/_emulator/${path}`)).text()
      expect(text).not.toContain(server.token)
      expect(text).not.toContain(minted)
      expect(text).toContain('…')
    }
  })
})

describe('snapshots', () => {
  test('are named, listed, compared and deleted', async () => {
    const { id } = await control('POST', 'snapshots', { name: 'before the merge' })
    expect(await control('GET', 'snapshots')).toMatchObject([{ id, name: 'before the merge' }])
    expect((await control('GET', `compare?before=${id}`)).tables).toEqual([])
    server.emulator.act.mergeUsers({ primary: 2, secondary: 3 } as never)
    const { tables } = await control('GET', `compare?before=${id}&after=now`)
    const users = tables.find(({ table }: Loose) => table === 'users')
    expect(users).toMatchObject({ counts: [8, 7], deleted: 1 })
    expect(users.rows).toContainEqual(expect.objectContaining({ id: 3, change: 'deleted' }))
    const moved = tables
      .flatMap(({ rows }: Loose) => rows)
      .filter(({ change }: Loose) => change === 'updated')
    expect(moved[0].fields).toBeTruthy()
    await control('DELETE', `snapshots/${id}`)
    expect((await control('GET', `compare?before=${id}`)).error.message).toContain(id)
  })

  test('are forked into an instance at the same address', async () => {
    const { id } = await control('POST', 'snapshots')
    await control('POST', 'acts/delete_user', { id: 4 })
    const fork = await control('POST', 'forks', { snapshot: id })
    const headers = { authorization: `Bearer ${fork.token}` }
    expect((await fetch(`${server.baseUrl}/users/4`, { headers })).status).toBe(200)
    expect((await call('/users/4')).status).toBe(404)
    const snapshots = await control('GET', `snapshots?instance=${fork.key}`)
    expect(snapshots).toEqual([])
    expect(await control('GET', 'instances')).toMatchObject([{ key: fork.key }])
  })
})

describe('tokens', () => {
  test('are shown by their prefix, and their scopes can be changed', async () => {
    const { tokens, scopes } = await control('GET', 'tokens')
    expect(tokens).toMatchObject([{ id: 1, token: 'course-a…', scopes }])
    await control('PUT', 'tokens/1', { scopes: ['courses:read'] })
    expect((await call('/courses')).status).toBe(200)
    expect((await call('/users/1')).status).toBe(403)
    const { error } = await control('PUT', 'tokens/1', { scopes: ['course:read'] })
    expect(error.message).toContain('Did you mean "courses:read"?')
  })
})

test('assumptions are counted and switched to alternatives', async () => {
  const body = JSON.stringify({ first_name: 'Mia', last_name: 'Berg', email: 'mia@example.test' })
  expect((await call('/users', { method: 'POST', body })).status).toBe(201)
  const before = await control('GET', 'assumptions')
  const created = before.find(({ id }: Loose) => id === 'create.status')
  expect(created).toMatchObject({
    used: 1,
    selected: 'default',
    alternatives: { alternative: expect.any(String) },
  })
  const used = before.filter(({ isUsed }: Loose) => isUsed)
  const assumed = used.filter(({ isAssumed }: Loose) => isAssumed)
  expect(assumed).toHaveLength((await control('GET', 'assumption-report')).assumed.length)
  expect(assumed.length).toBeLessThan(used.length)
  await control('POST', 'assumptions', { assumptions: { 'create.status': 'alternative' } })
  const again = body.replace('mia@', 'mia2@')
  expect((await call('/users', { method: 'POST', body: again })).status).toBe(200)
})

test('assumptions are switched by the name of a preset', async () => {
  expect((await call('/users?nonsense=1')).status).toBe(400)
  await control('POST', 'assumptions', { preset: 'lenient', 'query.sort': '403' })
  expect((await call('/users?nonsense=1')).status).toBe(200)
  expect((await call('/users?sort=nonsense')).status).toBe(403)
  await control('POST', 'assumptions', { assumptions: 'lenient' })
  expect((await call('/users?sort=nonsense')).status).toBe(200)
})

describe('requests from elsewhere', () => {
  const from = (path: string, headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      request(`${server.url}/_emulator/${path}`, { headers }, (response) => {
        response.destroy()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })

  test.each(['', 'events', 'assets/page.js', 'tables', 'tokens'])(
    'are refused at %j: another origin, another host, a script or image on another page',
    async (path) => {
      expect(await from(path, { origin: 'https://evil.test' })).toBe(403)
      expect(await from(path, { host: 'evil.test' })).toBe(403)
      expect(await from(path, { host: 'localhost.evil.test:80' })).toBe(403)
      expect(await from(path, { 'sec-fetch-site': 'cross-site' })).toBe(403)
      expect(await from(path, { 'sec-fetch-site': 'same-site' })).toBe(403)
    },
  )

  test('are answered if a user follows a link', async () => {
    const visit = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    expect(await from('health', visit)).toBe(200)
  })
})
