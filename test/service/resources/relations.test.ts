/** Rules about relations between records: personal accounts, labels, categories and comments. */
import { createEmulator, type ScopeName } from 'course-admin-emulator'
import { beforeEach, describe, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { switchAssumptions } from '../../../src/engine/control/views/assumption-views.ts'
import { createApiClient } from '../../support/api-client.ts'
import { webhookOf } from '../../support/internals.ts'

let emulator = createEmulator({ world: 'empty' })
let api = createApiClient(emulator)
beforeEach(() => {
  emulator = createEmulator({ world: 'empty' })
  api = createApiClient(emulator)
})

const events = () => emulator.journal({ kind: 'event' }).map(({ event }) => event)

describe('the name of a personal account', () => {
  const personalAccount = () => {
    const { id } = emulator.given('users', { last_name: 'Berg', middle_name: null })
    const account = { account_type: 'personal', personal_user_id: id, name: 'Old' } as const
    return { user: id, account: emulator.given('accounts', account) }
  }

  test('follows the name of its user', async () => {
    const { user, account } = personalAccount()
    await api.put(`/users/${user}`, { first_name: 'Mia', last_name: 'Jansen' })
    const { body } = await api.get(`/accounts/${account.id}`)
    expect(body).toEqual({ ...account, name: 'Mia Jansen' })
    expect(events()).toEqual(['user.updated'])
  })

  test('stays the same when another field of the user changes', async () => {
    const { user, account } = personalAccount()
    await api.put(`/users/${user}`, { locale: 'de' })
    expect(emulator.row('accounts', account.id)?.name).toBe('Old')
  })

  test('is ignored in an update; the other fields are stored', async () => {
    const { account } = personalAccount()
    const { status, body } = await api.put(`/accounts/${account.id}`, { name: 'X', phone: '1' })
    expect([status, body.name, body.phone]).toEqual([200, 'Old', '1'])
  })

  test('of a business account is stored', async () => {
    const { id } = emulator.given('accounts', { account_type: 'business' })
    expect((await api.put(`/accounts/${id}`, { name: 'Acme' })).body.name).toBe('Acme')
  })
})

describe('the parent of a category', () => {
  test('is not the category itself or a descendant', async () => {
    const top = emulator.given('categories', { parent_id: null })
    const middle = emulator.given('categories', { parent_id: top.id })
    const leaf = emulator.given('categories', { parent_id: middle.id })
    const other = emulator.given('categories', { parent_id: null })
    for (const parent of [top, middle, leaf]) {
      const { status, body } = await api.put(`/categories/${top.id}`, { parent_id: parent.id })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['parent_id']])
    }
    expect(emulator.row('categories', top.id)?.parent_id).toBeNull()
    for (const parent_id of [other.id, null]) {
      expect((await api.put(`/categories/${top.id}`, { parent_id })).status).toBe(200)
    }
  })
})

test.each(['ftp://app.test/hooks', 'mailto:hooks@app.test', 'file:///hooks'])(
  'the URL %s is refused for a webhook',
  async (url) => {
    const { id } = emulator.act.registerWebhook({ url: 'https://app.test/hooks' })
    expect((await api.post('/webhooks', { url, events: [] })).status).toBe(422)
    expect((await api.put(`/webhooks/${id}`, { url })).status).toBe(422)
    expect(() => emulator.act.registerWebhook({ url })).toThrow('must be an http or https URL')
  },
)

test.each(['http://localhost:3000/hooks', 'HTTPS://app.test/hooks'])(
  'the URL %s is accepted for a webhook',
  async (url) => {
    expect((await api.post('/webhooks', { url, events: [] })).status).toBe(201)
  },
)

test('no answer of the API contains the secret of a webhook', async () => {
  const created = await api.post('/webhooks', { url: 'https://app.test/hooks', events: [] })
  const path = `/webhooks/${created.body.id}`
  const { secret } = webhookOf(emulator, created.body.id) as { secret: string }
  const answers = [
    created,
    await api.get('/webhooks'),
    await api.get(path),
    await api.put(path, { active: false }),
    await api.get(`${path}/notifications`),
    await api.delete(path),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 200])
  expect(JSON.stringify(answers)).not.toContain(secret)
})

describe('a comment', () => {
  const asTokenOf = (...scopes: ScopeName[]) =>
    createApiClient(emulator, emulator.mintToken({ scopes }))

  test.each([
    ['Order', 'orders', 'orders:read'],
    ['PlannedCourse', 'planned_courses', 'courses:read'],
    ['User', 'users', 'relations:read'],
  ] as const)('on a %s is written with the scope of its type', async (type, table, scope) => {
    const { id: commentable_id } = emulator.given(table) as { id: number }
    const sent = { commentable_type: type, commentable_id, content: 'Late' }
    for (const [client, expected] of [
      [asTokenOf('settings:read'), [403, 403, 403]],
      [asTokenOf(scope), [201, 200, 200]],
    ] as const) {
      const { id } = emulator.given('comments', { commentable_type: type, commentable_id })
      const statuses = [
        (await client.post('/comments', sent)).status,
        (await client.put(`/comments/${id}`, { content: 'Early' })).status,
        (await client.delete(`/comments/${id}`)).status,
      ]
      expect(statuses).toEqual(expected)
    }
  })

  test.each(['Unknown', 'constructor', 5, undefined])(
    'with the type %s is refused with 422',
    async (commentable_type) => {
      const sent = { commentable_type, commentable_id: 1, content: 'Late' }
      const { status, body } = await api.post('/comments', sent)
      expect([status, Object.keys(body.errors)]).toEqual([422, ['commentable_type']])
    },
  )

  test('that does not exist is not found', async () => {
    expect((await api.get('/comments/1')).status).toBe(404)
  })
})

