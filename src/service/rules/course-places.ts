/** Taken and free places of a planned course. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'

const countedStatuses = ['confirmed', 'active', 'completed'] as const

/** Counts the confirmed, active and completed enrollments. */
export const countTakenPlaces = (tx: d.Tx, id: number): number =>
  countedStatuses.reduce(
    (sum, status) => sum + tx.count('enrollments', { planned_course_id: id, status }),
    0,
  )

export const hasFreePlaces = (
  tx: d.Tx,
  { id, max_participants }: Rows['planned_courses'],
): boolean => max_participants === null || countTakenPlaces(tx, id) < max_participants
