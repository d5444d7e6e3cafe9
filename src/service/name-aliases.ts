/** The words of the service for common guesses. */
import type { ScopeAliases } from '../engine/emulator/service-definition.ts'

/** The resource for a common guess. */
export const resourceAliases: Readonly<Record<string, string>> = {
  attendees: 'planning_attendees',
  classes: 'planned_courses',
  companies: 'organizations',
  contacts: 'users',
  customers: 'users',
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
  variants: 'course_variants',
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
