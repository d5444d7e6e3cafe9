/** Assumptions about records: values, uniqueness, records in use. */
import type { Emulator } from 'course-admin-emulator'
import { eventNames } from '../../../src/service/generated/event-names.ts'
import { send, statusOf } from '../../support/api-client.ts'
import type { AssumptionRows, CaseRow } from './row.ts'

type UsedTable =
  | 'labels'
  | 'material_groups'
  | 'materials'
  | 'meeting_locations'
  | 'course_locations'
  | 'teacher_roles'
  | 'programs'
  | 'program_editions'

type Uses = Readonly<Record<string, (emulator: Emulator, id: number) => unknown>>

/**
 * Deleting a record with one of the uses is rejected with their number, except with the alternative.
 * A record without uses is deleted.
 */
const used = (table: UsedTable, uses: Uses, path = `/${table}`): CaseRow => ({
  expected: {
    default: Object.keys(uses).map((users) => [422, `is in use by 1 ${users}`, 'kept', 200]),
    alternative: Object.keys(uses).map(() => [200, undefined, 'deleted', 200]),
  },
  async observe(emulator) {
    const results: unknown[] = []
    for (const use of Object.values(uses)) {
      const [{ id }, spare] = emulator.given(table, 2)
      use(emulator, id)
      const response = await send(emulator, 'DELETE', `${path}/${id}`)
      const { errors } = (await response.json()) as { errors: { base?: string[] } }
      const stored = emulator.row(table, id) ? 'kept' : 'deleted'
      const unused = await statusOf(emulator, 'DELETE', `${path}/${spare.id}`)
      results.push([response.status, errors.base?.[0], stored, unused])
    }
    return results
  },
})

/** Creating the same pair again is rejected, except with the alternative. */
const paired = (path: string, status: number, make: (emulator: Emulator) => object): CaseRow => ({
  expected: { default: [201, status], alternative: [201, 201] },
  async observe(emulator) {
    const body = make(emulator)
    const first = await statusOf(emulator, 'POST', path, body)
    return [first, await statusOf(emulator, 'POST', path, body)]
  },
})

