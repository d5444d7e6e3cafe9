/** A seed world: how much of everything there is when an emulator starts. */
import type { Catalog } from '../../model/catalog.ts'
import type { Transaction } from '../../model/transaction.ts'
import type { RowFactory } from './row-factory.ts'

/**
 * How much of everything there is when an emulator starts.
 *
 * @example
 * createEmulator({ world: { name: 'two', about: 'Two users.', size: 'none', amounts: { users: 2 } } })
 */
export interface World {
  /** Its name, for the log and the inspector. */
  readonly name: string
  /** What is in it, in a sentence. */
  readonly about: string
  /** `none` holds only what must always be there: the tenant and its administrator. */
  readonly size: 'none' | 'small' | 'medium' | 'large'
  /** Other amounts than those of the size, by resource: `{ users: 50 }`. Default: those of the size. */
  readonly amounts?: Readonly<Record<string, number>>
}

/** Fills the tables, parents first, with as many rows as the world says. */
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
    const usual = size === 'none' ? 0 : recipe.rowCounts[size]
    const amount = Math.max(recipe.emptyWorldCount ?? 0, world.amounts?.[table] ?? usual)
    for (let made = 0; made < amount; made += 1) rowFactory.create(tx, table, {}, 'world')
  }
}

/** Parents before children, and what a recipe asks for before that recipe. */
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
