/** What the catalog follows, by the word that says of what kind it is. */

export const productables = { Course: 'courses', 'Program::Program': 'programs' } as const

export const variantables = {
  PlannedCourse: 'planned_courses',
  'Program::Edition': 'program_editions',
} as const

/** What the tenant says where a course says nothing of its own. */
export const conditionsDefault = 'Our general conditions apply.'
