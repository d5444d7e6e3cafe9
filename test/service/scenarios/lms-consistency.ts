/** Compares an LMS with the service: the same users in the same courses, with the same names. */
import { deepEqual } from 'node:assert/strict'
import type { Emulator } from '../../../src/engine/emulator/emulator-api.ts'
import type { Lms } from '../../examples/lms/lms/lms.ts'

interface ComparedSystems {
  readonly emulator: Emulator
  readonly lms: Lms
}

/** @throws AssertionError with the differences */
export function assertLmsMatches({ emulator, lms }: ComparedSystems): void {
  deepEqual(actualAccess(lms), expectedAccess(emulator))
  deepEqual(actualPeople(lms), expectedPeople(emulator, lms))
}

/** The course access of active accounts, by course key and principal ID. */
export function actualAccess({ state: { courses, accounts } }: Lms): string[] {
  const lines = [...courses.values()].flatMap(({ key, students, teachers }) =>
    Object.entries({ students, teachers }).flatMap(([role, ids]) =>
      [...ids]
        .map((id) => accounts.get(id))
        .filter((account) => account?.active)
        .map((account) => `${key} ${role} ${account?.external_id}`),
    ),
  )
  return lines.sort()
}

/** The course access that follows from active enrollments and assigned teachers. */
function expectedAccess(emulator: Emulator): string[] {
  const lines = new Set<string>()
  for (const { id, lms_link } of emulator.rows('planned_courses')) {
    if (!lms_link) continue
    const addAccess = (role: string, user: number | undefined): void => {
      const found = user === undefined ? undefined : emulator.row('users', user)
      if (found) lines.add(`edition-${id} ${role} ${found.external_identity?.principal_id}`)
    }
    for (const { student_id, status } of emulator.rows('enrollments', { planned_course_id: id })) {
      if (status !== 'canceled') addAccess('students', student_id)
    }
    for (const { teacher_id } of emulator.rows('teacher_enrollments', { planned_course_id: id })) {
      const email = emulator.row('teachers', teacher_id)?.email ?? ''
      addAccess('teachers', emulator.rows('users', { email })[0]?.id)
    }
  }
  return [...lines].sort()
}

const actualPeople = ({ state: { accounts } }: Lms): string[] =>
  [...accounts.values()]
    .filter(({ active }) => active)
    .map(({ external_id, name, email, language }) => `${external_id} ${name} ${email} ${language}`)
    .sort()

/** The expected data of the active accounts. An account without a user has its own line. */
function expectedPeople(emulator: Emulator, { state: { accounts } }: Lms): string[] {
  const users = new Map(
    emulator.rows('users').map((user) => [user.external_identity?.principal_id, user]),
  )
  return [...accounts.values()]
    .filter(({ active }) => active)
    .map(({ external_id }) => {
      const user = external_id === null ? undefined : users.get(external_id)
      if (!user) return `${external_id} has no user`
      const name = [user.first_name, user.middle_name, user.last_name].filter(Boolean).join(' ')
      return `${external_id} ${name} ${user.email} ${user.locale}`
    })
    .sort()
}
