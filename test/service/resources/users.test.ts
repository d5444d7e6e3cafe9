/** Users: their addresses, logins and merges. */
import { createEmulator } from 'course-admin-emulator'
import { beforeEach, describe, expect, test } from 'vitest'
import { createApiClient } from '../../support/api-client.ts'

let emulator = createEmulator({ world: 'empty' })
let api = createApiClient(emulator)
beforeEach(() => {
  emulator = createEmulator({ world: 'empty' })
  api = createApiClient(emulator)
})

test('an update of an address keeps the lines that it omits', async () => {
  const address = {
    addressee: 'Mia',
    address: 'Kade 1',
    address_line2: null,
    postal_code: '1011 AB',
    city: 'Utrecht',
    state_province: null,
    country: 'NL' as const,
  }
  const { id } = emulator.given('users', { address })
  const { status, body } = await api.put(`/users/${id}`, { address_attributes: { city: 'Delft' } })
  expect([status, body.address]).toEqual([200, { ...address, city: 'Delft' }])
})

describe('a login', () => {
  const mia = { first_name: 'Mia', last_name: 'Jansen', email: 'mia@example.org' }

  test('of another user is rejected at the creation of a user', async () => {
    const { id: user_id } = emulator.given('users')
    const login = { user_id, uid: mia.email, authentication_provider_type: 'service' }
    expect((await api.post('/authentications', login)).status).toBe(201)
    const refused = await api.post('/users', { ...mia, with_authentication: true })
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { email: ['has already been taken'] },
    ])
    expect(emulator.rows('users', { email: mia.email })).toEqual([])
    expect((await api.post('/users', mia)).status).toBe(201)
  })

  const created = async () => (await api.post('/users', { ...mia, with_authentication: true })).body
  const uids = (user_id: number) =>
    emulator.rows('authentications', { user_id }).map(({ uid }) => uid)

  test('follows the email of its user, which another user can then take', async () => {
    const { id } = await created()
    await api.put(`/users/${id}`, { email: 'Mia.Berg@example.org' })
    expect(uids(id)).toEqual(['mia.berg@example.org'])
    const other = await api.post('/users', { ...mia, with_authentication: true })
    expect([other.status, uids(other.body.id)]).toEqual([201, ['mia@example.org']])
  })

  test('keeps a uid that is not the email, and one of another provider', async () => {
    const { id: user_id } = await created()
    for (const [uid, authentication_provider_type] of [
      ['mia', 'service'],
      [mia.email, 'openid_connect'],
    ]) {
      await api.post('/authentications', { user_id, uid, authentication_provider_type })
    }
    await api.put(`/users/${user_id}`, { email: 'berg@example.org' })
    expect(uids(user_id)).toEqual(['berg@example.org', 'mia', mia.email])
  })

  test('of another user is rejected as the new email', async () => {
    const { id } = await created()
    const { id: user_id } = emulator.given('users')
    const login = { user_id, uid: 'berg@example.org', authentication_provider_type: 'service' }
    await api.post('/authentications', login)
    const refused = await api.put(`/users/${id}`, { email: login.uid })
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { email: ['has already been taken'] },
    ])
    expect(emulator.row('users', id)?.email).toBe(mia.email)
    expect(uids(id)).toEqual([mia.email])
  })

  test('of the same user stays, if its uid is the new email already', async () => {
    const { id: user_id } = await created()
    const login = { user_id, uid: 'berg@example.org', authentication_provider_type: 'service' }
    await api.post('/authentications', login)
    expect((await api.put(`/users/${user_id}`, { email: login.uid })).status).toBe(200)
    expect(uids(user_id)).toEqual([mia.email, login.uid])
  })

  test('of a merged user belongs to the primary user, and keeps its uid', async () => {
    const { id: secondary } = await created()
    const berg = { ...mia, email: 'berg@example.org', with_authentication: true }
    const { id: primary } = (await api.post('/users', berg)).body
    emulator.act.mergeUsers({ primary, secondary })
    await api.put(`/users/${primary}`, { email: 'anna@example.org' })
    expect(uids(primary)).toEqual([mia.email, 'anna@example.org'])
    const refused = await api.post('/users', { ...mia, with_authentication: true })
    expect(refused.body.errors).toEqual({ email: ['has already been taken'] })
  })
})

describe('two merged users', () => {
  test('count once in an account that both belonged to', async () => {
    const [primary, secondary] = emulator.given('users', 2)
    const { id: account_id } = emulator.given('accounts')
    for (const { id } of [primary, secondary]) {
      emulator.given('affiliations', { account_id, user_id: id })
    }
    const count = async () => (await api.get(`/accounts/${account_id}`)).body.users_count
    expect(await count()).toBe(2)
    emulator.act.mergeUsers({ primary, secondary })
    expect(await count()).toBe(1)
  })

  test.each([
    { course: 'completed', primaryState: 'completed', secondaryState: 'completed' },
    { course: 'active', primaryState: 'canceled', secondaryState: 'active' },
  ] as const)(
    'stay $secondaryState where the primary was $primaryState, without duplicate enrollments',
    ({ course, primaryState, secondaryState }) => {
      const emulator = createEmulator({
        world: 'empty',
        assumptions: { 'user.merge.duplicate_enrollment': 'alternative' },
      })
      const [primary, secondary] = emulator.given('users', 2)
      const { id } = emulator.given('planned_courses', { status: course })
      const on = (student_id: number, status: typeof primaryState | typeof secondaryState) =>
        emulator.given('enrollments', { student_id, planned_course_id: id, status })
      on(primary.id, primaryState)
      on(secondary.id, secondaryState)
      emulator.act.mergeUsers({ primary, secondary })
      const enrollments = emulator.rows('enrollments', { student_id: primary.id })
      expect(enrollments.map(({ status }) => status)).toEqual([primaryState, secondaryState])
    },
  )
})

test.each([undefined, 'https://api.test/api/v1', 'http://localhost:8080'])(
  'the location of a new teacher is below the base URL %s',
  async (baseUrl) => {
    const served = createEmulator({ world: 'empty', ...(baseUrl && { baseUrl }) })
    const { id: user_id, email } = served.given('users')
    const { status, body } = await createApiClient(served).post('/teachers', { user_id })
    const location = `${served.baseUrl}/teachers/1`
    expect([status, body]).toEqual([201, { result: 'Success', location }])
    const { headers } = served
    const teacher = await (await served.fetch(body.location, { headers })).json()
    expect(teacher).toMatchObject({ id: 1, email })
  },
)

test('a principal id of another user is refused under the name of its field', async () => {
  emulator.given('users', { principal_id: 'pid-a' })
  const taken = { principal_id: 'pid-a' }
  const names = { first_name: 'Mia', last_name: 'Jansen', email: 'mia@example.org' }
  const created = await api.post('/users', { ...names, external_identity: taken })
  const message = ['has already been taken']
  expect([created.status, created.body.errors]).toEqual([
    422,
    { 'external_identity.principal_id': message },
  ])
  const set = await api.post('/users/1/external_identity', taken)
  expect([set.status, set.body.errors]).toEqual([422, { principal_id: message }])
})
