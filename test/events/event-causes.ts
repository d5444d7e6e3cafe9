/** Every event of the service, with its causes and the other events of the same cause. */
import type { ResourceName } from 'course-admin-emulator'
import { act, call, type EventCause, date } from './event-cause.ts'

export type EventCauseRow = readonly [event: string, cause: EventCause, ...also: string[]]

/** `create`, `update` and `remove` of a record, as an administrator does them. */
const made = (resource: 'meetings' | 'planning_events' | 'program_enrollments'): EventCause =>
  act('create', (emulator) => emulator.act.create(resource, parentOf[resource](emulator)))

type Given = Parameters<EventCause['run']>[0]

const parentOf = {
  meetings: (to: Given) => ({ planned_course_id: to.given('planned_courses').id }),
  planning_events: (to: Given) => ({ meeting_id: to.given('meetings').id }),
  program_enrollments: (to: Given) => ({
    edition_id: to.given('program_editions').id,
    student_id: to.given('users').id,
  }),
}

const removed = (resource: ResourceName): EventCause =>
  act('remove', (emulator) => {
    const record = emulator.given(resource)
    emulator.act.remove(resource, record as never)
  })

const awarded = { body: { certificate_template_id: 1 } }

export const causes: readonly EventCauseRow[] = [
  ['account.created', call('create_account')],
  ['account.updated', call('update_account')],
  ['account.deleted', removed('accounts')],

  ['catalog_variant.created', call('create_planned_course'), 'planned_course.created'],
  ['catalog_variant.updated', call('update_catalog_variant_by_id'), 'planned_course.updated'],
  ['catalog_variant.deleted', call('delete_program_edition_by_id'), 'program_edition.deleted'],

  ['category.created', call('create_category')],
  ['category.updated', call('update_category_by_id')],
  ['category.deleted', removed('categories')],

  ['certificate.awarded', call('award_certificate_to_enrollment_by_id')],
  [
    'certificate.deleted',
    call('award_certificate_to_enrollment_by_id', (emulator) => {
      const { certifiable_id } = emulator.given('certificates')
      return { params: { id: certifiable_id }, ...awarded }
    }),
    'certificate.awarded',
  ],

  ['course.created', call('create_course'), 'product.created'],
  [
    'course.updated',
    act('publish', (to) => to.act.publish('courses', to.given('courses', { is_published: false }))),
    'product.updated',
  ],
  ['course.deleted', removed('courses'), 'product.deleted'],

  ['course_location.created', call('create_course_location')],
  ['course_location.updated', call('update_course_location_by_id')],
  ['course_location.deleted', call('delete_course_location_by_id')],

  ['course_variant.created', call('create_course_variant')],
  [
    'course_variant.updated',
    act('update', (to) =>
      to.act.update('course_variants', to.given('course_variants'), { name: 'B' }),
    ),
  ],
  ['course_variant.deleted', removed('course_variants')],

  ['custom_field_option.created', call('add_option_to_custom_field')],
  ['custom_field_option.updated', call('update_option_of_custom_field')],
  ['custom_field_option.deleted', call('delete_option_of_custom_field')],

  ['custom_record.created', call('create_custom_record')],
  ['custom_record.updated', call('update_custom_record')],
  ['custom_record.deleted', call('delete_custom_record')],

  ['educator.created', act('create', (to) => to.act.create('educators'))],
  ['educator.updated', act('update', (to) => to.act.update('educators', 1, { phone: '112' }))],
  ['educator.deleted', removed('educators')],

  [
    'enrollment.created',
    act('enroll', (to) => {
      const planned_course = to.given('planned_courses', { status: 'planned' })
      to.act.enroll({ student: to.given('users'), planned_course })
    }),
  ],
  [
    'enrollment.updated',
    act('completeEnrollment', (to) => {
      const enrollment = to.given('enrollments', { status: 'active' })
      to.act.completeEnrollment({ enrollment, graduation_state: 'passed' })
    }),
  ],
  ['enrollment.updated', call('cancel_enrollment_by_id')],
  [
    'enrollment.updated',
    act('cancelEnrollment', (to) =>
      to.act.cancelEnrollment({ enrollment: to.given('enrollments', { status: 'active' }) }),
    ),
  ],
  ['enrollment.deleted', removed('enrollments')],

  ['invoice.created', call('create_invoice')],
  ['invoice.updated', call('open_invoice_by_id')],
  ['invoice.deleted', removed('invoices')],

  ['invoice_vat.created', call('create_invoice_vat')],
  [
    'invoice_vat.updated',
    act('update', (to) =>
      to.act.update('invoice_vats', to.given('invoice_vats'), { percentage: '9.00' }),
    ),
  ],
  ['invoice_vat.deleted', removed('invoice_vats')],

  ['label.created', call('create_label')],
  ['label.updated', call('update_label_by_id')],
  ['label.deleted', call('delete_label_by_id')],

  ['lead.created', call('create_lead')],
  [
    'lead.updated',
    call('update_lead_by_id', (to) => ({
      params: { id: to.given('leads', { status: 'prospect' }).id },
      body: { status: 'won' },
    })),
  ],
  ['lead.deleted', call('delete_lead_by_id')],

  ['meeting.created', made('meetings')],
  [
    'meeting.updated',
    act('update', (to) => to.act.update('meetings', to.given('meetings'), { name: 'Exam' })),
  ],
  [
    'meeting.deleted',
    call('delete_meeting_by_id', (to) => ({ params: { id: to.given('meetings').id } })),
  ],
  ['meeting.teacher_attendees_changed', call('create_planning_attendee')],

  ['meeting_location.created', call('create_meeting_location')],
  ['meeting_location.updated', call('update_meeting_location_by_id')],
  ['meeting_location.deleted', call('delete_meeting_location_by_id')],

  [
    'order.created',
    act('requestOrder', (to) => {
      const { id } = to.given('accounts')
      const planned_course = to.given('planned_courses', { status: 'planned' })
      to.act.requestOrder({ planned_course, students: [to.given('users')], account: id })
    }),
  ],
  [
    'order.approved',
    act('approveOrder', (to) => {
      const order = to.given('orders', { status: 'requested' })
      to.given('order_items', 2, { order_id: order.id })
      to.act.approveOrder({ order })
    }),
    'enrollment.created',
    'enrollment.created',
  ],
  [
    'order.canceled',
    call('cancel_order_by_id', (to) => {
      const order_id = to.given('orders', { status: 'active' }).id
      to.given('enrollments', { order_id, status: 'confirmed' })
      return { params: { id: order_id } }
    }),
    'enrollment.updated',
  ],
  ['order.denied', call('deny_order_by_id')],
  ['order.updated', call('add_label_to_order')],
  ['order.deleted', removed('orders')],

  ['payment.created', call('create_invoice_payment_by_invoice_id')],
  [
    'payment.updated',
    act('update', (to) => to.act.update('payments', to.given('payments'), { status: 'failed' })),
  ],
  ['payment.deleted', call('delete_invoice_payment_by_id_and_invoice_id'), 'invoice.updated'],

  ['planned_course.created', call('create_planned_course'), 'catalog_variant.created'],
  [
    'planned_course.updated',
    date((to) => to.given('planned_courses', { start_date: '2026-01-06', status: 'planned' }), 1),
    'catalog_variant.updated',
  ],
  [
    'planned_course.canceled',
    act('cancelPlannedCourse', (to) => {
      const { planned_course_id } = to.given('enrollments', { status: 'confirmed' })
      to.act.cancelPlannedCourse({ planned_course: planned_course_id })
    }),
    'catalog_variant.updated',
    'enrollment.updated',
  ],
  [
    'planned_course.teacher_attendees_changed',
    act('assignTeacher', (to) => {
      const planned_course = to.given('planned_courses')
      to.act.assignTeacher({ planned_course, teacher: to.given('teachers') })
    }),
  ],
  ['planned_course.deleted', removed('planned_courses'), 'catalog_variant.deleted'],

  ['planning_event.created', made('planning_events')],
  [
    'planning_event.updated',
    act('update', (to) =>
      to.act.update('planning_events', to.given('planning_events'), { name: 'Rehearsal' }),
    ),
  ],
  ['planning_event.deleted', call('delete_planning_event_by_id')],
  [
    'planning_event.teacher_attendees_changed',
    call('create_planning_required_teacher_group_attendee'),
  ],

  ['product.created', call('create_program'), 'program.created'],
  [
    'product.updated',
    act('unpublish', (to) => {
      const { id } = to.given('courses', { is_published: true })
      const [product] = to.rows('catalog_products', {
        productable_id: id,
        productable_type: 'Course',
      })
      to.act.unpublish('catalog_products', product?.id as number)
    }),
    'course.updated',
  ],
  ['product.deleted', call('delete_program_by_id'), 'program.deleted'],

  ['program.created', call('create_program'), 'product.created'],
  ['program.updated', call('update_program_by_id'), 'product.updated'],
  ['program.deleted', call('delete_program_by_id'), 'product.deleted'],

  ['program_edition.created', call('create_program_edition'), 'catalog_variant.created'],
  ['program_edition.updated', call('update_program_edition_by_id'), 'catalog_variant.updated'],
  ['program_edition.deleted', call('delete_program_edition_by_id'), 'catalog_variant.deleted'],

  ['program_enrollment.created', made('program_enrollments')],
  [
    'program_enrollment.updated',
    act('update', (to) =>
      to.act.update('program_enrollments', to.given('program_enrollments'), {
        graduation_state: 'failed',
      }),
    ),
  ],
  ['program_enrollment.cancel', call('cancel_program_enrollment_by_id')],
  [
    'program_enrollment.pass',
    call('award_certificate_to_program_enrollment_by_id', (to) => ({
      params: { id: to.given('program_enrollments').id },
      ...awarded,
    })),
    'certificate.awarded',
  ],
  [
    'program_enrollment.graduation_revoked',
    call('delete_certificate_from_program_enrollment_by_id'),
    'certificate.deleted',
  ],

  ['teacher.created', call('create_teacher')],
  [
    'teacher.updated',
    call('activate_teacher_by_id', (to) => ({
      params: { id: to.given('teachers', { active: false }).id },
    })),
  ],
  ['teacher.deleted', removed('teachers')],

  ['teacher_role.created', call('create_teacher_role')],
  ['teacher_role.updated', call('update_teacher_role_by_id')],
  ['teacher_role.deleted', call('delete_teacher_role_by_id')],

  [
    'user.created',
    act('createUser', (to) =>
      to.act.createUser({ first_name: 'Mia', last_name: 'Berg', email: 'mia@example.test' }),
    ),
  ],
  [
    'user.updated',
    act('updateUser', (to) => to.act.updateUser({ user: to.given('users'), locale: 'de' })),
  ],
  ['user.updated', call('create_external_identity')],
  [
    'user.merged',
    act('mergeUsers', (to) => {
      const [primary, secondary] = to.given('users', 2)
      to.act.mergeUsers({ primary, secondary })
    }),
  ],
  ['user.deleted', act('deleteUser', (to) => to.act.deleteUser({ user: to.given('users') }))],
]
