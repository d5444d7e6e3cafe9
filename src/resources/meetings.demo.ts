/** When the meetings of a demo course take place: on its working days, one at a time in a room. */
import type { RecipeContext, Tx } from '../define/define.ts'
import { addDays, nearestWorkday } from './shared/dates.ts'

/** An hour is left before each of them, in which a room can be made ready. */
const startHours = [9, 13, 17] as const

/** How many days are tried for a meeting. */
const daysMax = 20

/** The first free time of the course: its first meeting opens it, the next one closes it. */
export function findFreeStart({
  parent,
  row,
  tx,
  number,
  random,
  timestampAt,
}: RecipeContext): string {
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

/** The working days; the first one where there is none. */
function listWorkdays(start: string, end: string): string[] {
  const days: string[] = []
  for (let day = start; day <= end && days.length < daysMax; day = addDays(day, 1)) {
    if (nearestWorkday(day) === day) days.push(day)
  }
  return days.length > 0 ? days : [start]
}

/** Whether neither the course nor the room has a meeting at this time. */
function isFree(tx: Tx, row: RecipeContext['row'], start: string): boolean {
  const { planned_course_id, meeting_location_id } = row
  for (const other of tx.scan('meetings', { index: 'sort:start_date_time', prefix: [start] })) {
    if (other.planned_course_id === planned_course_id) return false
    if (meeting_location_id && other.meeting_location_id === meeting_location_id) return false
  }
  return true
}
