/** Assumptions about merges of users. */
import type { Emulator, User } from 'course-admin-emulator'
import { send } from '../../support/api-client.ts'
import { emittedEvents } from '../../support/expected-events.ts'
import type { AssumptionRows } from './row.ts'

/** Merges two users; the records of both are created first. Returns the primary user. */
function merge(
  emulator: Emulator,
  create: (user: User, role: 'primary' | 'secondary') => void,
): { id: number } {
  const [primary, secondary] = emulator.given('users', 2, { principal_id: null })
  create(primary, 'primary')
  create(secondary, 'secondary')
  emulator.act.mergeUsers({ primary, secondary })
  return primary
}

const counts = (emulator: Emulator, ...tables: Parameters<Emulator['rows']>[0][]): number[] =>
  tables.map((table) => emulator.rows(table).length)

const cases: AssumptionRows['cases'] = {
  'user.merge.pairs': {
    expected: { default: [1, 1, 1, 1, 1], alternative: [2, 2, 2, 2, 2] },
    observe(emulator) {
      const { id: account_id } = emulator.given('accounts')
      const { id: organization_id } = emulator.given('organizations')
      const { id: planned_course_id } = emulator.given('planned_courses')
      const { id: attendable_id } = emulator.given('meetings')
      merge(emulator, ({ id: user_id }) => {
        emulator.given('affiliations', { account_id, user_id })
        emulator.given('organization_affiliations', { organization_id, user_id })
        const { id: teacher_id } = emulator.given('teachers', { user_id })
        emulator.given('teacher_enrollments', { teacher_id, planned_course_id })
        const event = { attendable_type: 'Meeting', attendable_id } as const
        emulator.given('planning_attendees', { ...event, teacher_id })
      })
      return [
        emulator.rows('affiliations', { account_id }).length,
        ...counts(
          emulator,
          'organization_affiliations',
          'teachers',
          'teacher_enrollments',
          'planning_attendees',
        ),
      ]
    },
  },
  'user.merge.accounts': {
    expected: { default: [1, 1], alternative: [2] },
    observe(emulator) {
      const { id: personal_user_id } = merge(emulator, ({ id }) => {
        const account = { account_type: 'personal', personal_user_id: id } as const
        const { id: account_id } = emulator.given('accounts', account)
        emulator.given('orders', { account_id, creator_id: id })
      })
      const accounts = emulator.rows('accounts', { personal_user_id })
      return accounts.map(({ id }) => emulator.rows('orders', { account_id: id }).length)
    },
  },
  'user.merge.deleted': {
    expected: { default: ['user.merged'], alternative: ['user.deleted', 'user.merged'] },
    observe(emulator) {
      const [primary, secondary] = emulator.given('users', 2)
      emulator.act.mergeUsers({ primary, secondary })
      return emittedEvents(emulator)
    },
  },
  'user.merge.duplicate_enrollment': {
    expected: { default: ['active', 'active'], alternative: ['active', 'canceled'] },
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
  'user.merge.api_keys': {
    expected: { default: 200, alternative: 403 },
    async observe(emulator) {
      let token = ''
      merge(emulator, (user, role) => {
        if (role === 'secondary') token = emulator.mintToken({ user, scopes: ['courses:read'] })
      })
      return (await send(emulator, 'GET', '/courses', undefined, token)).status
    },
  },
  'user.merge.admin': {
    expected: { default: ['admin'], alternative: [] },
    observe(emulator) {
      const primary = emulator.given('users', { is_admin: false })
      const secondary = emulator.given('users', { is_admin: true })
      emulator.act.mergeUsers({ primary, secondary })
      return emulator.row('users', primary.id)?.roles
    },
  },
  'user.merge.principal_id': {
    expected: { default: null, alternative: 'P2' },
    observe(emulator) {
      const [primary, secondary] = ([null, 'P2'] as const).map((principal_id) =>
        emulator.given('users', { principal_id }),
      )
      emulator.act.mergeUsers({ primary: primary as never, secondary: secondary as never })
      return emulator.row('users', primary?.id as number)?.external_identity.principal_id
    },
  },
}

export const merges: AssumptionRows = { cases }
