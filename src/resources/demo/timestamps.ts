/** When demo records were made that come after something: a list of a meeting, a grade of a course. */
import type { RecipeContext } from '../../define/define.ts'

const hourMs = 3_600_000

/** A moment within so many hours after another one, and before now. */
export function demoTimeAfter(
  { random, now }: RecipeContext,
  moment: string,
  hoursMax: number,
): string {
  const begin = Date.parse(moment)
  const end = Math.min(Date.parse(now), begin + hoursMax * hourMs)
  const ms = begin + (end - begin) * random.next()
  return `${new Date(Math.max(begin, ms)).toISOString().slice(0, 17)}00.000Z`
}

/** A moment within two weeks after the last day of an enrollment. */
export const demoTimeAfterCourse = (
  context: RecipeContext,
  { end_date }: { end_date?: string | null },
): string => demoTimeAfter(context, context.timestampAt(end_date ?? context.day(-1), 24), 14 * 24)