const cases: AssumptionRows['cases'] = {
  'payment.negative': {
    expected: { default: [201, '1.00'], alternative: [422, '0.00'] },
    async observe(emulator) {
      const { id } = emulator.given('invoices')
      const status = await statusOf(emulator, 'POST', `/invoices/${id}/payments`, { amount: '-1' })
      return [status, emulator.row('invoices', id)?.total_open]
    },
  },
  'planning_conflict.canceled': {
    expected: { default: [1, 0], alternative: [1, 1] },
    async observe(emulator) {
      const room = emulator.given('meeting_locations')
      const [, meeting] = emulator.given('meetings', 2, {
        start_date_time: '2026-02-02T09:00:00.000Z',
        end_date_time: '2026-02-02T12:00:00.000Z',
        planning_meeting_location_ids: [room.id],
      })
      const count = async () =>
        ((await (await send(emulator, 'GET', '/planning/conflicts')).json()) as unknown[]).length
      const before = await count()
      emulator.act.cancelPlannedCourse({ planned_course: meeting.planned_course_id })
      return [before, await count()]
    },
  },
  'planning_attendee.group': {
    expected: { default: 422, alternative: 201 },
    observe: (emulator) =>
      statusOf(emulator, 'POST', '/planning/required_teacher_group_attendees', {
        teacher_id: emulator.given('teachers', { active: true }).id,
        required_teacher_group_id: emulator.given('required_teacher_groups', { quantity: 0 }).id,
      }),
  },
  'authentication.email': {
    expected: {
      default: [[200, 'berg@example.org'], 201],
      alternative: [[200, 'mia@example.org'], 422],
    },
    async observe(emulator) {
      const mia = { first_name: 'Mia', last_name: 'Jansen', email: 'mia@example.org' }
      const create = () =>
        statusOf(emulator, 'POST', '/users', { ...mia, with_authentication: true })
      await create()
      const [login] = emulator.rows('authentications')
      const email = 'berg@example.org'
      const status = await statusOf(emulator, 'PUT', `/users/${login?.user_id}`, { email })
      const uid = emulator.row('authentications', login?.id as number)?.uid
      return [[status, uid], await create()]
    },
  },
  'authentication.uid.unique': {
    expected: { default: [201, 422, 422, 422], alternative: [201, 201, 200, 201] },
    async observe(emulator) {
      const [mia, lee] = emulator.given('users', 2)
      const login = { uid: 'mia@example.org', authentication_provider_type: 'service' }
      const create = (user_id: number) =>
        statusOf(emulator, 'POST', '/authentications', { ...login, user_id })
      const statuses = [await create(mia.id), await create(lee.id)]
      emulator.given('authentications', {
        user_id: lee.id,
        uid: lee.email,
        authentication_provider_id: 2,
      })
      const email = 'mia@example.org'
      const ada = { first_name: 'Ada', last_name: 'Berg', email: 'ada@example.org' }
      emulator.given('authentications', { uid: ada.email, authentication_provider_id: 2 })
      return [
        ...statuses,
        await statusOf(emulator, 'PUT', `/users/${lee.id}`, { email }),
        await statusOf(emulator, 'POST', '/users', { ...ada, with_authentication: true }),
      ]
    },
  },
  'teacher.user_id': {
    expected: {
      default: [[422, ['user_id']], [422, ['user_id']], []],
      alternative: [[201, []], [422, ['email']], [['Mia', 'Berg', 'mia@example.org']]],
    },
    async observe(emulator) {
      const mia = { first_name: 'Mia', last_name: 'Berg' }
      const answers: unknown[] = []
      for (const body of [{ ...mia, email: 'mia@example.org' }, mia]) {
        const response = await send(emulator, 'POST', '/teachers', body)
        const { errors = {} } = (await response.json()) as { errors?: object }
        answers.push([response.status, Object.keys(errors)])
      }
      const teachers = emulator.rows('teachers')
      return [...answers, teachers.map((each) => [each.first_name, each.last_name, each.email])]
    },
  },
  'user.update.identity': {
    expected: { default: [200, 200, null], alternative: [200, 422, 'P1'] },
    async observe(emulator) {
      const [mia, lee] = emulator.given('users', 2, { principal_id: null })
      const body = { external_identity: { principal_id: 'P1' } }
      const statuses = [
        await statusOf(emulator, 'PUT', `/users/${mia.id}`, body),
        await statusOf(emulator, 'PUT', `/users/${lee.id}`, body),
      ]
      return [...statuses, emulator.row('users', mia.id)?.external_identity.principal_id]
    },
  },
  'payment.settles': {
    expected: {
      default: ['paid', 'paid', '0.00'],
      new: ['new', 'open', '10.00'],
      open: ['open', 'open', '10.00'],
      failed: ['failed', 'open', '10.00'],
    },
    async observe(emulator) {
      const vat = emulator.given('invoice_vats', { percentage: '0' })
      const { id } = emulator.given('invoices', { status: 'open', expiration_date: '2026-12-31' })
      const item = { invoice_id: id, invoice_vat_id: vat.id, units: 1, unit_price: '10.00' }
      emulator.given('invoice_items', item)
      const response = await send(emulator, 'POST', `/invoices/${id}/payments`, { amount: '10' })
      const { status } = (await response.json()) as { status: string }
      const invoice = emulator.row('invoices', id)
      return [status, invoice?.status, invoice?.total_open]
    },
  },
  'invoice.open': {
    expected: { default: '2026-01-19', '30': '2026-02-04' },
    async observe(emulator) {
      const { id } = emulator.given('invoices', { status: 'concept' })
      await send(emulator, 'POST', `/invoices/${id}/open`)
      return emulator.row('invoices', id)?.expiration_date
    },
  },
  'enrollment.duration': {
    expected: { default: ['2026-02-03', '2026-01-11'], '90': ['2026-04-04', '2026-01-11'] },
    observe: (emulator) =>
      [null, 7].map((duration) => {
        const course = { type: 'FlexiblePlannedCourse', duration } as const
        const planned_course = emulator.given('planned_courses', course)
        const student = emulator.given('users')
        return emulator.act.enroll({ student, planned_course }).end_date
      }),
  },
  'webhook.events.default': {
    expected: { default: [], alternative: eventNames },
    async observe(emulator) {
      const body = { url: 'https://app.test/hooks' }
      const response = await send(emulator, 'POST', '/webhooks', body)
      return ((await response.json()) as { events: string[] }).events
    },
  },
  'user.delete.enrollments': {
    expected: {
      default: ['active', 'confirmed', 'completed'],
      alternative: ['canceled', 'canceled', 'completed'],
    },
    observe(emulator) {
      const user = emulator.given('users')
      const enrollments = (['active', 'confirmed', 'completed'] as const).map((status) =>
        emulator.given('enrollments', { student_id: user.id, status }),
      )
      emulator.act.deleteUser({ user })
      return enrollments.map(({ id }) => emulator.row('enrollments', id)?.status)
    },
  },
  'email.from': {
    expected: { default: 201, alternative: 422 },
    observe: (emulator) =>
      statusOf(emulator, 'POST', '/users/1/emails', { subject: 'Welcome', body: 'Hello' }),
  },
  'course.slug': {
    expected: { default: true, alternative: false },
    async observe(emulator) {
      const { id, slug } = emulator.given('courses')
      await send(emulator, 'PUT', `/courses/${id}`, { name: 'Another name' })
      return emulator.row('courses', id)?.slug_history.includes(slug)
    },
  },
  'course.path.slug': {
    expected: {
      default: [200, 301, '/api/v1/courses/archery-1', 404, 404],
      alternative: [404, 404, undefined, 404, 404],
    },
    async observe(emulator) {
      emulator.given('courses', { slug: 'archery-1', slug_history: ['bow-1'] })
      const redirect = await send(emulator, 'GET', '/courses/bow-1')
      const location = redirect.headers.get('location')
      return [
        await statusOf(emulator, 'GET', '/courses/archery-1'),
        redirect.status,
        location === null ? undefined : location.replace(/^https?:\/\/[^/]+/, ''),
        await statusOf(emulator, 'PUT', '/courses/bow-1', { level: 'Basic' }),
        await statusOf(emulator, 'GET', '/courses/archery'),
      ]
    },
  },
  'custom_field_option.value': {
    expected: { default: 409, alternative: 201 },
    observe(emulator) {
      const field = emulator.given('custom_fields', { object_type: 'users', field_type: 'select' })
      emulator.given('custom_field_options', { custom_field_id: field.id, value: 'Vegan' })
      const path = `/custom/users/fields/${field.slug}/options`
      return statusOf(emulator, 'POST', path, { value: 'Vegan', enabled: true })
    },
  },
  'organization_affiliation.pair': paired('/organization_affiliations', 409, (emulator) => ({
    organization_id: emulator.given('organizations').id,
    user_id: emulator.given('users').id,
  })),
  'label.used': used('labels', {
    users({ given, act }, id) {
      act.update('labels', id, { model_type: 'User' })
      given('users', { label_ids: [id] })
    },
  }),
  'material_group.used': used('material_groups', {
    materials: ({ given }, id) => given('materials', { material_group_id: id }),
  }),
  'material.used': used('materials', {
    planning_materials: ({ given }, id) => given('planning_materials', { material_id: id }),
  }),
  'meeting_location.used': used('meeting_locations', {
    meetings: ({ given }, id) =>
      given('meetings', { meeting_location_id: id, planning_meeting_location_ids: [] }),
  }),
  'course_location.used': used('course_locations', {
    planned_courses: ({ given }, id) => given('planned_courses', { course_location_id: id }),
    meeting_locations: ({ given }, id) => given('meeting_locations', { course_location_id: id }),
  }),
  'teacher_role.used': used('teacher_roles', {
    teacher_enrollments: ({ given }, id) => given('teacher_enrollments', { teacher_role_id: id }),
  }),
  'program.used': used(
    'programs',
    {
      program_editions: ({ given }, id) => given('program_editions', { program_id: id }),
    },
    '/program/programs',
  ),
  'program_edition.used': used(
    'program_editions',
    {
      program_enrollments: ({ given }, id) => given('program_enrollments', { edition_id: id }),
      orders: ({ given, act }, id) => act.requestOrder({ edition: id, students: [given('users')] }),
    },
    '/program/editions',
  ),
}

export const records: AssumptionRows = { cases }
