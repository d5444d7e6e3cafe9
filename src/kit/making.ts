/** Makes rows by the recipes of their resources: what is not said is made, and depends on its path alone. */
import type { Faker } from '@faker-js/faker'
import type { Make, Making, Recipe } from '../define/recipe.ts'
import type { Resource } from '../define/resource.ts'
import type { AnyRow } from '../define/tx.ts'
import type { Random, Stream } from '../machine/random.ts'
import { rankAmong } from '../machine/random.ts'
import type { Calendar } from '../model/calendar.ts'
import type { Catalog } from '../model/catalog.ts'
import type { Transaction } from '../model/transaction.ts'
import { fakerOn } from './faker.ts'

export type Values = Readonly<Record<string, unknown>>

/** In a world, parents are picked among rows that are there; for `given`, they are made. */
export type Mode = 'world' | 'given'

export interface MakerParts {
  readonly catalog: Catalog
  readonly random: Random
  readonly calendar: Calendar
  /** Where dates are counted from, in milliseconds since 1970. */
  readonly startMs: number
  zone(): string
}

export interface Maker {
  /** Makes and stores a row; undefined where a world has nothing that it could belong to. */
  make(tx: Transaction, table: string, said: Values, mode: Mode): AnyRow | undefined
}

const dayMs = 86_400_000
const nothing: Recipe = { amounts: { small: 0, medium: 0, large: 0 }, fields: {} }

export function createMaker(parts: MakerParts): Maker {
  const { catalog, random } = parts

  function pick(tx: Transaction, table: string, stream: Stream): AnyRow['id'] | null {
    const count = tx.count(table)
    if (count === 0) return null
    const rank = rankAmong(stream, count) + 1
    for (const row of tx.walk(table, { from: [rank - 1] }) as Iterable<AnyRow>) return row.id
    return null
  }

  function make(tx: Transaction, table: string, said: Values, mode: Mode) {
    const resource = catalog.resources.get(table) as Resource
    const recipe = resource.recipe ?? nothing
    const number = tx.reserve(table)
    const row: Record<string, unknown> = {
      id: tx.idFrom(table, number),
      ...(mode === 'given' && recipe.plain),
      ...said,
    }

    function making(field: string): Making {
      const chance = random.at(table, number, field)
      return {
        chance,
        number,
        row,
        tx,
        get faker(): Faker {
          return fakerOn(chance)
        },
        pick: (parent) => pick(tx, parent, random.at(table, number, field, 'parent')),
        parent: (name) => parentOf(name),
        day: (offset) => dayFrom(parts, offset),
        at: (day, hour) => momentAt(parts, day, hour),
        moment: (offset, hour) => momentAt(parts, dayFrom(parts, offset), hour),
      }
    }

    /** The row behind a reference, made on the way if `given` needs it. */
    function parentOf(field: string): AnyRow {
      fill(field, recipe.fields[field])
      const to = resource.shape[field]?.spec.to as string
      return tx.get(to, row[field] as number)
    }

    function fill(field: string, recipeOf: Make | undefined): void {
      if (row[field] !== undefined) return
      const { to, nullable } = resource.shape[field]?.spec ?? {}
      if (mode === 'given' && to !== undefined && !nullable) {
        const values = recipe.parents?.[field]?.(making(field)) ?? {}
        row[field] = make(tx, to, values, 'given')?.id
      } else if (recipeOf) row[field] = recipeOf(making(field))
      else if (to !== undefined && !nullable) row[field] = making(field).pick(to)
    }

    for (const [field, recipeOf] of Object.entries(recipe.fields)) fill(field, recipeOf)
    for (const [field, { spec }] of Object.entries(resource.shape)) {
      if (spec.to !== undefined && !spec.computed) fill(field, undefined)
      const lacks = (row[field] ?? null) === null && !spec.nullable && spec.initial === undefined
      if (mode === 'world' && lacks && (spec.to ?? spec.via)) return undefined
    }
    if (mode === 'world' && 'created_at' in resource.shape && row['created_at'] === undefined) {
      const { chance, moment } = making('created_at')
      row['created_at'] = moment(-chance.integer(30, 700), chance.integer(8, 18))
    }
    return tx.insert(table, row) as AnyRow
  }

  return { make }
}

function dayFrom({ calendar, startMs, zone }: MakerParts, offset: number): string {
  return calendar.dayAt(startMs + offset * dayMs, zone())
}

const hourMs = 3_600_000

function momentAt({ calendar, zone }: MakerParts, day: string, hour: number): string {
  return new Date(calendar.beginOf(day, zone()) + hour * hourMs).toISOString()
}
