/** Tables of the records that a task can be about, by `subject_type`. */
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
