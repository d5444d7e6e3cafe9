/** The texts of reports after sessions that use each part of them. `--update` records a wanted change. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { unusedFaultLines } from '../../../src/engine/emulator/reports/unused-faults.ts'

const create = (options = {}): Emulator =>
  createEmulator({ world: 'small-school', baseUrl: 'http://localhost/api/v1', ...options })

interface Sent {
  readonly method?: string
  readonly body?: object | string
  readonly headers?: Record<string, string>
}

async function call(emulator: Emulator, path: string, { method, body, headers }: Sent = {}) {
  await emulator
    .fetch(path, {
      headers: headers ?? emulator.headers,
      ...(method && { method }),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    .catch(() => undefined)
}

const record = (name: string, texts: readonly string[]) =>
  expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot(`recorded/${name}.txt`)

test('explanations of answers', async () => {
  const emulator = create({
    flags: { Departments: false },
    rateLimit: { requestsPerWindowMax: 18 },
  })
  const few = emulator.mintToken({ scopes: ['courses:read'], application: 'lms' })
  const lms = { authorization: `Bearer ${few}` }
  const write = (body: object | string, method = 'POST'): Sent => ({ method, body })
  const calls: readonly (readonly [string, Sent?])[] = [
    ['/users?per_page=2'],
    ['/users/1'],
    ['/users/4711'],
    ['/users?per_page=0&role=other&sort=zzz'],
    ['/users', { headers: {} }],
    ['/users', { headers: lms }],
    ['/departments'],
    ['/departments/1', { method: 'DELETE' }],
    ['/user'],
    ['/nothing/at/all'],
    ['/users', write({ first_name: '', last_name: 5, zzz: 1 })],
    ['/users', write('{')],
    ['/users', write({ first_name: 'Mia', last_name: 'Berg', email: 'mia@example.test' })],
    ['/users/1', write({ first_name: 'Mia' }, 'PUT')],
    ['/users/2/merge', write({})],
    ['/enrollments/1/cancel', write({})],
  ]
  for (const [path, sent] of calls) await call(emulator, path, sent)
  emulator.fault({ operation: 'get_courses', with: { status: 503 } })
  emulator.fault({ operation: 'get_courses', with: { reset: true }, nth: 2 })
  await call(emulator, '/courses')
  await call(emulator, '/courses')
  for (let i = 0; i < 3; i += 1) await call(emulator, '/courses')
  const numbers = emulator.journal({ kind: 'request' }).map(({ number }) => number)
  await record(
    'explanations',
    numbers.map((number) => emulator.explain(number).text),
  )
})

test('usage with advice, and the assumption report', async () => {
  const emulator = create({ rateLimit: { requestsPerWindowMax: 60 } })
  emulator.given('users', 120)
  for (let page = 1; page <= 3; page += 1) await call(emulator, `/users?per_page=50&page=${page}`)
  for (let id = 2; id <= 20; id += 1) await call(emulator, `/users/${id}`)
  for (let id = 2; id <= 15; id += 1) await call(emulator, `/enrollments?student_id=${id}`)
  for (let i = 0; i < 5; i += 1) {
    await call(emulator, '/courses')
    await emulator.advance('20s')
  }
  const body = { first_name: 'Mia', last_name: 'Berg', email: 'mia@example.test' }
  await call(emulator, '/users', { method: 'POST', body })
  for (let i = 0; i < 30; i += 1) await call(emulator, '/accounts')
  await emulator.advance('10m')
  await call(emulator, '/accounts')
  await call(emulator, '/nothing')
  const places = /\S+\.ts:\d+(; )?/g
  await record('usage', [
    create().usage().toText(),
    emulator.usage().toText().replaceAll(places, ''),
    emulator.assumptionReport().text,
  ])
})

test('faults that hit nothing', async () => {
  const emulator = create()
  emulator.receiver({ url: 'https://app.test/hooks' })
  const rules: readonly Parameters<Emulator['fault']>[0][] = [
    { operation: 'get_user_by_id', with: { status: 503 } },
    { operation: 'get_users', nth: 3, with: { status: 503 } },
    { path: '/user', with: { latency_ms: 500 } },
    { group: 'Courses', with: { reset: true } } as never,
    { event: 'user.merged', with: { drop: true } },
    { event: 'user.deleted', with: { status: 500 }, nth: 2, times: 4 },
    { webhook: 'https://app.test/other', with: { duplicate: true } },
    { operation: 'get_users', with: { timeout: 'before' }, until: '1s' } as never,
    { at: 'delivery', with: { signature: 'wrong' }, from: '2h' } as never,
  ]
  const errors: string[] = []
  for (const rule of rules) {
    try {
      emulator.fault(rule)
    } catch (error) {
      errors.push((error as Error).message)
    }
  }
  const before = unusedFaultLines(contextOf(emulator))
  await emulator.advance('1m')
  await call(emulator, '/users')
  emulator.act.deleteUser({ user: 4 })
  await emulator.settle()
  const after = unusedFaultLines(contextOf(emulator))
  await record('unused-faults', [before.join('\n'), after.join('\n'), ...errors])
})
