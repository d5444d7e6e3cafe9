/** The stored rows of seeded worlds, with helpers for plausibility checks. */
import { createEmulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import type { Rows } from '../../src/service/generated/rows.ts'

/** The default start of a world. */
export const worldStartDefault = '2026-01-05T09:00:00.000Z'

export class WorldRows {
  readonly #byTable = new Map<string, ReadonlyMap<unknown, object>>()
  readonly #walk: (table: string) => Iterable<{ readonly id: unknown }>

  constructor(world: 'training-company' | 'small-school', seed: number, scale: number) {
    const { store } = contextOf(createEmulator({ world, seed, scale }))
    this.#walk = (table) => store.scan(table)
  }

  #table(name: string): ReadonlyMap<unknown, object> {
    const known =
      this.#byTable.get(name) ?? new Map([...this.#walk(name)].map((row) => [row.id, row]))
    this.#byTable.set(name, known)
    return known
  }

  all<Name extends keyof Rows>(name: Name): Rows[Name][] {
    return [...this.#table(name).values()] as Rows[Name][]
  }
  find<Name extends keyof Rows>(name: Name, id: unknown): Rows[Name] | undefined {
    return this.#table(name).get(id) as Rows[Name] | undefined
  }
  get<Name extends keyof Rows>(name: Name, id: unknown): Rows[Name] {
    return this.#table(name).get(id) as Rows[Name]
  }
}

/** A check of a world that returns the violating rows. */
export type WorldChecks = Readonly<Record<string, (rows: WorldRows) => readonly unknown[]>>

const worlds = [
  ['training-company', 1, 1],
  ['training-company', 2, 1],
  ['small-school', 1, 1],
  ['training-company', 1, 3],
  ['small-school', 2, 12],
] as const

/** Runs each check on the shipped worlds. */
export function checkWorlds(checks: WorldChecks): void {
  describe.each(worlds)('in %s with seed %i, %i times', (world, seed, scale) => {
    let rows: WorldRows | undefined
    test.each(Object.entries(checks))('%s', (_, wrong) => {
      rows ??= new WorldRows(world, seed, scale)
      expect(wrong(rows)).toEqual([])
    })
  })
}

/** The values that a list contains more than once. */
export const duplicates = <T>(values: readonly T[]): T[] =>
  values.filter((value, i) => values.indexOf(value) !== i)
