/** Creates rows with the recipes of their resources. Generated values depend only on their paths. */
import type { FieldRecipe, Recipe, RecipeContext } from '../../define/recipe.ts'
import { referenceTarget, findReferencedRows } from '../../define/references.ts'
import type { CompanionIds, Resource } from '../../define/resource.ts'
import type { AnyRow, RowValues } from '../../define/tx.ts'
import { EmulatorError } from '../../errors/errors.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Transaction } from '../../model/transaction.ts'
import { formatIsoTimestamp } from '../../clock/timestamps.ts'
import { type RecipeSources, RowRecipeContext } from './recipe-context.ts'
import { type RowPlan, rowPlanOf } from './row-plan.ts'
import { dayNumber, dayText } from '../../clock/calendar-days.ts'
import { dayMs } from '../../clock/duration.ts'

/** In a world, a reference refers to an existing row; `given` creates the referenced row. */
type RowMode = 'world' | 'given'

interface RowFactoryContext extends RecipeSources {
  readonly catalog: Catalog
}

export interface RowFactory {
  /** Creates and stores a row; returns undefined if a world has no row for a required reference. */
  create(
    tx: Transaction,
    table: string,
    values: RowValues,
    mode: RowMode,
    companionIds?: CompanionIds,
  ): AnyRow | undefined
}

const emptyRecipe: Omit<Recipe, 'rowCounts'> = { fields: {} }

export function createRowFactory(context: RowFactoryContext): RowFactory {
  const { catalog } = context

  function create(
    tx: Transaction,
    table: string,
    values: RowValues,
    mode: RowMode,
    companionIds?: CompanionIds,
  ): AnyRow | undefined {
    if (mode === 'given' && catalog.companionOwners(table).length > 0)
      return createCompanion(tx, table, values)
    try {
      return createIndependent(tx, table, values, mode, companionIds)
    } catch (error) {
      if (error === missingParent) return undefined
      throw error
    }
  }

  /** Creates the owner of a companion, which creates the companion. */
  function createCompanion(tx: Transaction, table: string, values: RowValues): AnyRow {
    const matchesValues = (companionValues: RowValues): boolean =>
      Object.entries(companionValues).every(
        ([name, value]) => value === 0 || (values[name] ?? value) === value,
      )
    const owner = catalog
      .companionOwners(table)
      .find(({ companion }) => matchesValues(companion.values({ id: 0 } as never)))
    if (!owner) throw givenRefused(table, 'no record with these values can own it')
    const known = Object.entries(owner.companion.values({ id: 0 } as never))
    const id = known.map(([name, value]) => value === 0 && values[name]).find(Boolean)
    const ownerRow = id
      ? tx.get(owner.table, id as number)
      : (create(tx, owner.table, {}, 'given') as AnyRow)
    const [row] = tx.where(table, owner.companion.values(ownerRow as never)) as AnyRow[]
    return tx.update(table, (row as AnyRow).id, values)
  }

  function createIndependent(
    tx: Transaction,
    table: string,
    values: RowValues,
    mode: RowMode,
    companionIds?: CompanionIds,
  ) {
    const resource = catalog.resources.get(table) as Resource
    const { shape, recipe = emptyRecipe } = resource
    const plan = rowPlanOf(resource)
    const now = mode === 'world' ? formatIsoTimestamp(context.worldStartMs()) : tx.now
    const number = tx.reserve(table)
    const row: Record<string, unknown> = {
      id: tx.idFrom(table, number),
      ...values,
    }
    const recipeContext = new RowRecipeContext(context, tx, {
      table,
      number,
      row,
      parentOf,
      shape,
      now,
    })

    /** Returns the row that a reference refers to; `given` creates it if necessary. */
    function parentOf(field: string): AnyRow {
      fillField(field, recipe.fields[field])
      if ((row[field] ?? null) === null) throw missingParent
      return tx.get(referenceTarget(shape[field]?.spec, row) as string, row[field] as number)
    }

    /** Applies the defaults of `given`: constant values first, then functions. */
    function applyDefaults(): void {
      for (const [name, value] of plan.constantDefaults)
        if (values[name] === undefined) row[name] = value
      for (const [name, makeValue] of plan.generatedDefaults) {
        if (values[name] !== undefined) continue
        row[name] = recipeContext.within(name, makeValue)
        if (row[name] === undefined) delete row[name]
      }
    }

    function fillField(field: string, makeValue: FieldRecipe | undefined): void {
      if (row[field] !== undefined) return
      const spec = shape[field]?.spec
      const typeField = spec?.polymorphicTarget?.field
      if (typeField !== undefined) fillField(typeField, recipe.fields[typeField])
      const isRequired = !spec?.nullable || recipe.createsReferences?.includes(field)
      const target = isRequired ? referenceTarget(spec, row) : undefined
      row[field] = recipeContext.within(field, () => {
        if (mode === 'given' && target !== undefined && spec?.defaultValue === undefined) {
          return create(tx, target, recipe.parentValues?.[field]?.(recipeContext) ?? {}, 'given')
            ?.id
        }
        if (makeValue) return makeValue(recipeContext)
        return target === undefined ? undefined : recipeContext.pick(target)
      })
      if (row[field] === undefined || (row[field] === null && !spec?.nullable)) delete row[field]
    }

    if (mode === 'given') applyDefaults()
    const isMissingParent = (field: string): boolean =>
      mode === 'world' && plan.requiredReferences.has(field) && (row[field] ?? null) === null
    for (const [field, recipeOf] of plan.fields) {
      fillField(field, recipeOf)
      if (isMissingParent(field)) return undefined
    }
    for (const field of plan.references) {
      fillField(field, undefined)
      if (isMissingParent(field)) return undefined
    }
    for (const field of plan.requiredReferences) if (isMissingParent(field)) return undefined
    if (mode === 'world' && 'created_at' in shape) {
      row['created_at'] = recipeContext.within('created_at', () =>
        pickCreatedAt(recipeContext, resource),
      )
    }
    if (mode === 'given') {
      assertComplete(table, plan, row)
      const conflict = recipe.conflict?.(recipeContext)
      if (conflict !== undefined)
        throw givenRefused(table, conflict, 'Give values that agree, or omit them.')
    }
    return tx.insert(table, row, companionIds) as AnyRow
  }

  return { create }
}

