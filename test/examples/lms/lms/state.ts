/** The state of the LMS: accounts, courses with their members, and a history of changes. */

export interface Account {
  id: string
  /** The id of the person in other systems. */
  external_id: string | null
  email: string
  name: string
  language: string
  active: boolean
}

/** The roles in a course. */
export type Role = 'students' | 'teachers'

export interface Course {
  /** A key that the client of the API chooses. */
  key: string
  title: string
  /** Ids of accounts. */
  students: Set<string>
  teachers: Set<string>
}

export interface State {
  accounts: Map<string, Account>
  /** The number of accounts ever created. Ids are not reused. */
  accountsMade: number
  courses: Map<string, Course>
  /** One line for each change, oldest first. */
  history: string[]
}

export const emptyState = (): State => ({
  accounts: new Map(),
  accountsMade: 0,
  courses: new Map(),
  history: [],
})
