/** The words of the service for common guesses. */
import type { NameAliases } from '../engine/errors/near-names.ts'
import type { ScopeAliases } from '../engine/emulator/service-definition.ts'

/** The name of a resource, an act or an event for a common guess, in its singular or plural and in any style. */
export const nameAliases: NameAliases = {
  attendees: 'planning_attendees',
  classes: 'planned_courses',
  companies: 'organizations',
  contacts: 'users',
  course_editions: 'planned_courses',
  create_enrollment: ['enroll', 'create_order'],
  customers: 'users',
  delete_enrollment: ['cancel_enrollment', 'enrollment.deleted'],
  editions: 'program_editions',
  events: 'planning_events',
  instructors: 'teachers',
  learners: 'users',
  lessons: 'meetings',
  locations: 'meeting_locations',
  participants: 'enrollments',
  people: 'users',
  persons: 'users',
  products: 'catalog_products',
  registrations: 'enrollments',
  relations: 'users',
  roles: 'teacher_roles',
  sessions: 'meetings',
  students: 'users',
  subscriptions: 'webhooks',
  tokens: 'api_keys',
  trainings: 'courses',
  unenroll: 'cancel_enrollment',
  variants: 'course_variants',
  'enrollment.canceled': 'enrollment.updated',
  'enrollment.completed': 'enrollment.updated',
  'invoice.opened': 'invoice.updated',
  'user.renamed': 'user.updated',
}

/** The two parts of a scope for common guesses. */
export const scopeAliases: ScopeAliases = {
  groups: {
    accounts: 'relations',
    attendances: 'enrollments',
    contacts: 'relations',
    grades: 'enrollments',
    meetings: 'courses',
    organizations: 'relations',
    people: 'relations',
    planned_courses: 'courses',
    students: 'relations',
    users: 'relations',
    webhooks: 'settings',
  },
  verbs: {
    create: 'modify',
    delete: 'destroy',
    edit: 'modify',
    update: 'modify',
    view: 'read',
    write: 'modify',
  },
}
