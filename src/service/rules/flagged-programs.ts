/** The records that the flag Programs hides. */
import type { FlaggedRows } from '../../engine/define/resource.ts'
import { programsAreHidden } from '../behaviours/catalog.ts'

/** The rows that belong to programs: all rows of a resource, or those with the given values. */
export const flaggedPrograms = (where: FlaggedRows['where'] = {}): FlaggedRows => ({
  flag: 'Programs',
  where,
  assumption: programsAreHidden,
})
