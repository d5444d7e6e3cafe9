/** What the catalog follows, by the word that says of what kind it is. */

export const productableTables = { Course: 'courses', 'Program::Program': 'programs' } as const

export const variantableTables = {
  PlannedCourse: 'planned_courses',
  'Program::Edition': 'program_editions',
} as const

/** What the tenant says where a course says nothing of its own. */
export const defaultConditions = 'Our general conditions apply.'
