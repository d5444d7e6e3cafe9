/** Tables of the records that can have grades, by `gradeable_type`. */
export const gradeableTables = {
  Enrollment: 'enrollments',
  'Program::Enrollment': 'program_enrollments',
} as const
