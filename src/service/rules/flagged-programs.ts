/** The records that the flag Programs hides. */
import type { FlaggedRows } from '../../engine/define/resource.ts'
import { programsAreHidden } from '../behaviours/catalog.ts'

/** All rows of a resource belong to programs. Records that refer to one of them are hidden with it. */
export const flaggedPrograms: FlaggedRows = { flag: 'Programs', assumption: programsAreHidden }
