/** What a grade can be given to, by the word that says of what kind it is. */
export const gradeableTables = {
  Enrollment: 'enrollments',
  'Program::Enrollment': 'program_enrollments',
} as const
