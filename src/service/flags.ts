/** The feature flags that an environment of the service can switch on or off. */

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

/**
 * The name of a feature flag of the service. All flags are on by default.
 *
 * @useDeclaredType
 * @example
 * createEmulator({ flags: { Programs: false } })
 */
export type FlagName = (typeof flagNames)[number]
