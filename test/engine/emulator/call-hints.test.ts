/** The hints of a failure report on the latest call. */
import {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
  type FaultEffect,
} from 'course-admin-emulator'
import { describe, expect, test, vi } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { hintLines } from '../../../src/engine/emulator/reports/hints.ts'

interface Call {
  readonly path: string
  readonly init?: RequestInit
  readonly isAnonymous?: boolean
  readonly assumptions?: EmulatorOptions['assumptions']
}

/** The service ignores what it does not know. */
const lenient = { assumptions: 'lenient' } as const

async function hintsOf({ path, init, isAnonymous = false, assumptions }: Call): Promise<string> {
  const emulator: Emulator = createEmulator({ world: 'empty', assumptions })
  await emulator.fetch(path, { ...(isAnonymous ? {} : { headers: emulator.headers }), ...init })
  return hintLines(contextOf(emulator)).join('\n')
}

const post = (body: object): RequestInit => ({ method: 'POST', body: JSON.stringify(body) })

test.each<readonly [string, Call, string]>([
  ['no token', { path: '/users', isAnonymous: true }, 'GET /users was sent without a token. Send'],
  [
    'an unknown token',
    { path: '/users', init: { headers: { authorization: 'Bearer old' } } },
    'GET /users has no token of this emulator. `emulator.token` is one',
  ],
  [
    'a misspelt parameter',
    { path: '/users?per_pag=5', ...lenient },
    'GET /users ignores the query parameter "per_pag". Did you mean "per_page"?',
  ],
  [
    'an unknown parameter',
    { path: '/users?xyz=5', ...lenient },
    'GET /users ignores the query parameter "xyz". It has: ',
  ],
  [
    'a misspelt field',
    { path: '/users/1', init: { ...post({ lastname: 'Bos' }), method: 'PUT' } },
    'PUT /users/1 ignores the body field "lastname". Did you mean "last_name"?',
  ],
  [
    'a body in an object',
    { path: '/users', init: post({ user: { first_name: 'Mia', last_name: 'Bos' } }) },
    'POST /users takes the fields directly, without "user" around them.',
  ],
  [
    'a record in a path',
    { path: `/users/${String({})}` },
    'has "[object Object]" in its path: the value in the URL is a record. Write its id',
  ],
  [
    'a promise in a path',
    { path: `/users/${String(Promise.resolve(1))}` },
    'has a promise in its path. Await the value in the URL.',
  ],
  [
    'a body that is not JSON text',
    { path: '/users', init: { method: 'POST', body: String({}) } },
    'POST /users has the body "[object Object]". Send JSON text: `JSON.stringify(…)`.',
  ],
  [
    'a missing id in a path',
    { path: '/users/undefined' },
    'GET /users/undefined has "undefined" in its path: the value in the URL is no id.',
  ],
  [
    'a record of another test',
    { path: '/users/77' },
    'GET /users/77 asks for a record that this emulator does not have. The ids of its users: 1. If another test made it',
  ],
])('%s', async (_, call, hint) => {
  expect(await hintsOf(call)).toContain(hint)
})

test.each<readonly [string, Call]>([
  ['a known parameter', { path: '/users?per_page=5' }],
  ['a parameter that is refused', { path: '/users?page_size=5' }],
  ['a body without a field', { path: '/users', init: post({ first_name: 'Mia' }) }],
  ['no operation', { path: '/usrs?x=1' }],
  ['a record that exists', { path: '/users/1' }],
  ['a wrong id', { path: '/users/x' }],
])('%s has no hint', async (_, call) => {
  expect(await hintsOf(call)).toBe('')
})

test.each([
  ['several members', { user: { first_name: 'Mia' }, source: 'import' }],
  ['a list', [{ first_name: 'Mia' }]],
  ['an object without a known field', { user: { shoe_size: 38 } }],
])('a refused body of %s has no hint on an object around its fields', async (_, body) => {
  const emulator = createEmulator({ world: 'empty' })
  const init = { method: 'POST', headers: emulator.headers, body: JSON.stringify(body) }
  expect((await emulator.fetch('/users', init)).status).toBeGreaterThanOrEqual(400)
  expect(hintLines(contextOf(emulator)).join('\n')).not.toContain('around them')
})

test('a record that was removed has no hint', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const user = emulator.given('users')
  emulator.act.deleteUser({ user })
  await emulator.fetch(`/users/${user.id}`, { headers: emulator.headers })
  expect(hintLines(contextOf(emulator))).toEqual([])
})

test.each<readonly [string, FaultEffect]>([
  ['answered 400', { status: 400 }],
  ['answered 503', { status: 503 }],
  ['never answered', { timeout: 'after' }],
])('a call that is %s has no hint on what it sent', async (_, effect) => {
  const emulator = createEmulator({ world: 'empty', ...lenient })
  emulator.fault({ with: effect })
  const init = { method: 'PUT', headers: emulator.headers, body: '{"lastname":"Bos"}' }
  const call = emulator.fetch('/users/1?per_pag=5', init)
  await Promise.race([call, emulator.settle()])
  expect(hintLines(contextOf(emulator)).join('\n')).not.toContain('ignores')
  emulator.close()
})

test('a call to repeat later, by code that does not share its timers', async () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.fault({ operation: 'get_users', with: { status: 429, retry_after: 30 } })
  await emulator.fetch('/users', { headers: emulator.headers })
  expect(hintLines(contextOf(emulator)).join('\n')).toContain(
    'GET /users was answered 429 with Retry-After 30, and no request followed. Code that waits with `setTimeout` or `setInterval` waits in real time',
  )
  emulator.shareTime(vi)
  expect(hintLines(contextOf(emulator))).toEqual([])
  vi.useRealTimers()
})

describe('a list without a record', () => {
  const hints = async (work: (emulator: Emulator) => unknown, path = '/courses') => {
    const emulator = createEmulator({ world: 'empty' })
    await emulator.fetch(path, { headers: emulator.headers })
    await work(emulator)
    return hintLines(contextOf(emulator)).map((line) => line.trim())
  }

  test('that was read before `given` made records of it', async () => {
    expect(await hints(({ given }) => void given('courses'))).toEqual([
      'Hints:',
      'GET /courses found no record, before `given` made records of courses. Make them before the code under test reads the list.',
    ])
  })

  test.each<[string, (emulator: Emulator) => unknown]>([
    ['of another resource', ({ given }) => void given('labels')],
    ['of none', () => undefined],
    [
      'that is read again',
      ({ given, fetch, headers }) => {
        given('courses')
        return fetch('/courses?search=other', { headers })
      },
    ],
    [
      'of a reset',
      (emulator) => {
        emulator.given('courses')
        emulator.reset()
        return emulator.fetch('/courses', { headers: emulator.headers })
      },
    ],
  ])('has no hint: %s', async (_, work) => {
    expect(await hints(work)).toEqual([])
  })

  test('a list with records has none', async () => {
    expect(await hints(({ given }) => void given('users'), '/users')).toEqual([])
  })
})
