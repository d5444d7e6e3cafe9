/** Says how a believable row is made where nobody says otherwise: in a world, or by `given`. */
import type { Faker } from '@faker-js/faker'
import type { Stream } from '../machine/random.ts'
import type { AnyRow, Tx } from './tx.ts'

/** How many rows worlds of each size hold. */
export interface Amounts {
  readonly small: number
  readonly medium: number
  readonly large: number
}

/** A row whose fields a recipe may use without a cast: what a recipe makes is checked as a whole. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type LooseRow = Readonly<Record<string, any>>

/** What the value of one field may be made from. */
export interface Making {
  /** Values by name; they depend on the seed and on this row and field alone. */
  readonly faker: Faker
  readonly chance: Stream
  /** The number of the row in its table, from 1. */
  readonly number: number
  /** What is known of the row so far: what was said, then what recipes made, in their order. */
  readonly row: LooseRow
  readonly tx: Tx
  /** The moment from which days are counted: the start of the world, or for `given` the clock's. */
  readonly now: string
  /** The id of a row of another table, picked by rank among those that fit; null where none is found. */
  pick(table: string, fits?: Fits): AnyRow['id'] | null
  /**
   * The id of the next row that fits, after the one that the row before this has, so that no two have
   * the same; null once there is none left.
   */
  pickNext(table: string, fits?: Fits): AnyRow['id'] | null
  /** The same as `pick`, but some rows of that table are picked by nobody. */
  pickSparing(table: string, fits?: (row: LooseRow) => boolean): AnyRow['id'] | null
  /** The moment on a day at an hour. */
  at(day: string, hour: number): string
  /** The row that a reference of this row points to. */
  parent(field: string): LooseRow
  /** A calendar day so many days from now. */
  day(offset: number): string
  /** A moment on the day so many days from now. */
  moment(offset: number, hour: number): string
}

/**
 * Whether a row may be picked; it should ask nothing that further rows of the world change. Where few
 * rows of a table fit, name the fields that they share: an index finds these.
 */
export type Fits = ((row: LooseRow) => boolean) | Readonly<Record<string, unknown>>

export type Make = (making: Making) => unknown

export interface Recipe {
  readonly amounts: Amounts
  /** Also in a world that holds nothing else. */
  readonly always?: number
  /** Resources whose rows a world makes before these, besides those that these refer to. */
  readonly after?: readonly string[]
  /**
   * The day or moment before which a row was made, from what is known of it. A row is made after all
   * that it refers to, and before now.
   */
  readonly before?: (making: Making) => string | null
  /** How single fields are made; a reference that is not named here is to a row picked by rank. */
  readonly fields: Readonly<Record<string, Make>>
  /** What `given` takes for granted where nothing else is said; what is made here is made first. */
  readonly plain?: Readonly<Record<string, unknown>>
  /** Why `given` cannot make a row of what was said, if it cannot: what follows from "because". */
  readonly misfit?: (making: Making) => string | undefined
  /** References that `given` makes a row for, though they may be null. */
  readonly makes?: readonly string[]
  /** Values for a parent that `given` has to make, from what is known of the row. */
  readonly parents?: Readonly<Record<string, (making: Making) => Readonly<Record<string, unknown>>>>
}

export const amounts = (small: number, medium: number, large = medium * 10): Amounts => ({
  small,
  medium,
  large,
})
