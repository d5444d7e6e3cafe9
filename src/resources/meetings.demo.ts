/** When the meetings of a demo course take place: on its working days, one at a time in a room. */
import type { Making, Tx } from '../define/define.ts'
import { daysAfter, workday } from './shared/dates.ts'

/** An hour is left before each of them, in which a room can be made ready. */
const hoursOfDay = [9, 13, 17] as const

/** How many days are tried for a meeting. */
const daysMax = 20

/** The first free time of the course: its first meeting opens it, the next one closes it. */
export function freeStart({ parent, row, tx, number, chance, at }: Making): string {
  const { start_date, end_date } = parent('planned_course_id')
  const days = daysFrom(start_date, end_date ?? daysAfter(start_date, daysMax))
  const isFirst = tx.count('meetings', { planned_course_id: row['planned_course_id'] }) === 0
  if (!isFirst) days.reverse()
  const hours = number % 3 === 0 ? [13, 9, 17] : hoursOfDay
  for (const day of days) {
    for (const hour of hours) if (isFree(tx, row, at(day, hour))) return at(day, hour)
  }
  return at(days[0] as string, chance.pick(hoursOfDay))
}

/** The working days; the first one where there is none. */
function daysFrom(start: string, end: string): string[] {
  const days: string[] = []
  for (let day = start; day <= end && days.length < daysMax; day = daysAfter(day, 1)) {
    if (workday(day) === day) days.push(day)
  }
  return days.length > 0 ? days : [start]
}

/** Whether neither the course nor the room has a meeting at this time. */
function isFree(tx: Tx, row: Making['row'], start: string): boolean {
  const { planned_course_id, meeting_location_id } = row
  for (const other of tx.walk('meetings', { index: 'sort:start_date_time', prefix: [start] })) {
    if (other.planned_course_id === planned_course_id) return false
    if (meeting_location_id && other.meeting_location_id === meeting_location_id) return false
  }
  return true
}
