/** When a row of a world was made: after all that it refers to, before what it says, and not in the future. */
import type { RecipeContext } from '../../define/recipe.ts'
import { findReferencedRows } from '../../define/references.ts'
import type { Resource } from '../../define/resource.ts'
import { dayMs } from '../../machine/duration.ts'

/** How long before its bound, or behind what it refers to, a row is made at most. */
const leadDaysMax = 90

/** `created_at`: what the recipe would have, as far as other moments leave room for it. */
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
  { name, shape }: Resource,
  end?: string,
): string {
  if (end !== undefined) return daysBefore(end, random.integer(1, leadDaysMax))
  const hour = random.integer(8, 18)
  // What refers to nothing else was there before all else.
  const hasReferences = Object.values(shape).some(
    ({ spec }) => !spec.computed && (spec.polymorphicTarget ?? (spec.target ?? name) !== name),
  )
  return timestamp(-(hasReferences ? random.integer(30, 700) : random.integer(1_000, 1_500)), hour)
}

/** A moment soon behind the one and before the other, by day if that leaves a choice. */
function timeBetween({ random, timestampAt }: RecipeContext, begin: string, end: string): string {
  const from = Date.parse(begin)
  const roomMs = Math.min(Date.parse(end) - from, leadDaysMax * dayMs)
  const moment = new Date(from + 1_000 + Math.max(0, roomMs - 2_000) * random.next()).toISOString()
  const atWorkingHour = timestampAt(moment.slice(0, 10), random.integer(8, 18))
  return begin < atWorkingHour && atWorkingHour < end
    ? atWorkingHour
    : `${moment.slice(0, 19)}.000Z`
}

const daysBefore = (moment: string, days: number): string =>
  new Date(Date.parse(moment) - days * dayMs).toISOString()

const earliest = (a: string, b: string): string => (a < b ? a : b)

function latest(moments: readonly (string | undefined)[]): string | undefined {
  let last: string | undefined
  for (const each of moments) if (each !== undefined && (last ?? '') < each) last = each
  return last
}
