/** Names of the users of a scaled world, which each block combines in another way, and fields that contain the id. */
import * as d from '../../engine/define/define.ts'
import { demoEmail } from '../demo/person-names.ts'
import { renumbered } from '../demo/repeated-fields.ts'
import { repeatedFirstName, repeatedSurname } from '../demo/repeated-names.ts'
import { slugWithId } from '../fields/slugs.ts'

export const repeatedUserFields: d.RepeatedFields = {
  first_name: repeatedFirstName,
  middle_name: (context) => repeatedSurname(context)['middle_name'],
  last_name: (context) => repeatedSurname(context)['last_name'],
}

export const numberedUserFields: d.NumberedFields = {
  email: ({ row }) => demoEmail(row, row['id']),
  employee_number: renumbered('employee_number'),
  student_number: renumbered('student_number'),
  principal_id: renumbered('principal_id'),
  slug: ({ row }) => slugWithId(`${row['first_name']} ${row['last_name']}`, row['id']),
}
