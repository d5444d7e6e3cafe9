/** The tenant's general conditions, which apply to a course without conditions. */

export const defaultConditions = 'Our general conditions apply.'
