/** Recipes: how worlds and `given` generate plausible rows. */
import type { DemoLocale } from '../service-types.ts'
import type { RandomStream } from '../store/random.ts'
import type { AnyRow, Tx } from './tx.ts'

/** The number of rows in worlds of each size. */
interface RowCounts {
  readonly small: number
  readonly medium: number
  readonly large: number
}

/** A row with untyped fields, for recipes without casts. The complete row is checked later. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type LooseRow = Readonly<Record<string, any>>

/** The context in which a recipe generates the value of one field. */
export interface RecipeContext {
  /** Generates values that depend only on the seed, the row and the field. */
  readonly random: RandomStream
  /** The language of texts and people; undefined for the texts without a language. */
  readonly locale: DemoLocale | undefined
  /** The number of the row in its table, from 1. */
  readonly number: number
  /** The values of the row so far: the given values, then the generated values in recipe order. */
  readonly row: LooseRow
  readonly tx: Tx
  /** The timestamp that day offsets start from: the start of the world, or the clock for `given`. */
  readonly now: string
  /** Picks the id of a matching row of another table; null if no row matches. */
  pick(table: string, filter?: PickFilter): AnyRow['id'] | null
  /**
   * Picks the id of the next matching row, after the id that the previous row has. No two rows get the
   * same id. Returns null if no row is left.
   */
  pickNext(table: string, filter?: PickFilter): AnyRow['id'] | null
  /** Picks as `pick`, but leaves some rows of the table without a reference. */
  pickLeavingGaps(table: string, filter?: (row: LooseRow) => boolean): AnyRow['id'] | null
  /** Returns the timestamp of a day at an hour. */
  timestampAt(day: string, hour: number): string
  /** Returns the row that a reference field of this row refers to. */
  parent(field: string): LooseRow
  /** Returns the calendar day at an offset in days from now. */
  day(offset: number): string
  /** Returns the timestamp of the day at an offset from now, at an hour. */
  timestamp(offset: number, hour: number): string
}

/**
 * Selects rows: a predicate, or the values of fields. A predicate must not depend on later rows of the
 * world. If few rows match, give the values of fields: an index finds these rows.
 */
export type PickFilter = ((row: LooseRow) => boolean) | Readonly<Record<string, unknown>>

/** The context in which a recipe adapts a field to another id of its row. */
export interface NumberingContext {
  /** The row so far: with its id and its references. */
  readonly row: LooseRow
  /** The row with the id before. */
  readonly original: LooseRow
  /** The language of texts and people. */
  readonly locale: DemoLocale | undefined
  /** Returns a row that this row refers to. */
  find(table: string, id: number | null): LooseRow | undefined
}

type NumberedFields = Readonly<Record<string, (context: NumberingContext) => unknown>>

/** The context in which a recipe adapts a field of a row that a scaled world repeats. */
export interface RepeatContext extends NumberingContext {
  /** The number of the block, from 0. */
  readonly block: number
  /** The number of blocks. */
  readonly blocks: number
  /** The number of ids of a table in one block. */
  idsPerBlock(table: string): number
  /** Returns the original that is `stride` rows further for each block. */
  another(table: string, stride: number): LooseRow
}

type RepeatedFields = Readonly<Record<string, (context: RepeatContext) => unknown>>

export type FieldRecipe = (context: RecipeContext) => unknown

export interface Recipe {
  readonly rowCounts: RowCounts
  /** The minimum number of rows, also in a world of size `none`. */
  readonly emptyWorldCount?: number
  /**
   * Returns the number of rows to try for an amount of rows in a world: numbers that get no row need more,
   * and parts of other rows follow their number. Default: the amount.
   */
  readonly numbers?: (tx: Tx, amount: number) => number
  /** Resources that a world generates before this one, besides the referenced resources. */
  readonly generatedAfter?: readonly string[]
  /**
   * Returns the day or timestamp before which the row was created. A row is always created after the
   * rows that it refers to, and before now.
   */
  readonly createdBefore?: (context: RecipeContext) => string | null
  /** The recipes of fields. A reference without a recipe refers to a picked row. */
  readonly fields: Readonly<Record<string, FieldRecipe>>
  /** Whether a scaled world has these rows once, because they are settings of the tenant. */
  readonly isShared?: boolean
  /** Whether texts of a row quote other rows, so that a world generates it when those have their ids. */
  readonly quotesRows?: boolean
  /** How fields of a row change in each block of a scaled world, besides ids, references and times. */
  readonly repeated?: RepeatedFields
  /** How fields that contain the id of their row follow another id: in each block, and in the order of creation. */
  readonly numbered?: NumberedFields
  /** The default values of `given`: values, or functions. `given` applies them before the recipes. */
  readonly defaults?: Readonly<Record<string, unknown>>
  /** Returns why `given` cannot create a row with the given values, as a clause. */
  readonly conflict?: (context: RecipeContext) => string | undefined
  /** Nullable references for which `given` creates a row. */
  readonly createsReferences?: readonly string[]
  /** The values of a parent that `given` creates, by reference field. */
  readonly parentValues?: Readonly<
    Record<string, (context: RecipeContext) => Readonly<Record<string, unknown>>>
  >
}

export const rowCounts = (small: number, medium: number, large = medium * 10): RowCounts => ({
  small,
  medium,
  large,
})
