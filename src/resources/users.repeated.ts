/** The users of a scaled world: each block combines first names and surnames in another way. */
import type { LooseRow, RepeatContext, RepeatedFields } from '../define/define.ts'
import { demoEmail } from './demo/person-names.ts'
import { renumbered } from './demo/repeated-fields.ts'
import { slugWithId } from './shared/slugs.ts'

/** The strides of first names and surnames. Their difference makes the full names of blocks differ. */
const strides = { first: 7, last: 13 }

export const repeatedFirstName = ({ another }: RepeatContext): string =>
  another('users', strides.first)['first_name']

/** Returns the user whose surname the copy has. */
export const repeatedSurname = ({ another }: RepeatContext): LooseRow =>
  another('users', strides.last)

export const repeatedUserFields: RepeatedFields = {
  first_name: repeatedFirstName,
  middle_name: (context) => repeatedSurname(context)['middle_name'],
  last_name: (context) => repeatedSurname(context)['last_name'],
  email: ({ row }) => demoEmail(row, row['id']),
  avatar_url: renumbered('avatar_url'),
  employee_number: renumbered('employee_number'),
  student_number: renumbered('student_number'),
  principal_id: renumbered('principal_id'),
  slug: ({ row }) => slugWithId(`${row['first_name']} ${row['last_name']}`, row['id']),
}
