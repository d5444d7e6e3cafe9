/** The error for an unknown scope, with the scope for a common guess. */
import { type EmulatorError, textOf, unknownNameError } from '../machine/errors.ts'

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

/** Creates the error for an unknown scope. */
export function unknownScopeError(name: unknown, known: readonly string[]): EmulatorError {
  const [group = '', verb = ''] = textOf(name).toLowerCase().split(/[:.]/)
  const alias = `${aliasOf(scopeGroupAliases, group)}:${aliasOf(scopeVerbAliases, verb)}`
  const suggestion = known.includes(alias) ? alias : undefined
  return unknownNameError('scope', name, known, undefined, suggestion)
}

const aliasOf = (aliases: Readonly<Record<string, string>>, name: string): string =>
  (Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? name
