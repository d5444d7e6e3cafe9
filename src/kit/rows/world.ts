/** Worlds: the records that an emulator has at the start. */
import type { Catalog } from '../../model/catalog.ts'
import type { Transaction } from '../../model/transaction.ts'
import { isRepeated } from './repeated-rows.ts'
import { createProgressReporter, type WorldProgress } from './world-progress.ts'
import type { RowFactory } from './row-factory.ts'

/**
 * A world: the numbers of records that an emulator has at the start.
 *
 * @example
 * createEmulator({ world: { name: 'two', about: 'Two users.', size: 'none', amounts: { users: 2 } } })
 */
export interface World {
  /** The name of the world in the log and the inspector. */
  readonly name: string
  /** A description of the world, in a sentence. */
  readonly about: string
  /** The size. `none` has only the tenant and its administrator. */
  readonly size: 'none' | 'small' | 'medium' | 'large'
  /** The numbers of records by resource: `{ users: 50 }`. Default: the numbers of the size. */
  readonly amounts?: Readonly<Record<string, number>>
  /**
   * The number of equal parts, such as the faculties of a university. The emulator generates one part and
   * repeats it with other ids, names and times when rows are read. The amounts are divided and rounded up;
   * each setting of the tenant exists once. Default: 1.
   */
  readonly blocks?: number
}

/** Generates the rows of a world, parents first. */
export function seedWorld(
  tx: Transaction,
  world: World,
  catalog: Catalog,
  rowFactory: RowFactory,
  onProgress?: (progress: WorldProgress) => void,
): void {
  const amounts = seedOrder(catalog).map(
    (table) => [table, amountInBlock(world, table, catalog)] as const,
  )
  const total = amounts.reduce((sum, [, amount]) => sum + amount, 0)
  const report = onProgress && createProgressReporter(total, onProgress)
  for (const [table, amount] of amounts) {
    for (let count = 0; count < amount; count += 1) {
      rowFactory.create(tx, table, {}, 'world')
      report?.()
    }
  }
}

/** Returns the number of rows of a table in a world, without companions. */
export function amountIn({ size, amounts }: World, table: string, catalog: Catalog): number {
  const recipe = catalog.resources.get(table)?.recipe
  if (!recipe) return 0
  const defaultAmount = size === 'none' ? 0 : recipe.rowCounts[size]
  return Math.max(recipe.emptyWorldCount ?? 0, amounts?.[table] ?? defaultAmount)
}

/** Returns the number of rows of a table in each block, or the number in all for a setting. */
export function amountInBlock(world: World, table: string, catalog: Catalog): number {
  const total = amountIn(world, table, catalog)
  return isRepeated(catalog, table) ? Math.ceil(total / (world.blocks ?? 1)) : total
}

/** Returns the tables in generation order: parents first, and `generatedAfter` before each table. */
function seedOrder(catalog: Catalog): string[] {
  const order = new Set<string>()
  function visit(table: string): void {
    for (const before of catalog.resources.get(table)?.recipe?.generatedAfter ?? []) visit(before)
    order.add(table)
  }
  const byRank = [...catalog.resources.keys()].sort((a, b) => catalog.rank(a) - catalog.rank(b))
  for (const table of byRank) visit(table)
  return [...order]
}
