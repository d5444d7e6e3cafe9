/** Names in a scaled world: each block combines first names and surnames in another way. */
import * as d from '../../engine/define/define.ts'

/** The strides of first names and surnames. Their difference makes the full names of blocks differ. */
const strides = { first: 7, last: 13 }

export const repeatedFirstName = ({ another }: d.RepeatContext): string =>
  another('users', strides.first)['first_name']

/** Returns the user whose surname the copy has. */
export const repeatedSurname = ({ another }: d.RepeatContext): d.LooseRow =>
  another('users', strides.last)

/** The first word of a name, unless it is a prefix such as "Van". */
const firstWord = /^(?!(?:van|de|den|der|ter|ten)\b)[\w'-]+/iu

/** Replaces the first surname in the name of a company. */
export const repeatedCompanyName = (context: d.RepeatContext, name: string): string =>
  context.block === 0 ? name : name.replace(firstWord, () => repeatedSurname(context)['last_name'])
