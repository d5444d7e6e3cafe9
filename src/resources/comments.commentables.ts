/** What a comment can stand beside, by the word that says of what kind it is. */
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
