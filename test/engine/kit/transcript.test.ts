/** The journal as readable text. */
import { createEmulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'

const empty = (options = {}) => createEmulator({ world: 'empty', ...options })
const write = (emulator: ReturnType<typeof empty>, path: string, body: object, method = 'PUT') =>
  emulator.fetch(path, { method, headers: emulator.headers, body: JSON.stringify(body) })

/** A merge whose event is delivered at the second attempt. */
async function merged(options = {}) {
  const emulator = empty(options)
  const [mia, double] = emulator.given('users', 2)
  emulator.given('enrollments', { student_id: double.id })
  const hook = emulator.receiver({ url: 'https://app.test/hooks', answer: 503 })
  emulator.act.mergeUsers({ primary: mia, secondary: double })
  await emulator.settle()
  hook.answer(204)
  await emulator.advance('5m')
  return emulator
}

describe('the transcript', () => {
  test('lists entries with their times and indents effects below their causes', async () => {
    const emulator = await merged()
    expect(emulator.transcript().split('\n')).toEqual([
      '-- Mon 2026-01-05',
      '1  09:00:00  act             merge users: primary_user_id 2, secondary_user_id 3',
      '2              change        enrollments 1 updated: student_id',
      '3              change        users 3 deleted',
      '4              event         user.merged',
      '5                attempt     user.merged, attempt 1, to https://app.test/hooks',
      '6                  answer    503',
      '7  09:05:00      attempt     user.merged, attempt 2, to https://app.test/hooks',
      '8                  answer    204',
      '9            clock           advanced by 5m to 2026-01-05 09:05:00',
    ])
  })

  test('names a cause that is not directly above', async () => {
    const emulator = empty()
    const user = emulator.given('users')
    for (const url of ['https://one.test/', 'https://other.test/']) {
      emulator.receiver({ url, events: ['user.deleted'] })
    }
    emulator.act.deleteUser({ user: user })
    await emulator.settle()
    expect(emulator.transcript().split('\n').slice(3)).toEqual([
      '3              event         user.deleted',
      '4                attempt     user.deleted, attempt 1, to https://one.test/',
      '5                attempt     user.deleted, attempt 1, to https://other.test/',
      '6            answer          200  <- 4',
      '7            answer          200  <- 5',
    ])
  })

  test('shows requests with the request body, the response and the reason', async () => {
    const emulator = empty()
    const { id } = emulator.given('users', { principal_id: 'p-1' })
    await write(emulator, `/users/${id}`, { first_name: 'Mia' })
    await write(emulator, '/users/99', { first_name: 'Mia' })
    emulator.setScopes(emulator.token, [])
    emulator.flags({ Programs: false })
    await emulator.fetch(`/users/${id}`, { headers: emulator.headers })
    const lines = emulator.transcript().split('\n')
    expect(lines[1]).toMatch(
      /^1 {2}09:00:00 {2}request +PUT \/users\/2 \{"first_name":"Mia"\} -> 200$/,
    )
    expect(lines[2]).toMatch(/change +users 2 updated: first_name$/)
    expect(lines[4]).toMatch(/request +PUT \/users\/99 .+ -> 404: there is no record 99 in users$/)
    expect(lines[5]).toMatch(/scopes +removed: .+/)
    expect(lines[6]).toMatch(/flags +Programs off$/)
    expect(lines[7]).toMatch(/request +GET \/users\/2 -> 403: .+relations:read/)
  })

  test('shows a rejected act with the reason', () => {
    const emulator = empty()
    const { id } = emulator.given('users')
    expect(() => emulator.act.mergeUsers({ primary: id, secondary: id })).toThrow(
      'is the primary user',
    )
    expect(emulator.transcript()).toMatch(/secondary_user_id 2 -> refused: .+is the primary user/)
  })

  test('prints each date once, and milliseconds if there are any', async () => {
    const emulator = empty()
    await emulator.advance('1d')
    await emulator.advance({ ms: 250 })
    expect(emulator.transcript().split('\n')).toEqual([
      '-- Tue 2026-01-06',
      '1  09:00:00      clock           advanced by 1d to 2026-01-06 09:00:00',
      '2  09:00:00.250  clock           advanced by 250ms to 2026-01-06 09:00:00',
    ])
  })

  test('states how many entries the journal dropped', async () => {
    const emulator = await merged({ journalEntriesMax: 4 })
    const [first, ...rest] = emulator.transcript().split('\n')
    expect(first).toBe('The journal dropped 5 earlier entries (it keeps 4: see journalEntriesMax).')
    expect(rest).toHaveLength(5)
  })

  test('is the same each time', async () => {
    const [one, other] = [await merged(), await merged()]
    expect(other.transcript()).toBe(one.transcript())
  })

  test.each([1, 90, 91, 500])('shows at most 90 characters of a body of %i', async (length) => {
    const emulator = empty()
    await emulator.fetch('/users', { method: 'POST', body: 'x'.repeat(length) })
    const [, shown = ''] = /POST \/users (.*) ->/.exec(emulator.transcript()) ?? []
    expect(shown).toBe(length > 90 ? `${'x'.repeat(90)}...` : 'x'.repeat(length))
  })
})
