/** Formats the names of people. */
import type { Rows } from '../generated/rows.ts'

export type PersonName = Pick<Rows['users'], 'first_name' | 'middle_name' | 'last_name'>

/** Joins the parts of a name that are set. */
export const fullName = ({ first_name, middle_name, last_name }: PersonName): string =>
  [first_name, middle_name, last_name].filter(Boolean).join(' ')
