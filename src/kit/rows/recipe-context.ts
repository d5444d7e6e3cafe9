/** What a recipe is handed while it makes the fields of one row: chance and days that are this row's. */
import type { Faker } from '@faker-js/faker'
import type { Shape } from '../../define/fields.ts'
import type { Fits, LooseRow, Making } from '../../define/recipe.ts'
import { targetOf } from '../../define/references.ts'
import type { AnyRow } from '../../define/tx.ts'
import { type Random, rankAmong, ranksAmong, type Stream } from '../../machine/random.ts'
import type { Calendar } from '../../model/calendar.ts'
import type { Transaction } from '../../model/transaction.ts'
import { fakerOn } from './faker.ts'

/** What the making of every row draws on. */
export interface MakingGround {
  readonly random: Random
  readonly calendar: Calendar
  /** The start of the world, in milliseconds since 1970. */
  worldStartMs(): number
  zone(): string
}

export interface MadeRow {
  readonly table: string
  readonly number: number
  readonly row: LooseRow
  readonly shape: Shape
  /** The moment from which its days are counted. */
  readonly now: string
  /** The row behind a reference of this row. */
  parentOf(field: string): LooseRow
}

/** How many rows of a table are left for whoever looks for one that nothing refers to. */
const sparedShare = 0.15

/** How often another place is tried where no row fits that was met on the way to the last one. */
const attemptsMax = 8

const dayMs = 86_400_000
const hourMs = 3_600_000

export class RowMaking implements Making {
  readonly tx: Transaction
  readonly number: number
  readonly row: LooseRow
  readonly parent: Making['parent']
  readonly #ground: MakingGround
  readonly now: string
  readonly #table: string
  readonly #shape: Shape
  #field = ''
  #chance: Stream | undefined

  constructor(ground: MakingGround, tx: Transaction, made: MadeRow) {
    this.#ground = ground
    this.tx = tx
    this.number = made.number
    this.row = made.row
    this.now = made.now
    this.#shape = made.shape
    this.#table = made.table
    this.parent = made.parentOf
  }

  #parentChance(attempt: number): Stream {
    const path = [this.#table, this.number, this.#field, 'parent']
    return this.#ground.random.at(...path, ...(attempt > 0 ? [attempt] : []))
  }

  #rowAfter(table: string, rank: number): AnyRow | undefined {
    for (const row of this.tx.walk(table, { from: [rank] }) as Iterable<AnyRow>) return row
    return undefined
  }

  #isSpared(table: string, { id }: AnyRow): boolean {
    return this.#ground.random.at(table, id, 'spared').next() < sparedShare
  }

  /** What the field holds in the last row of this table whose reference leads to that table. */
  #lastPicked(table: string): AnyRow['id'] | null | undefined {
    const spec = this.#shape[this.#field]?.spec
    for (const row of this.tx.walk(this.#table, { reverse: true }) as Iterable<AnyRow>) {
      if (targetOf(spec, row) === table) return row[this.#field] as AnyRow['id'] | null
    }
    return undefined
  }

  /** Runs `work` for one field; chance belongs to that field meanwhile. */
  within<T>(field: string, work: (making: Making) => T): T {
    const [outerField, outerChance] = [this.#field, this.#chance]
    this.#field = field
    this.#chance = undefined
    try {
      return work(this)
    } finally {
      this.#field = outerField
      this.#chance = outerChance
    }
  }

  get chance(): Stream {
    return (this.#chance ??= this.#ground.random.at(this.#table, this.number, this.#field))
  }
  get faker(): Faker {
    return fakerOn(this.chance)
  }

  // Note: recipes take these apart from the object, so they are no methods.
  readonly pick = (table: string, fits?: Fits): AnyRow['id'] | null => {
    if (typeof fits === 'object') {
      const fitting: AnyRow[] = this.tx.where(table, fits as Readonly<Record<string, unknown>>)
      return fitting[rankAmong(this.#parentChance(0), fitting.length)]?.id ?? null
    }
    const count = this.tx.count(table)
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      for (const rank of ranksAmong(this.#parentChance(attempt), count)) {
        const row = this.#rowAfter(table, rank)
        if (row && (!fits || fits(row))) return row.id
      }
    }
    return null
  }
  readonly pickNext = (table: string, fits?: Fits): AnyRow['id'] | null => {
    const isFit = typeof fits === 'object' ? hasValues(fits) : fits
    const last = this.#lastPicked(table)
    if (last === null) return null
    const from = [last ?? 0]
    for (const row of this.tx.walk(table, { from }) as Iterable<AnyRow>) {
      if (!isFit || isFit(row)) return row.id
    }
    return null
  }
  readonly pickSparing = (table: string, fits?: (row: LooseRow) => boolean) =>
    this.pick(table, (row) => !this.#isSpared(table, row as AnyRow) && (fits?.(row) ?? true))
  readonly day = (offset: number): string => {
    const { calendar, zone } = this.#ground
    return calendar.dayAt(Date.parse(this.now) + offset * dayMs, zone())
  }
  readonly at = (day: string, hour: number): string => {
    const { calendar, zone } = this.#ground
    return new Date(calendar.beginOf(day, zone()) + hour * hourMs).toISOString()
  }
  readonly moment = (offset: number, hour: number): string => this.at(this.day(offset), hour)
}

const hasValues = (values: Readonly<Record<string, unknown>>) => (row: AnyRow) =>
  Object.entries(values).every(([name, value]) => row[name] === value)
