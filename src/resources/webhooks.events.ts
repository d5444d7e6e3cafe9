/** Every event that a webhook can subscribe to. */

const eventActions = {
  account: 'created deleted updated',
  catalog_variant: 'created deleted updated',
  category: 'created deleted updated',
  certificate: 'awarded deleted',
  course: 'created deleted updated',
  course_location: 'created deleted updated',
  course_variant: 'created deleted updated',
  custom_field_option: 'created deleted updated',
  custom_record: 'created deleted updated',
  educator: 'created deleted updated',
  enrollment: 'created deleted updated',
  invoice: 'created deleted updated',
  invoice_vat: 'created deleted updated',
  label: 'created deleted updated',
  lead: 'created deleted updated',
  meeting: 'created deleted teacher_attendees_changed updated',
  meeting_location: 'created deleted updated',
  order: 'approved canceled created deleted denied updated',
  payment: 'created deleted updated',
  planned_course: 'canceled created deleted teacher_attendees_changed updated',
  planning_event: 'created deleted teacher_attendees_changed updated',
  product: 'created deleted updated',
  program: 'created deleted updated',
  program_edition: 'created deleted updated',
  program_enrollment: 'cancel created graduation_revoked pass updated',
  teacher: 'created deleted updated',
  teacher_role: 'created deleted updated',
  user: 'created deleted merged updated',
} as const

export const webhookEvents: readonly string[] = Object.entries(eventActions).flatMap(
  ([entity, names]) => names.split(' ').map((name) => `${entity}.${name}`),
)
