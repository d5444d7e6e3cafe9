/** Probes of assumptions about records: states, uniqueness, records in use. */
import type { Emulator } from 'course-admin-emulator'
import { eventsOf, type Probe, type Probes, send, statusOf } from './probe.ts'

/** Deleting a record in use is rejected, except with the alternative. */
const used = (path: string, make: (emulator: Emulator) => { id: number }): Probe => ({
  observations: { default: 422, alternative: 200 },
  observe: (emulator) => statusOf(emulator, 'DELETE', `${path}/${make(emulator).id}`),
})

/** A transition from an invalid state is rejected, except with the alternative. */
const moved = (
  path: (id: number) => string,
  make: (emulator: Emulator) => { id: number },
  alternative = 200,
): Probe => ({
  observations: { default: 422, alternative },
  observe: (emulator) => statusOf(emulator, 'PUT', path(make(emulator).id)),
})

/** Creating the same pair again is rejected, except with the alternative. */
const paired = (path: string, status: number, make: (emulator: Emulator) => object): Probe => ({
  observations: { default: [201, status], alternative: [201, 201] },
  async observe(emulator) {
    const body = make(emulator)
    const first = await statusOf(emulator, 'POST', path, body)
    return [first, await statusOf(emulator, 'POST', path, body)]
  },
})

/** Whether an act was rejected. */
function attempt(act: () => unknown): 'done' | 'refused' {
  try {
    act()
    return 'done'
  } catch {
    return 'refused'
  }
}

const states: Probes = {
  'enrollment.cancel.from': moved(
    (id) => `/enrollments/${id}/cancel`,
    (emulator) => emulator.given('enrollments', { status: 'canceled' }),
  ),
  'planned_course.cancel.from': moved(
    (id) => `/planned_courses/${id}/cancel`,
    (emulator) => emulator.given('planned_courses', { status: 'canceled' }),
  ),
  'program_enrollment.cancel.from': moved(
    (id) => `/program/enrollments/${id}/cancel`,
    (emulator) => emulator.given('program_enrollments', { state: 'canceled' }),
  ),
  'order.approve.from': moved(
    (id) => `/orders/${id}/approve`,
    (emulator) => emulator.given('orders', { status: 'active' }),
  ),
  'order.cancel.from': moved(
    (id) => `/orders/${id}/cancel`,
    (emulator) => emulator.given('orders', { status: 'canceled' }),
  ),
  'order.deny.from': moved(
    (id) => `/orders/${id}/deny`,
    (emulator) => emulator.given('orders', { status: 'active' }),
    204,
  ),
  'order.full': {
    observations: { default: 422, alternative: 200 },
    observe(emulator) {
      const { id: variantable_id } = emulator.given('planned_courses', { max_participants: 0 })
      const [variant] = emulator.rows('catalog_variants', { variantable_id })
      const order = emulator.given('orders', {
        catalog_variant_id: variant?.id as number,
        planned_course_id: variantable_id,
        status: 'requested',
      })
      emulator.given('order_items', { order_id: order.id })
      return statusOf(emulator, 'PUT', `/orders/${order.id}/approve`)
    },
  },
  'order.over': {
    observations: { default: 422, alternative: 200 },
    observe(emulator) {
      const planned_course = emulator.given('planned_courses', { status: 'planned' })
      const students = [emulator.given('users')]
      const { id } = emulator.act.requestOrder({ planned_course, students })
      emulator.act.cancelPlannedCourse({ planned_course })
      return statusOf(emulator, 'PUT', `/orders/${id}/approve`)
    },
  },
  'email.tags.unknown': {
    observations: { default: [422, []], alternative: [201, ['Hello {{user.nickname}}']] },
    async observe(emulator) {
      const mail = { subject: 'Hello {{user.nickname}}', body: 'Welcome' }
      const status = await statusOf(emulator, 'POST', '/users/1/emails', mail)
      return [status, emulator.outbox.map(({ subject }) => subject)]
    },
  },
  'certificate.canceled': {
    observations: { default: 422, alternative: 200 },
    observe(emulator) {
      const { id } = emulator.given('enrollments', { status: 'canceled' })
      const sent = { certificate_template_id: 1 }
      return statusOf(emulator, 'PUT', `/enrollments/${id}/award_certificate`, sent)
    },
  },
  'order.gone': {
    observations: { default: [422, 0], alternative: [200, 1] },
    async observe(emulator) {
      const planned_course = emulator.given('planned_courses', { status: 'planned' })
      const students = emulator.given('users', 2)
      const { id } = emulator.act.requestOrder({ planned_course, students })
      emulator.act.deleteUser({ user: students[1] })
      const status = await statusOf(emulator, 'PUT', `/orders/${id}/approve`)
      return [status, emulator.rows('enrollments', { order_id: id }).length]
    },
  },
  'enrollment.enroll': {
    observations: { default: 'refused', alternative: 'done' },
    observe: (emulator) =>
      attempt(() =>
        emulator.act.enroll({
          student: emulator.given('users'),
          planned_course: emulator.given('planned_courses', { max_participants: 0 }),
        }),
      ),
  },
  'enrollment.complete.from': {
    observations: { default: 'refused', alternative: 'done' },
    observe: (emulator) =>
      attempt(() =>
        emulator.act.completeEnrollment({
          enrollment: emulator.given('enrollments', { status: 'canceled' }),
          graduation_state: 'passed',
        }),
      ),
  },
  'enrollment.end_date.fixed': {
    observations: { default: 422, alternative: 200 },
    observe(emulator) {
      const { id: planned_course_id } = emulator.given('planned_courses', {
        type: 'FixedPlannedCourse',
      })
      const { id } = emulator.given('enrollments', { planned_course_id })
      return statusOf(emulator, 'PUT', `/enrollments/${id}`, { end_date: '2027-12-31' })
    },
  },
  'grade.moves': {
    observations: { default: 'awaiting_judgement', alternative: 'passed' },
    async observe(emulator) {
      const { id } = emulator.given('enrollments', { graduation_state: 'awaiting_judgement' })
      const grade = { gradeable_type: 'Enrollment', gradeable_id: id, grade: null, score: 8 }
      await send(emulator, 'POST', '/grades', grade)
      return emulator.row('enrollments', id)?.graduation_state
    },
  },
  'program_enrollment.award': {
    observations: { default: 'passed', alternative: 'awaiting_judgement' },
    async observe(emulator) {
      const { id } = emulator.given('program_enrollments', {
        state: 'confirmed',
        graduation_state: 'awaiting_judgement',
      })
      const award = { certificate_template_id: 1 }
      await send(emulator, 'PUT', `/program/enrollments/${id}/award_certificate`, award)
      return emulator.row('program_enrollments', id)?.graduation_state
    },
  },
}