/** Thrown if a recipe needs a parent that the world does not have. */
const missingParent = Symbol('missing parent')

/** Throws for a row without a required value that cannot be generated. */
function assertComplete(table: string, { required }: RowPlan, row: RowValues): void {
  const missing = required.find((name) => (row[name] ?? null) === null)
  if (missing !== undefined) throw givenRefused(table, `its ${missing} cannot be generated`)
}

function givenRefused(
  table: string,
  reason: string,
  advice = 'Give the value, or let a call or an event create the record.',
): EmulatorError {
  return new EmulatorError('given_refused', { action: `create ${table}`, reason, advice })
}

/** The maximum number of days between the creation of a row and its bound or its references. */
const leadDaysMax = 90

/** Returns `created_at`: the preferred time of the recipe if it is within the bounds. */
function pickCreatedAt(context: RecipeContext, resource: Resource): string {
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

/** The ages of the first and the last rows without references, in days. */
const foundingDaysMax = 1_500
const foundingDaysMin = 1_000

function preferredTime(
  { number, random, timestamp }: RecipeContext,
  resource: Resource,
  end?: string,
): string {
  if (end !== undefined) return daysBefore(end, random.integer(1, leadDaysMax))
  if (rowPlanOf(resource).refersToOthers)
    return timestamp(-random.integer(30, 700), random.integer(8, 18))
  // Rows without references are older than other rows, and were created one a day.
  return timestamp(-Math.max(foundingDaysMin, foundingDaysMax - number), 9)
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
