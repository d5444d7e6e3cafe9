/** Tables of the records that can have comments, by `commentable_type`. */
export const commentableTables = {
  Account: 'accounts',
  Invoice: 'invoices',
  Lead: 'leads',
  Order: 'orders',
  Organization: 'organizations',
  PlannedCourse: 'planned_courses',
  'Program::Editions::Edition': 'program_editions',
  Task: 'tasks',
  User: 'users',
} as const

export type CommentableType = keyof typeof commentableTables
