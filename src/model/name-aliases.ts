/** Errors for unknown names of the service, with the name that the service uses for a common guess. */
import { type EmulatorError, textOf, unknownNameError } from '../machine/errors.ts'

const resourceAliases: Readonly<Record<string, string>> = {
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

/** The service's word before the colon of a scope, by a common guess. */
const scopeGroupAliases: Readonly<Record<string, string>> = {
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
}

/** The service's word after the colon of a scope, by a common guess. */
const scopeVerbAliases: Readonly<Record<string, string>> = {
  create: 'modify',
  delete: 'destroy',
  edit: 'modify',
  update: 'modify',
  view: 'read',
  write: 'modify',
}

/** Creates the error for an unknown resource. */
export function unknownResourceError(
  name: unknown,
  known: Iterable<string>,
  action?: string,
): EmulatorError {
  const names = [...known]
  const alias = aliasOf(resourceAliases, textOf(name).toLowerCase())
  const suggestion = names.includes(alias) ? alias : undefined
  return unknownNameError('resource', name, names, action, suggestion)
}

/** Creates the error for an unknown scope. */
export function unknownScopeError(name: unknown, known: readonly string[]): EmulatorError {
  const [group = '', verb = ''] = textOf(name).toLowerCase().split(/[:.]/)
  const alias = `${aliasOf(scopeGroupAliases, group)}:${aliasOf(scopeVerbAliases, verb)}`
  const suggestion = known.includes(alias) ? alias : undefined
  return unknownNameError('scope', name, known, undefined, suggestion)
}

const aliasOf = (aliases: Readonly<Record<string, string>>, name: string): string =>
  (Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? name
