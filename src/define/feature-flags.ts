/** The feature flags of the service: what an environment may have switched on or off. */

export const flagNames = [
  'Programs',
  'Custom objects',
  'Organization labels',
  'Organizations',
  'Manage principal ids',
  'Departments',
  'Course edition external link',
  'Premium scheduling',
  'Teacher availability',
  'Meeting requirements',
  'Edition description sections',
  'Teacher roles',
] as const

/** A feature flag of the service. @useDeclaredType */
export type FlagName = (typeof flagNames)[number]