/** Whether a call with implausible values succeeds, except with the alternative. */
const taken = (
  method: string,
  path: (emulator: Emulator) => string,
  body: object,
  alternative: number,
): Probe => ({
  observations: { default: 422, alternative },
  observe: (emulator) => statusOf(emulator, method, path(emulator), body),
})

const limits: Probes = {
  'number.negative': taken('POST', () => '/invoice_vats', { name: 'Odd', percentage: '-5' }, 201),
  'participants.order': taken(
    'PUT',
    (emulator) => `/planned_courses/${emulator.given('planned_courses').id}`,
    { min_participants: 5, max_participants: 1 },
    200,
  ),
  'planning_conflict.canceled': {
    observations: { default: 0, alternative: 1 },
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
    observations: { default: 422, alternative: 201 },
    observe: (emulator) =>
      statusOf(emulator, 'POST', '/planning/required_teacher_group_attendees', {
        teacher_id: emulator.given('teachers', { active: true }).id,
        required_teacher_group_id: emulator.given('required_teacher_groups', { quantity: 0 }).id,
      }),
  },
  'teacher.inactive': {
    observations: { default: 422, alternative: 201 },
    observe: (emulator) =>
      statusOf(emulator, 'POST', '/teacher_enrollments', {
        teacher_id: emulator.given('teachers', { active: false }).id,
        planned_course_id: emulator.given('planned_courses').id,
      }),
  },
}

