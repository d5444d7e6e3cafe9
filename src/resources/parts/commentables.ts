/** What a comment can stand beside, by the word that says of what kind it is. */
export const commentables = {
  Account: 'accounts',
  Order: 'orders',
  PlannedCourse: 'planned_courses',
  User: 'users',
} as const

export type CommentType = keyof typeof commentables
