/** Custom properties, and links to custom records. */
import { integer, listOf, map, value } from '../../define.ts'

/** Values by the slug of the custom field. */
export const custom = () => map(value())

/** In a body: the new full set of linked records, by the slug of the association. */
export const customAssociations = () => map(listOf(integer())).flagged('Custom objects')
