/** Tables of the records that a certificate can be awarded for, by `certifiable_type`. */
export const certifiableTables = {
  course_enrollment: 'enrollments',
  program_enrollment: 'program_enrollments',
  evaluation_element: 'program_elements',
} as const
