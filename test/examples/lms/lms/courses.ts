/** The courses of the LMS, by key, with their students and teachers. */
import { accountOf } from './accounts.ts'
import { LmsError } from './lms-error.ts'
import type { Course, Role, State } from './state.ts'

function courseOf({ courses }: State, key: string): Course {
  const course = courses.get(key)
  if (!course) throw new LmsError(404, `there is no course ${key}`)
  return course
}

/** Creates a course, or renames it. */
export function putCourse(state: State, key: string, title: string): object {
  const before = state.courses.get(key)
  if (before?.title !== title) {
    const noMembers = { students: new Set<string>(), teachers: new Set<string>() }
    state.courses.set(key, { ...noMembers, ...before, key, title })
    state.history.push(`${key} is ${before ? 'renamed' : 'made'}`)
  }
  return { key, title }
}

export const membersOf = (state: State, key: string, role: Role): string[] => [
  ...courseOf(state, key)[role],
]

export function admit(state: State, key: string, role: Role, account: string): object {
  const { id } = accountOf(state, account)
  courseOf(state, key)[role].add(id)
  state.history.push(`${id} joins the ${role} of ${key}`)
  return {}
}

export function dismiss(state: State, key: string, role: Role, account: string): object {
  if (courseOf(state, key)[role].delete(account)) {
    state.history.push(`${account} leaves the ${role} of ${key}`)
  }
  return {}
}
