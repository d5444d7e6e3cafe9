/** The tenant's general conditions, which apply to a course without conditions. */
import * as d from '../../engine/define/define.ts'

const defaultConditions = 'Our general conditions apply.'

/** Returns the conditions, or the general conditions if there are none or their text is blank. */
export const conditionsOrDefault = (conditions: string | null): string =>
  conditions === null || d.isBlankText(conditions) ? defaultConditions : conditions
