/** What a catalog product may follow, by the word that says of what kind it is. */
export const productables = { Course: 'courses' } as const

/** What a catalog variant may follow. */
export const variantables = { PlannedCourse: 'planned_courses' } as const
