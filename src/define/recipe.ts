/** Says how a believable row is made where nobody says otherwise: in a world, or by `given`. */
import type { Faker } from '@faker-js/faker'
import type { RandomStream } from '../machine/random.ts'
import type { AnyRow, Tx } from './tx.ts'

/** How many rows worlds of each size hold. */
export interface RowCounts {
  readonly small: number
  readonly medium: number
  readonly large: number
}

/** A row whose fields a recipe may use without a cast: what a recipe makes is checked as a whole. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type LooseRow = Readonly<Record<string, any>>

/** What the value of one field may be made from. */
export interface RecipeContext {
  /** Values by name; they depend on the seed and on this row and field alone. */
  readonly faker: Faker
  readonly random: RandomStream
  /** The number of the row in its table, from 1. */
  readonly number: number
  /** What is known of the row so far: what was said, then what recipes made, in their order. */
  readonly row: LooseRow
  readonly tx: Tx
  /** The moment from which days are counted: the start of the world, or for `given` the clock's. */
  readonly now: string
  /** The id of a row of another table, picked by rank among those that fit; null where none is found. */
  pick(table: string, filter?: PickFilter): AnyRow['id'] | null
  /**
   * The id of the next row that fits, after the one that the row before this has, so that no two have
   * the same; null once there is none left.
   */
  pickNext(table: string, filter?: PickFilter): AnyRow['id'] | null
  /** The same as `pick`, but some rows of that table are picked by nobody. */
  pickLeavingGaps(table: string, filter?: (row: LooseRow) => boolean): AnyRow['id'] | null
  /** The moment on a day at an hour. */
  timestampAt(day: string, hour: number): string
  /** The row that a reference of this row points to. */
  parent(field: string): LooseRow
  /** A calendar day so many days from now. */
  day(offset: number): string
  /** A moment on the day so many days from now. */
  timestamp(offset: number, hour: number): string
}

/**
 * Whether a row may be picked; it should ask nothing that further rows of the world change. Where few
 * rows of a table fit, name the fields that they share: an index finds these.
 */
export type PickFilter = ((row: LooseRow) => boolean) | Readonly<Record<string, unknown>>

export type FieldRecipe = (making: RecipeContext) => unknown

export interface Recipe {
  readonly rowCounts: RowCounts
  /** Also in a world that holds nothing else. */
  readonly emptyWorldCount?: number
  /** Resources whose rows a world makes before these, besides those that these refer to. */
  readonly generatedAfter?: readonly string[]
  /**
   * The day or moment before which a row was made, from what is known of it. A row is made after all
   * that it refers to, and before now.
   */
  readonly createdBefore?: (making: RecipeContext) => string | null
  /** How single fields are made; a reference that is not named here is to a row picked by rank. */
  readonly fields: Readonly<Record<string, FieldRecipe>>
  /** What `given` takes for granted where nothing else is said; what is made here is made first. */
  readonly defaults?: Readonly<Record<string, unknown>>
  /** Why `given` cannot make a row of what was said, if it cannot: what follows from "because". */
  readonly conflict?: (making: RecipeContext) => string | undefined
  /** References that `given` makes a row for, though they may be null. */
  readonly createsReferences?: readonly string[]
  /** Values for a parent that `given` has to make, from what is known of the row. */
  readonly parentValues?: Readonly<
    Record<string, (making: RecipeContext) => Readonly<Record<string, unknown>>>
  >
}

export const rowCounts = (small: number, medium: number, large = medium * 10): RowCounts => ({
  small,
  medium,
  large,
})
