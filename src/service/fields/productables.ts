/** Tables of the records that the catalog offers, by their type on the wire. */

export const productableTables = { Course: 'courses', 'Program::Program': 'programs' } as const

export const variantableTables = {
  PlannedCourse: 'planned_courses',
  'Program::Edition': 'program_editions',
} as const
