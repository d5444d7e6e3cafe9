/** The causes of events from `order` to `user`, in alphabetical order, with the other events of each cause. */
import { act, awarded, call, date, type EventCauseRow, made, removed } from './event-cause.ts'

export const laterCauses: readonly EventCauseRow[] = [
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
