/** Every event of the service, with its causes and the other events of the same cause. */
import { act, awarded, call, type EventCauseRow, made, removed } from './event-cause.ts'
import { laterCauses } from './later-event-causes.ts'

/** The causes of events from `account` to `meeting_location`. */
const earlierCauses: readonly EventCauseRow[] = [
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
]

export const causes: readonly EventCauseRow[] = [...earlierCauses, ...laterCauses]
