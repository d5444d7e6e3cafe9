/** What a learning system keeps: accounts, courses, who may enter which, and what was done to them. */

export interface Account {
  id: string
  /** Who the person is in other systems. */
  external_id: string | null
  email: string
  name: string
  language: string
  active: boolean
}

/** Two ways to be in a course. */
export type Role = 'students' | 'teachers'

export interface Course {
  /** Chosen by whoever makes the course. */
  key: string
  title: string
  /** Ids of accounts. */
  students: Set<string>
  teachers: Set<string>
}

export interface State {
  accounts: Map<string, Account>
  /** Numbers are not given out twice. */
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