const people: Probes = {
  'user.email.unique': {
    observations: { default: 422, alternative: 201 },
    observe(emulator) {
      const { email } = emulator.given('users')
      const user = { first_name: 'Mia', last_name: 'Berg', email }
      return statusOf(emulator, 'POST', '/users', user)
    },
  },
  'user.principal_id.taken': {
    observations: { default: ['P1', null], alternative: [null, 'P1'] },
    async observe(emulator) {
      const [holder, other] = emulator.given('users', 2, { principal_id: null })
      for (const { id } of [holder, other]) {
        await send(emulator, 'POST', `/users/${id}/external_identity`, { principal_id: 'P1' })
      }
      return [holder, other].map(
        ({ id }) => emulator.row('users', id)?.external_identity.principal_id,
      )
    },
  },
  'user.delete.enrollments': {
    observations: { default: 'active', alternative: 'canceled' },
    observe(emulator) {
      const { id, student_id } = emulator.given('enrollments', { status: 'active' })
      emulator.act.deleteUser({ user: student_id })
      return emulator.row('enrollments', id)?.status
    },
  },
  'user.merge.deleted': {
    observations: { default: ['user.merged'], alternative: ['user.deleted', 'user.merged'] },
    observe(emulator) {
      const [primary, secondary] = emulator.given('users', 2)
      emulator.act.mergeUsers({ primary, secondary })
      return eventsOf(emulator)
    },
  },
  'user.merge.twice': {
    observations: { default: ['active', 'active'], alternative: ['active', 'canceled'] },
    observe(emulator) {
      const [primary, secondary] = emulator.given('users', 2)
      const { id: planned_course_id } = emulator.given('planned_courses', { status: 'active' })
      for (const { id } of [primary, secondary]) {
        emulator.given('enrollments', { student_id: id, planned_course_id, status: 'active' })
      }
      emulator.act.mergeUsers({ primary, secondary })
      return emulator.rows('enrollments', { student_id: primary.id }).map(({ status }) => status)
    },
  },
  'user.merge.teacher': {
    observations: { default: [1, 2], alternative: [2, 1] },
    observe(emulator) {
      const [primary, secondary] = emulator.given('users', 2)
      const [teacher] = [primary, secondary].map(({ id }) => {
        const made = emulator.given('teachers', { user_id: id })
        emulator.given('teacher_enrollments', { teacher_id: made.id })
        return made
      })
      emulator.act.mergeUsers({ primary, secondary })
      const teachers = emulator.rows('teachers', { user_id: primary.id })
      const taught = emulator.rows('teacher_enrollments', { teacher_id: teacher?.id as number })
      return [teachers.length, taught.length]
    },
  },
  'lead.mine': {
    observations: { default: 0, alternative: 1 },
    async observe(emulator) {
      emulator.given('leads', { administrator_id: 1 })
      const user = emulator.given('users')
      const token = emulator.mintToken({ scopes: ['my_leads:read'], user })
      const response = await send(emulator, 'GET', '/leads', undefined, token)
      return ((await response.json()) as unknown[]).length
    },
  },
  'email.from': {
    observations: { default: 201, alternative: 422 },
    observe: (emulator) =>
      statusOf(emulator, 'POST', '/users/1/emails', { subject: 'Welcome', body: 'Hello' }),
  },
}

const catalog: Probes = {
  'course.slug': {
    observations: { default: true, alternative: false },
    async observe(emulator) {
      const { id, slug } = emulator.given('courses')
      await send(emulator, 'PUT', `/courses/${id}`, { name: 'Another name' })
      return emulator.row('courses', id)?.slug_history.includes(slug)
    },
  },
  'custom.unknown': {
    observations: { default: 422, alternative: 200 },
    observe: (emulator) => statusOf(emulator, 'PUT', '/users/1', { custom: { nonsense: 'x' } }),
  },
  'custom_field_option.value': {
    observations: { default: 409, alternative: 201 },
    observe(emulator) {
      const field = emulator.given('custom_fields', { object_type: 'users', field_type: 'select' })
      emulator.given('custom_field_options', { custom_field_id: field.id, value: 'Vegan' })
      const path = `/custom/users/fields/${field.slug}/options`
      return statusOf(emulator, 'POST', path, { value: 'Vegan', enabled: true })
    },
  },
}

const pairs: Probes = {
  'teacher_enrollment.pair': paired('/teacher_enrollments', 422, (emulator) => ({
    teacher_id: emulator.given('teachers').id,
    planned_course_id: emulator.given('planned_courses').id,
  })),
  'planning_attendee.pair': paired('/planning/attendees', 409, (emulator) => ({
    teacher_id: emulator.given('teachers').id,
    attendable_type: 'Meeting',
    attendable_id: emulator.given('meetings').id,
  })),
  'organization_affiliation.pair': paired('/organization_affiliations', 409, (emulator) => ({
    organization_id: emulator.given('organizations').id,
    user_id: emulator.given('users').id,
  })),
}

const inUse: Probes = {
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

export const records: Probes = { ...states, ...limits, ...people, ...catalog, ...pairs, ...inUse }
