/** When a row of a world was made: after all that it refers to, before what it says, and not in the future. */
import type { Making } from '../../define/recipe.ts'
import { referredTo } from '../../define/references.ts'
import type { Resource } from '../../define/resource.ts'

const dayMs = 86_400_000

/** How long before its bound, or behind what it refers to, a row is made at most. */
const leadDaysMax = 90

/** `created_at`: what the recipe would have, as far as other moments leave room for it. */
export function stampFor(making: Making, resource: Resource): string {
  const { shape, recipe } = resource
  const { now, row, tx, at } = making
  const bound = recipe?.before?.(making) ?? now
  const end = earlier(now, bound.includes('T') ? bound : at(bound, 0))
  const parents = referredTo(tx, shape, row).map((parent) => parent['created_at'])
  const begin = latest(parents as (string | undefined)[])
  const wish: string = row['created_at'] ?? wishFor(making, resource, recipe?.before && end)
  if (wish < end && (begin === undefined || wish > begin)) return wish
  return momentBetween(making, begin ?? daysBefore(end, leadDaysMax), end)
}

function wishFor({ chance, moment }: Making, { name, shape }: Resource, end?: string): string {
  if (end !== undefined) return daysBefore(end, chance.integer(1, leadDaysMax))
  const hour = chance.integer(8, 18)
  // What refers to nothing else was there before all else.
  const refers = Object.values(shape).some(
    ({ spec }) => !spec.computed && (spec.via ?? (spec.to ?? name) !== name),
  )
  return moment(-(refers ? chance.integer(30, 700) : chance.integer(1_000, 1_500)), hour)
}

/** A moment soon behind the one and before the other, by day if that leaves a choice. */
function momentBetween({ chance, at }: Making, begin: string, end: string): string {
  const from = Date.parse(begin)
  const room = Math.min(Date.parse(end) - from, leadDaysMax * dayMs)
  const moment = new Date(from + 1_000 + Math.max(0, room - 2_000) * chance.next()).toISOString()
  const inHours = at(moment.slice(0, 10), chance.integer(8, 18))
  return begin < inHours && inHours < end ? inHours : `${moment.slice(0, 19)}.000Z`
}

const daysBefore = (moment: string, days: number): string =>
  new Date(Date.parse(moment) - days * dayMs).toISOString()

const earlier = (a: string, b: string): string => (a < b ? a : b)

function latest(moments: readonly (string | undefined)[]): string | undefined {
  let last: string | undefined
  for (const each of moments) if (each !== undefined && (last ?? '') < each) last = each
  return last
}
