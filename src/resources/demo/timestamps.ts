/** When demo records were made that come after something: a list of a meeting, a grade of a course. */
import type { Making } from '../../define/define.ts'

const hourMs = 3_600_000

/** A moment within so many hours after another one, and before now. */
export function soonAfter({ chance, now }: Making, moment: string, hoursMax: number): string {
  const begin = Date.parse(moment)
  const end = Math.min(Date.parse(now), begin + hoursMax * hourMs)
  const ms = begin + (end - begin) * chance.next()
  return `${new Date(Math.max(begin, ms)).toISOString().slice(0, 17)}00.000Z`
}

/** A moment within two weeks after the last day of an enrollment. */
export const afterTheCourse = (
  making: Making,
  { end_date }: { end_date?: string | null },
): string => soonAfter(making, making.at(end_date ?? making.day(-1), 24), 14 * 24)
