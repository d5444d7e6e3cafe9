/** Worlds: the records that an emulator has at the start. */
import type { Field } from '../../define/fields.ts'
import type { Recipe } from '../../define/recipe.ts'
import type { Resource } from '../../define/resource.ts'
import { isObject, textCheck, wholeNumberCheck } from '../../errors/argument-checks.ts'
import { EmulatorError } from '../../errors/errors.ts'
import {
  knownNameCheck,
  type Named,
  option,
  type OptionsOf,
  required,
} from '../../errors/options.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { DemoLocale } from '../../service-types.ts'
import type { Transaction } from '../../model/transaction.ts'
import { isRepeated } from './repeated-rows.ts'
import { createProgressReporter, type WorldProgress } from './world-progress.ts'
import type { RowFactory } from './row-factory.ts'
import { rowPlanOf } from './row-plan.ts'

/** The maximum of `scale` and of `blocks`. */
export const blocksMax = 100_000

/** The parts of a world. */
export const worldOptions = {
  /** The name of the world in the log and the inspector. */
  name: required<string>(),
  /** A description of the world, in a sentence. Default: empty. */
  about: option<string>(textCheck, ''),
  /** The size. `none` has only the tenant and its administrator. */
  size: required<'none' | 'small' | 'medium' | 'large'>(
    knownNameCheck('size', ['none', 'small', 'medium', 'large']),
  ),
  /**
   * The numbers of records by resource: `{ users: 50 }`. A record that no existing record fits, such as an
   * enrollment without a student who can enroll, is left out. Default: the numbers of the size.
   */
  amounts: option<Readonly<Record<string, number>>>({ isValid: isObject, expected: 'an object' }),
  /**
   * The number of equal parts, such as the faculties of a university. The emulator generates one part and
   * repeats it with other ids, names and times when rows are read. The amounts are divided and rounded up;
   * each setting of the tenant exists once. Default: 1.
   */
  blocks: option<number>(wholeNumberCheck(1, blocksMax)),
  /** The language of texts and people, unless the option `locale` selects one. Default: none. */
  locale: option<DemoLocale>(),
}

/**
 * A world: the numbers of records that an emulator has at the start.
 *
 * @example
 * createEmulator({ world: { name: 'two', about: 'Two users.', size: 'none', amounts: { users: 2 } } })
 */
export interface World extends OptionsOf<typeof worldOptions>, Named {}

interface SeedContext {
  readonly catalog: Catalog
  readonly rowFactory: RowFactory
  /** Whether the rows have their ids, so that only rows that quote them are missing. Default: false. */
  readonly isNumbered?: boolean
  readonly onProgress?: ((progress: WorldProgress) => void) | undefined
}

const recipeOf = (catalog: Catalog, table: string): Recipe | undefined =>
  catalog.resources.get(table)?.recipe

/**
 * Generates the rows of a world, parents first.
 *
 * @throws EmulatorError if a resource of `amounts` gets no record because it requires a resource without an amount
 */
export function seedWorld(
  tx: Transaction,
  world: World,
  { catalog, rowFactory, isNumbered = false, onProgress }: SeedContext,
): void {
  const amounts = seedOrder(catalog)
    .filter((table) => Boolean(recipeOf(catalog, table)?.quotesRows) === isNumbered)
    .map((table) => [table, amountInBlock(world, table, catalog)] as const)
  const total = amounts.reduce((sum, [, amount]) => sum + amount, 0)
  const report = onProgress && createProgressReporter(total, onProgress)
  for (const [table, amount] of amounts) {
    let made = 0
    const numbers = recipeOf(catalog, table)?.numbers?.(tx, amount) ?? amount
    for (let count = 0; count < numbers; count += 1) {
      if (rowFactory.create(tx, table, {}, 'world')) made += 1
      if (count < amount) report?.()
    }
    for (let count = numbers; count < amount; count += 1) report?.()
    if (made === 0 && amount > 0) assertParents(tx, world, table, catalog)
  }
}

/** Throws for a resource of `amounts` without a record if the world has no amount of a resource that its records require. */
function assertParents(tx: Transaction, world: World, table: string, catalog: Catalog): void {
  const { name, amounts } = world
  if (!amounts?.[table]) return
  const resource = catalog.resources.get(table) as Resource
  // Note: a companion is made together with its owner.
  const madeWith = (target: string): readonly string[] => {
    const owners = catalog.companionOwners(target).map(({ table }) => table)
    return owners.length > 0 ? owners : [target]
  }
  const missing = [...rowPlanOf(resource).requiredReferences].flatMap((field) => {
    const { target, polymorphicTarget } = (resource.shape[field] as Field).spec
    const targets = target === undefined ? Object.values(polymorphicTarget?.tables ?? {}) : [target]
    // Note: a resource with an amount can be empty by chance, in a small world.
    const isPossible = (each: string) => tx.count(each) > 0 || amountIn(world, each, catalog) > 0
    return targets.some(isPossible) ? [] : [targets.flatMap(madeWith).join(' or ')]
  })
  if (missing.length === 0) return
  const names = [...new Set(missing)].join(' and ')
  throw new EmulatorError('bad_world', {
    action: `create the world "${name}"`,
    reason: `it has 0 of ${amounts[table]} ${table}, which need records of ${names}`,
    advice: `Give amounts for ${names}.`,
  })
}

/** Returns the number of rows of a table in a world, without companions. */
function amountIn({ size, amounts }: World, table: string, catalog: Catalog): number {
  const recipe = recipeOf(catalog, table)
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
    for (const before of recipeOf(catalog, table)?.generatedAfter ?? []) visit(before)
    order.add(table)
  }
  const byRank = [...catalog.resources.keys()].sort((a, b) => catalog.rank(a) - catalog.rank(b))
  for (const table of byRank) visit(table)
  return [...order]
}
