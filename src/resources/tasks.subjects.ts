/** What a task can be about, by the word that says of what kind it is. */
export const taskSubjectTables = {
  Course: 'courses',
  Account: 'accounts',
  User: 'users',
  Lead: 'leads',
  Invoice: 'invoices',
  PlannedCourse: 'planned_courses',
  Order: 'orders',
  'Program::Program': 'programs',
  'Program::Edition': 'program_editions',
} as const

export type TaskSubjectType = keyof typeof taskSubjectTables
