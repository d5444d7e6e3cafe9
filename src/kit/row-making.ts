/** What a recipe is handed while it makes the fields of one row: chance and days that are this row's. */
import type { Faker } from '@faker-js/faker'
import type { LooseRow, Making } from '../define/recipe.ts'
import type { AnyRow } from '../define/tx.ts'
import { type Random, rankAmong, type Stream } from '../machine/random.ts'
import type { Calendar } from '../model/calendar.ts'
import type { Transaction } from '../model/transaction.ts'
import { fakerOn } from './faker.ts'

/** What the making of every row draws on. */
export interface MakingGround {
  readonly random: Random
  readonly calendar: Calendar
  /** Where dates are counted from, in milliseconds since 1970. */
  worldStartMs(): number
  zone(): string
}

export interface MadeRow {
  readonly table: string
  readonly number: number
  readonly row: LooseRow
  /** The row behind a reference of this row. */
  parentOf(field: string): LooseRow
}

/** How many rows of a table are left for whoever looks for one that nothing refers to. */
const sparedShare = 0.15

const dayMs = 86_400_000
const hourMs = 3_600_000

export class RowMaking implements Making {
  readonly tx: Transaction
  readonly number: number
  readonly row: LooseRow
  readonly parent: Making['parent']
  readonly #ground: MakingGround
  readonly #table: string
  #field = ''
  #chance: Stream | undefined

  constructor(ground: MakingGround, tx: Transaction, made: MadeRow) {
    this.#ground = ground
    this.tx = tx
    this.number = made.number
    this.row = made.row
    this.#table = made.table
    this.parent = made.parentOf
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
  readonly pick = (table: string): AnyRow['id'] | null => {
    const count = this.tx.count(table)
    if (count === 0) return null
    const stream = this.#ground.random.at(this.#table, this.number, this.#field, 'parent')
    const rank = rankAmong(stream, count)
    for (const row of this.tx.walk(table, { from: [rank] }) as Iterable<AnyRow>) return row.id
    return null
  }
  readonly pickSparing = (table: string): AnyRow['id'] | null => {
    const id = this.pick(table)
    const isSpared = id !== null && this.#ground.random.at(table, id, 'spared').next() < sparedShare
    return isSpared ? null : id
  }
  readonly day = (offset: number): string => {
    const { calendar, worldStartMs, zone } = this.#ground
    return calendar.dayAt(worldStartMs() + offset * dayMs, zone())
  }
  readonly at = (day: string, hour: number): string => {
    const { calendar, zone } = this.#ground
    return new Date(calendar.beginOf(day, zone()) + hour * hourMs).toISOString()
  }
  readonly moment = (offset: number, hour: number): string => this.at(this.day(offset), hour)
}
