/** What a certificate can be awarded for, by the word that says of what kind it is. */
export const certifiableTables = {
  course_enrollment: 'enrollments',
  program_enrollment: 'program_enrollments',
  evaluation_element: 'program_elements',
} as const
