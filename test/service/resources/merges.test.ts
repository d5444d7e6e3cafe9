/** The records of two merged users: pairs, personal accounts, API keys and principal ids. */
import { createEmulator } from 'course-admin-emulator'
import { beforeEach, describe, expect, test } from 'vitest'
import { createApiClient } from '../../support/api-client.ts'

let emulator = createEmulator({ world: 'empty' })
let api = createApiClient(emulator)
beforeEach(() => {
  emulator = createEmulator({ world: 'empty' })
  api = createApiClient(emulator)
})

const events = () => emulator.journal({ kind: 'event' }).map(({ event }) => event)

describe('a merge of two members of the same account', () => {
  test.each([
    { primaryFlag: true, secondaryFlag: false },
    { primaryFlag: false, secondaryFlag: true },
  ])('keeps the row of the primary as key contact: %o', ({ primaryFlag, secondaryFlag }) => {
    const [primary, secondary] = emulator.given('users', 2)
    const { id: account_id } = emulator.given('accounts')
    const { id: organization_id } = emulator.given('organizations')
    const [kept] = [
      { user_id: primary.id, key_contact: primaryFlag },
      { user_id: secondary.id, key_contact: secondaryFlag },
    ].map((row) => ({
      affiliation: emulator.given('affiliations', { account_id, ...row }).id,
      organization: emulator.given('organization_affiliations', { organization_id, ...row }).id,
    }))
    emulator.act.mergeUsers({ primary, secondary })
    const expected = { user_id: primary.id, key_contact: true }
    expect(emulator.rows('affiliations', { account_id })).toMatchObject([
      { id: kept?.affiliation, ...expected },
    ])
    expect(emulator.rows('organization_affiliations')).toMatchObject([
      { id: kept?.organization, ...expected },
    ])
    expect(events()).toEqual(['user.merged'])
  })

  test('moves the rows that only the secondary has', () => {
    const [primary, secondary] = emulator.given('users', 2)
    const { id } = emulator.given('affiliations', { user_id: secondary.id, key_contact: true })
    emulator.act.mergeUsers({ primary, secondary })
    expect(emulator.row('affiliations', id)).toMatchObject({
      user_id: primary.id,
      key_contact: true,
    })
  })
})

test('a merge of two teachers of a course keeps one assignment, with the role of the primary', () => {
  const [primary, secondary] = emulator.given('users', 2)
  const { id: planned_course_id } = emulator.given('planned_courses')
  const [role, otherRole] = emulator.given('teacher_roles', 2)
  const [kept] = [
    { user_id: primary.id, teacher_role_id: role.id, active: false },
    { user_id: secondary.id, teacher_role_id: otherRole.id, active: true },
  ].map(({ teacher_role_id, ...teacher }) => {
    const { id: teacher_id } = emulator.given('teachers', teacher)
    return emulator.given('teacher_enrollments', {
      planned_course_id,
      teacher_id,
      teacher_role_id,
    })
  })
  emulator.act.mergeUsers({ primary, secondary })
  expect(emulator.rows('teacher_enrollments')).toEqual([kept])
  expect(emulator.rows('teachers')).toMatchObject([{ id: kept?.teacher_id, active: true }])
})

describe('the personal account of a merged user', () => {
  const mergeWithAccounts = () => {
    const users = [
      emulator.given('users', { first_name: 'Mia', middle_name: null, last_name: 'Berg' }),
      emulator.given('users', { first_name: 'M.', middle_name: null, last_name: 'Berg' }),
    ]
    const accounts = users.map(({ id, first_name }) => {
      const account = emulator.given('accounts', {
        account_type: 'personal',
        personal_user_id: id,
        name: `${first_name} Berg`,
      })
      emulator.given('affiliations', { account_id: account.id, user_id: users[0]?.id as number })
      return account.id
    })
    const [primary, secondary] = users
    emulator.act.mergeUsers({ primary: primary as never, secondary: secondary as never })
    return accounts
  }

  test('has the name of the primary user', () => {
    const accounts = mergeWithAccounts()
    expect(emulator.rows('accounts').map(({ id, name }) => [id, name])).toEqual(
      accounts.map((id) => [id, 'Mia Berg']),
    )
    expect(events()).toEqual(['user.merged'])
  })

  test('is deleted with the alternative, and its members join the account of the primary', () => {
    emulator = createEmulator({
      world: 'empty',
      assumptions: { 'user.merge.accounts': 'alternative' },
    })
    const [kept] = mergeWithAccounts()
    expect(emulator.rows('accounts').map(({ id }) => id)).toEqual([kept])
    expect(emulator.rows('affiliations').map(({ account_id }) => account_id)).toEqual([kept])
    expect(events()).toEqual(['user.merged'])
  })
})

test('the API key of a merged user works for the primary user, with its scopes', async () => {
  const [primary, secondary] = emulator.given('users', 2)
  const token = emulator.mintToken({ user: secondary, scopes: ['relations:read'] })
  emulator.act.mergeUsers({ primary, secondary })
  const client = createApiClient(emulator, token)
  const comment = { commentable_type: 'User', commentable_id: primary.id, content: 'Hello' }
  expect((await client.post('/comments', comment)).body.creator_id).toBe(primary.id)
  expect((await client.get('/courses')).status).toBe(403)
})

describe('the principal id of a merged user', () => {
  const mergeWith = (primaryId: string | null) => {
    const primary = emulator.given('users', { principal_id: primaryId })
    const secondary = emulator.given('users', { principal_id: 'P2' })
    emulator.act.mergeUsers({ primary, secondary })
    return primary.id
  }

  test('can be set on the primary user', async () => {
    const path = `/users/${mergeWith(null)}/external_identity`
    expect((await api.post(path, { principal_id: 'P2' })).status).toBe(200)
  })

  test('does not replace the principal id of the primary user', () => {
    const assumptions = { 'user.merge.principal_id': 'alternative' } as const
    emulator = createEmulator({ world: 'empty', assumptions })
    const id = mergeWith('P1')
    expect(emulator.row('users', id)?.external_identity).toEqual({ principal_id: 'P1' })
  })
})

describe('a merge of the administrator', () => {
  test('makes the primary user an administrator', async () => {
    const primary = emulator.given('users')
    emulator.act.mergeUsers({ primary, secondary: 1 })
    expect((await api.get(`/users/${primary.id}`)).body.roles).toEqual(['admin'])
    expect(emulator.given('comments').creator_id).toBe(primary.id)
    expect(events()).toEqual(['user.merged'])
  })

  test('leaves a primary administrator as it is', async () => {
    emulator.act.mergeUsers({ primary: 1, secondary: emulator.given('users') })
    expect((await api.get('/users/1')).body.roles).toContain('admin')
    expect(emulator.given('comments').creator_id).toBe(1)
  })
})
