/** Taken and free places of a planned course. */
import type { Tx } from '../../define/define.ts'
import type { Rows } from '../../generated/rows.ts'

const countedStatuses = ['confirmed', 'active', 'completed']

/** Counts the confirmed, active and completed enrollments. */
export const countTakenPlaces = (tx: Tx, id: number): number =>
  tx
    .where('enrollments', { planned_course_id: id })
    .filter(({ status }) => countedStatuses.includes(status)).length

export const hasFreePlaces = (tx: Tx, { id, max_participants }: Rows['planned_courses']): boolean =>
  max_participants === null || countTakenPlaces(tx, id) < max_participants
