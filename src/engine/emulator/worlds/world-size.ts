/** The size of a world: refuses amounts that cannot be made, before a row is made. */
import { isRepeated } from '../../kit/rows/repeated-rows.ts'
import { amountInBlock, blocksMax, type World } from '../../kit/rows/world.ts'
import { assertValue, wholeNumberCheck } from '../../errors/argument-checks.ts'
import { EmulatorError } from '../../errors/errors.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { ServiceDefinition } from '../service-definition.ts'
import { rowsMax } from '../../model/row-limits.ts'

/** The maximum number of rows of a world. */
export const worldRowsMax = 10_000_000

/** Validates the option `scale`, and the amounts of the world at this scale. */
export function scaleFrom(
  world: World,
  scale: number = 1,
  { catalog, problemOfAmounts }: ServiceDefinition,
): number {
  const action = `create the world "${world.name}"`
  const check = wholeNumberCheck(1, blocksMax)
  assertValue(scale, check, { code: 'bad_world', action, name: 'scale' })
  const counts = rowCountsOf(world, scale, catalog)
  const tooLarge = (amount: string, limit: string): EmulatorError =>
    new EmulatorError('world_too_large', {
      action,
      reason: `it has ${amount}, and the limit is ${limit}`,
      advice: scale > 1 ? largestScale(world, catalog) : 'Give smaller amounts.',
    })
  for (const [table, count] of Object.entries(counts)) {
    if (count > rowsMax) throw tooLarge(`${count} ${table}`, `${rowsMax} of a resource`)
  }
  const { size, amounts = {} } = world
  if (scale > 1 && size === 'none' && !Object.values(amounts).some((amount) => amount > 0))
    throw new EmulatorError('bad_world', {
      action,
      reason: 'it has no records to repeat',
      advice: 'Leave out the scale, or give another world.',
    })
  const total = sumOf(counts)
  if (total > worldRowsMax) throw tooLarge(`${total} records`, `${worldRowsMax}`)
  const problem = problemOfAmounts(counts)
  if (problem) throw new EmulatorError('bad_world', { action, ...problem })
  return scale
}

/** Returns the number of rows of each table, without companions. */
function rowCountsOf(world: World, scale: number, catalog: Catalog): Record<string, number> {
  const blocks = (world.blocks ?? 1) * scale
  return Object.fromEntries(
    [...catalog.resources.keys()].map((table) => [
      table,
      amountInBlock(world, table, catalog) * (isRepeated(catalog, table) ? blocks : 1),
    ]),
  )
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Names the largest scale of a world. Records that exist once count once. */
function largestScale(world: World, catalog: Catalog): string {
  const [once, twice] = [1, 2].map((scale) => rowCountsOf(world, scale, catalog)) as [
    Record<string, number>,
    Record<string, number>,
  ]
  const perScale = sumOf(twice) - sumOf(once)
  const limits = Object.entries(once).map(([table, count]) =>
    twice[table] === count ? Infinity : rowsMax / count,
  )
  const largest = Math.floor(Math.min(...limits, 1 + (worldRowsMax - sumOf(once)) / perScale))
  return largest > 1
    ? `The largest scale of this world is ${largest}.`
    : 'Give smaller amounts, and no scale.'
}
