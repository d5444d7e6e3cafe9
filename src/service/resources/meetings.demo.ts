/** Demo meetings: one on each day that the duration of the course states, in a free room. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { demoDaysMax, durationDays, isHalfDay } from '../demo/course-durations.ts'
import { isWorkday, addWorkdays } from '../demo/workdays.ts'
import { addDays, addSeconds } from '../fields/dates.ts'

/** Start hours. Each leaves an hour to prepare the room. */
const startHours = [9, 13, 17] as const

/** The workdays besides its meetings on which a course without an end date meets at most. */
const freeDaysMax = 4

const courseOf = (tx: d.Tx, { course_id }: d.LooseRow): Rows['courses'] =>
  tx.get('courses', course_id as number)

/** The days of the meetings of each planned course. */
const knownDays = new WeakMap<d.LooseRow, readonly string[]>()

function meetingDays(tx: d.Tx, planned: d.LooseRow): readonly string[] {
  let days = knownDays.get(planned)
  if (!days) knownDays.set(planned, (days = listMeetingDays(tx, planned)))
  return days
}

/** Lists the days of the meetings: evenly from the first to the last workday, or the first day if there is none. */
function listMeetingDays(tx: d.Tx, { start_date, end_date, ...course }: d.LooseRow): string[] {
  const count = durationDays(courseOf(tx, course))
  const end: string = end_date ?? addWorkdays(start_date, count - 1 + freeDaysMax)
  const days: string[] = []
  const daysMax = count + 2 * freeDaysMax
  for (let day: string = start_date; day <= end && days.length < daysMax; day = addDays(day, 1))
    if (isWorkday(day)) days.push(day)
  if (days.length === 0) return [start_date]
  const stride = (days.length - 1) / Math.max(1, count - 1)
  return Array.from(
    { length: Math.min(count, days.length) },
    (_, i) => days[Math.floor(i * stride)] as string,
  )
}

/** Meetings with consecutive numbers belong to one planned course. A number after its last day has no meeting. */
export const demoMeetingCount = (tx: d.Tx): number => tx.count('planned_courses') * demoDaysMax

export function demoMeetingCourseId({ number, tx }: d.RecipeContext): number | undefined {
  const course = tx.find('planned_courses', Math.ceil(number / demoDaysMax))
  if (!course) return undefined
  return (number - 1) % demoDaysMax < durationDays(courseOf(tx, course)) ? course.id : undefined
}

const hourSeconds = 3_600

/** Returns the start on the next day of the course, or else a free start on one of its days. */
export function demoMeetingStart({ parent, tx, number, timestampAt }: d.RecipeContext): string {
  const course = parent('planned_course_id')
  const before = tx.where('meetings', { planned_course_id: course['id'] })
  const days = meetingDays(tx, course)
  const hour = isHalfDay(courseOf(tx, course)) && number % 2 === 0 ? 13 : 9
  const next = timestampAt(days[Math.min(before.length, days.length - 1)] as string, hour)
  const isFree = (start: string): boolean => before.every((other) => !overlaps(start, start, other))
  if (isFree(next)) return next
  const others = days.flatMap((day) => startHours.map((each) => timestampAt(day, each)))
  return others.find(isFree) ?? next
}

/** A meeting lasts half a day if the course does, or if it does not start in the morning. */
export function demoMeetingEnd({ parent, row, tx, timestampAt }: d.RecipeContext): string {
  const start: string = row['start_date_time']
  const isWhole =
    !isHalfDay(courseOf(tx, parent('planned_course_id'))) &&
    start === timestampAt(start.slice(0, 10), 9)
  return addSeconds(start, (isWhole ? 8 : 4) * hourSeconds)
}

/** Returns a room at the location of the course, or null if another meeting is in the room. */
export function demoRoomId({ parent, pick, row, tx }: d.RecipeContext): number | null {
  const { course_location_id } = parent('planned_course_id')
  if (course_location_id === null) return null
  const meeting_location_id = pick('meeting_locations', { course_location_id }) as number | null
  if (meeting_location_id === null) return null
  const { start_date_time, end_date_time } = row
  const others = tx.where('meetings', { meeting_location_id })
  return others.some((other) => overlaps(start_date_time, end_date_time, other))
    ? null
    : meeting_location_id
}

const overlaps = (start: string, end: string, other: Rows['meetings']): boolean =>
  start < other.end_date_time && (other.start_date_time < end || other.start_date_time === start)
