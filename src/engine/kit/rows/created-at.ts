/** Picks the creation time of a row in a world: after its references, before its dates and before now. */
import type { RecipeContext } from '../../define/recipe.ts'
import { findReferencedRows } from '../../define/references.ts'
import type { Resource } from '../../define/resource.ts'
import { rowPlanOf } from './row-plan.ts'
import { dayNumber, dayText } from '../../clock/calendar-days.ts'
import { dayMs } from '../../clock/duration.ts'

/** The maximum number of days between the creation of a row and its bound or its references. */
const leadDaysMax = 90

/** Returns `created_at`: the preferred time of the recipe if it is within the bounds. */
export function pickCreatedAt(context: RecipeContext, resource: Resource): string {
  const { shape, recipe } = resource
  const { now, row, tx, timestampAt } = context
  const latestAllowed = recipe?.createdBefore?.(context) ?? now
  const end = earliest(
    now,
    latestAllowed.includes('T') ? latestAllowed : timestampAt(latestAllowed, 0),
  )
  const parents = findReferencedRows(tx, shape, row).map((parent) => parent['created_at'])
  const begin = latest(parents as (string | undefined)[])
  const preferred: string =
    row['created_at'] ?? preferredTime(context, resource, recipe?.createdBefore && end)
  if (preferred < end && (begin === undefined || preferred > begin)) return preferred
  return timeBetween(context, begin ?? daysBefore(end, leadDaysMax), end)
}

function preferredTime(
  { random, timestamp }: RecipeContext,
  resource: Resource,
  end?: string,
): string {
  if (end !== undefined) return daysBefore(end, random.integer(1, leadDaysMax))
  const hour = random.integer(8, 18)
  // Rows without references are older than other rows.
  return timestamp(
    -(rowPlanOf(resource).refersToOthers ? random.integer(30, 700) : random.integer(1_000, 1_500)),
    hour,
  )
}

/** Returns a time between two times, during the day if possible. */
function timeBetween({ random, timestampAt }: RecipeContext, begin: string, end: string): string {
  const from = Date.parse(begin)
  const rangeMs = Math.min(Date.parse(end) - from, leadDaysMax * dayMs)
  const time = new Date(from + 1_000 + Math.max(0, rangeMs - 2_000) * random.next()).toISOString()
  const atWorkingHour = timestampAt(time.slice(0, 10), random.integer(8, 18))
  return begin < atWorkingHour && atWorkingHour < end ? atWorkingHour : `${time.slice(0, 19)}.000Z`
}

const daysBefore = (time: string, days: number): string =>
  `${dayText(dayNumber(time.slice(0, 10)) - days)}${time.slice(10)}`

const earliest = (a: string, b: string): string => (a < b ? a : b)

function latest(times: readonly (string | undefined)[]): string | undefined {
  let last: string | undefined
  for (const each of times) if (each !== undefined && (last ?? '') < each) last = each
  return last
}
