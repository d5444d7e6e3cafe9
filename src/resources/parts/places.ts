/** Places on a planned course: who takes one, and how many are left. */
import type { Tx } from '../../define.ts'
import type { Rows } from '../rows.ts'

const taking = ['confirmed', 'active', 'completed']

/** Enrollments that take a place: confirmed, active and completed ones. */
export const placesTaken = (tx: Tx, id: number): number =>
  tx.where('enrollments', { planned_course_id: id }).filter(({ status }) => taking.includes(status))
    .length

/** Where there is no maximum, there is always room for a good many. */
const unlimitedPlaces = 9_999

export function placesLeft(tx: Tx, { id, max_participants }: Rows['planned_courses']): number {
  return max_participants === null ? unlimitedPlaces : max_participants - placesTaken(tx, id)
}