test('an order for an edition has no planned_course_id in its event and its rows', async () => {
  const hook = emulator.receiver({ url: 'https://app.test/hooks', events: ['order.created'] })
  const students = [emulator.given('users')]
  emulator.act.requestOrder({ edition: emulator.given('program_editions'), students })
  emulator.act.requestOrder({ planned_course: emulator.given('planned_courses'), students })
  await emulator.settle()
  const orders = hook.deliveries.map(({ payload }) => payload['event_data'] as object)
  expect(orders.map((order) => 'planned_course_id' in order)).toEqual([false, true])
  expect(emulator.rows('orders').map((order) => 'planned_course_id' in order)).toEqual([
    false,
    true,
  ])
})

test('an order that was read before gains planned_course_id when the assumption switches', async () => {
  const edition = emulator.given('program_editions')
  const { id } = emulator.act.requestOrder({ edition, students: [emulator.given('users')] })
  const hasPlannedCourse = async () => 'planned_course_id' in (await api.get(`/orders/${id}`)).body
  expect([await hasPlannedCourse(), await hasPlannedCourse()]).toEqual([false, false])
  for (const [selected, isShown] of [
    ['alternative', true],
    ['default', false],
  ] as const) {
    switchAssumptions(contextOf(emulator), { 'order.edition': selected })
    expect(await hasPlannedCourse()).toBe(isShown)
  }
})

describe('while the flag Programs is off', () => {
  test('changes of programs emit no events, and records of courses stay visible', async () => {
    const edition = emulator.given('program_editions')
    const course = emulator.given('planned_courses', { status: 'planned' })
    const order = emulator.act.requestOrder({ edition, students: [emulator.given('users')] })
    emulator.act.approveOrder({ order })
    const countBefore = events().length
    emulator.flags({ Programs: false })
    const [enrolled] = emulator.rows('program_enrollments')
    emulator.act.remove('program_enrollments', enrolled?.id as number)
    expect(emulator.rows('program_enrollments')).toHaveLength(0)
    const { body } = await api.get('/catalog/variants')
    expect(body).toMatchObject([{ variantable_type: 'PlannedCourse', variantable_id: course.id }])
    const [product] = (await api.get('/catalog/products')).body
    expect((await api.put(`/catalog/products/${product.id}`, { is_published: false })).status).toBe(
      200,
    )
    const emitted = events().slice(countBefore)
    expect(emitted.filter((name) => String(name).startsWith('program'))).toEqual([])
    emulator.flags({ Programs: true })
    expect((await api.get('/catalog/variants')).body).toHaveLength(2)
  })
})

describe('the external link of an edition', () => {
  test.each([
    ['planned_courses', '/planned_courses'],
    ['program_editions', '/program/editions'],
  ] as const)(
    'in %s is set and cleared by an update, and lms_link shows it',
    async (table, path) => {
      const at = `${path}/${emulator.given(table, { external_link: null }).id}`
      const link = 'https://lms.test/courses/5'
      for (const external_link of [link, null]) {
        const { status } = await api.put(at, { external_link })
        const { body } = await api.get(at)
        expect([status, body.external_link, body.lms_link]).toEqual([
          200,
          external_link,
          external_link,
        ])
      }
      const reader = createApiClient(emulator, emulator.mintToken({ scopes: ['courses:read'] }))
      expect((await reader.put(at, { external_link: link })).status).toBe(403)
      expect((await api.put(at, { external_link: 5 })).status).toBe(422)
    },
  )
})

test('a new certificate of an enrollment replaces the earlier one, with both events', async () => {
  const { id } = emulator.given('enrollments', { status: 'completed' })
  const award = async (certificate_template_id: number) =>
    api.put(`/enrollments/${id}/award_certificate`, { certificate_template_id })
  const first = await award(7)
  const second = await award(4711)
  expect([first.status, second.status, (await award(0)).status]).toEqual([200, 200, 422])
  expect(events()).toEqual(['certificate.awarded', 'certificate.awarded', 'certificate.deleted'])
  expect(emulator.rows('certificates').map((row) => row.id)).toEqual([second.body.id])
})

test('an enrollment of a deleted user stays readable, and the user is answered with 404', async () => {
  const { id, student_id } = emulator.given('enrollments', { status: 'active' })
  emulator.act.deleteUser({ user: student_id })
  expect((await api.get(`/users/${student_id}`)).status).toBe(404)
  const { status, body } = await api.get(`/enrollments/${id}`)
  expect([status, body.student_id, body.status]).toEqual([200, student_id, 'active'])
  expect(events()).toEqual(['user.deleted'])
})

test('an update of an affiliation is refused if the user belongs to the account already', async () => {
  const [account, other] = emulator.given('accounts', 2)
  const { id: user_id } = emulator.given('users')
  emulator.given('affiliations', { account_id: account.id, user_id })
  const { id } = emulator.given('affiliations', { account_id: other.id, user_id })
  const move = async (account_id: number) => api.put(`/affiliations/${id}`, { account_id })
  expect((await move(other.id)).status).toBe(200)
  const { status, body } = await move(account.id)
  expect([status, body.errors]).toEqual([422, { user_id: ['already belongs to the account'] }])
})

test.each(['', '  '])(
  'the blank comment "%s" of a new lead creates no comment',
  async (comment) => {
    const { status } = await api.post('/leads', { title: 'Offer', comment })
    expect([status, emulator.rows('comments')]).toEqual([201, []])
  },
)
