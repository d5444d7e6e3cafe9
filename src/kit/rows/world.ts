/** Worlds: the records that an emulator has at the start. */
import type { Catalog } from '../../model/catalog.ts'
import type { Transaction } from '../../model/transaction.ts'
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
}

/** Generates the rows of a world, parents first. */
export function seedWorld(
  tx: Transaction,
  world: World,
  catalog: Catalog,
  rowFactory: RowFactory,
): void {
  for (const table of seedOrder(catalog)) {
    const recipe = catalog.resources.get(table)?.recipe
    if (!recipe) continue
    const { size } = world
    const defaultAmount = size === 'none' ? 0 : recipe.rowCounts[size]
    const amount = Math.max(recipe.emptyWorldCount ?? 0, world.amounts?.[table] ?? defaultAmount)
    for (let count = 0; count < amount; count += 1) rowFactory.create(tx, table, {}, 'world')
  }
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
