/** Assumptions about records: values, uniqueness, records in use. */
import type { Emulator } from 'course-admin-emulator'
import { send, statusOf } from '../../support/api-client.ts'
import type { AssumptionRows, CaseRow } from './row.ts'

/** Deleting a record in use is rejected, except with the alternative. */
const used = (path: string, make: (emulator: Emulator) => { id: number }): CaseRow => ({
  expected: { default: 422, alternative: 200 },
  observe: (emulator) => statusOf(emulator, 'DELETE', `${path}/${make(emulator).id}`),
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
    expected: { default: 0, alternative: 1 },
    async observe(emulator) {
      const room = emulator.given('meeting_locations')
      const [, meeting] = emulator.given('meetings', 2, {
        start_date_time: '2026-02-02T09:00:00.000Z',
        end_date_time: '2026-02-02T12:00:00.000Z',
        planning_meeting_location_ids: [room.id],
      })
      emulator.act.cancelPlannedCourse({ planned_course: meeting.planned_course_id })
      const response = await send(emulator, 'GET', '/planning/conflicts')
      return ((await response.json()) as unknown[]).length
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
  'user.delete.enrollments': {
    expected: { default: 'active', alternative: 'canceled' },
    observe(emulator) {
      const { id, student_id } = emulator.given('enrollments', { status: 'active' })
      emulator.act.deleteUser({ user: student_id })
      return emulator.row('enrollments', id)?.status
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
  'label.used': used('/labels', (emulator) => {
    const label = emulator.given('labels', { model_type: 'User' })
    emulator.given('users', { label_ids: [label.id] })
    return label
  }),
  'material_group.used': used('/material_groups', (emulator) => {
    const group = emulator.given('material_groups')
    emulator.given('materials', { material_group_id: group.id })
    return group
  }),
  'material.used': used('/materials', (emulator) => {
    const material = emulator.given('materials')
    emulator.given('planning_materials', { material_id: material.id })
    return material
  }),
  'meeting_location.used': used('/meeting_locations', (emulator) => {
    const room = emulator.given('meeting_locations')
    emulator.given('meetings', { meeting_location_id: room.id })
    return room
  }),
  'course_location.used': used('/course_locations', (emulator) => {
    const location = emulator.given('course_locations')
    emulator.given('planned_courses', { course_location_id: location.id })
    return location
  }),
  'teacher_role.used': used('/teacher_roles', (emulator) => {
    const role = emulator.given('teacher_roles')
    emulator.given('teacher_enrollments', { teacher_role_id: role.id })
    return role
  }),
  'program.used': used('/program/programs', (emulator) => {
    const program = emulator.given('programs')
    emulator.given('program_editions', { program_id: program.id })
    return program
  }),
  'program_edition.used': used('/program/editions', (emulator) => {
    const edition = emulator.given('program_editions')
    emulator.given('program_enrollments', { edition_id: edition.id })
    return edition
  }),
}

export const records: AssumptionRows = { cases }
