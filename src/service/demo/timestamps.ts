/** Creation times of demo records that follow another event, such as a grade after a course. */
import * as d from '../../engine/define/define.ts'

const hourMs = 3_600_000

/** Returns a random moment at most `hoursMax` hours after another one, and before now; now if the other one is later. */
export function demoTimeAfter(
  { random, now }: d.RecipeContext,
  moment: string,
  hoursMax: number,
): string {
  if (moment > now) return now
  const begin = Date.parse(moment)
  const end = Math.min(Date.parse(now), begin + hoursMax * hourMs)
  const ms = begin + (end - begin) * random.next()
  return `${new Date(ms).toISOString().slice(0, 17)}00.000Z`
}

/** Returns a random moment within two weeks after the end of an enrollment. */
export const demoTimeAfterCourse = (
  context: d.RecipeContext,
  { end_date }: { end_date?: string | null },
): string => demoTimeAfter(context, context.timestampAt(end_date ?? context.day(-1), 24), 14 * 24)

/** Returns a morning on which the catalog grew: further rows of a resource are younger, up to the expected count. */
export const demoTimeInCatalog = (
  { number, timestamp }: d.RecipeContext,
  expectedCount: number,
): string => timestamp(-Math.round(990 - 490 * Math.min(1, number / expectedCount)), 9)
