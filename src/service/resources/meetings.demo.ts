/** Start times of demo meetings: on working days, without overlaps in a course or a room. */
import * as d from '../../engine/define/define.ts'
import { addDays, nearestWorkday } from '../fields/dates.ts'

/** Start hours. Each leaves an hour to prepare the room. */
const startHours = [9, 13, 17] as const

/** The number of days to search for a free start. */
const daysMax = 20

/** Finds a free start. The first meeting opens the course; later meetings are close to its end. */
export function findFreeStart({
  parent,
  row,
  tx,
  number,
  random,
  timestampAt,
}: d.RecipeContext): string {
  const { start_date, end_date } = parent('planned_course_id')
  const days = listWorkdays(start_date, end_date ?? addDays(start_date, daysMax))
  const isFirst = tx.count('meetings', { planned_course_id: row['planned_course_id'] }) === 0
  if (!isFirst) days.reverse()
  const hours = number % 3 === 0 ? [13, 9, 17] : startHours
  for (const day of days) {
    for (const hour of hours)
      if (isFree(tx, row, timestampAt(day, hour))) return timestampAt(day, hour)
  }
  return timestampAt(days[0] as string, random.pick(startHours))
}

/** Lists the working days, or the first day if there are none. */
function listWorkdays(start: string, end: string): string[] {
  const days: string[] = []
  for (let day = start; day <= end && days.length < daysMax; day = addDays(day, 1)) {
    if (nearestWorkday(day) === day) days.push(day)
  }
  return days.length > 0 ? days : [start]
}

/** Whether neither the course nor the room has a meeting at this start. */
function isFree(tx: d.Tx, row: d.RecipeContext['row'], start: string): boolean {
  const { planned_course_id, meeting_location_id } = row
  for (const other of tx.scan('meetings', {
    index: d.sortIndexName('start_date_time'),
    prefix: [start],
  })) {
    if (other.planned_course_id === planned_course_id) return false
    if (meeting_location_id && other.meeting_location_id === meeting_location_id) return false
  }
  return true
}
