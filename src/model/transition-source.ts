/** Lets dates change states: what is due follows from the rows, so no row needs a task of its own. */
import { type Move, moveIndex } from '../define/scheduled-transition.ts'
import { assumed } from '../define/behaviours.ts'
import type { DueSource } from '../machine/agenda.ts'
import type { Journal } from '../machine/journal.ts'
import type { AnyRow } from '../define/tx.ts'
import type { TableMove } from './catalog.ts'
import { dayAfter } from './calendar.ts'
import { type Model, nobody } from './model.ts'
import type { Ground } from './transaction.ts'

const byDate = assumed(
  'move.date',
  "a state moves by itself when its first day begins or its last is over, in the tenant's time zone",
  { because: 'the states are documented, and the dates; what moves them is not' },
)
const announced = assumed('move.announced', 'a move by date announces ".updated"', {
  because: 'nothing is said; a change is a change whoever makes it',
  instead: 'moves by date announce nothing',
})

export interface MovesParts extends Ground {
  readonly model: Model
  readonly journal: Journal
}

/** The first moment of a move, which stays as long as no row of its table changes. */
interface Soonest {
  readonly version: object
  readonly where: string
  readonly at: number | undefined
}

/** The due moments of all moves by date, for the clock. */
export function createMoves(parts: MovesParts): DueSource {
  const { store, catalog, calendar, model, journal, zone } = parts
  const { moves } = catalog
  const soonest = new Map<Move, Soonest>()
  let last: { version: object | undefined; at: number | undefined } | undefined

  function momentOf({ at }: Move, day: string): number {
    return calendar.beginOf(at === 'begin' ? day : dayAfter(day), zone())
  }

  function nextOf({ table, move }: TableMove, where: string): number | undefined {
    const known = soonest.get(move)
    const version = store.versionOf(table)
    if (known?.version === version && known.where === where) return known.at
    const key = store.firstKey(table, moveIndex(move))
    const at = key && momentOf(move, key[0] as string)
    soonest.set(move, { version, where, at })
    return at
  }

  function nextOfAll(): number | undefined {
    const where = zone()
    let first: number | undefined
    for (const move of moves) {
      const at = nextOf(move, where)
      if (at !== undefined && (first === undefined || at < first)) first = at
    }
    return first
  }

  function dueRows({ table, move }: TableMove, at: number): AnyRow[] {
    const rows: AnyRow[] = []
    for (const row of store.walk(table, { index: moveIndex(move) })) {
      if (momentOf(move, row[move.on] as string) > at) break
      rows.push(row)
    }
    return rows
  }

  return {
    kind: 'date',
    next() {
      const version = store.version()
      if (version === undefined || last?.version !== version) last = { version, at: nextOfAll() }
      return last.at
    },
    run(at) {
      const caller = nobody()
      const entry = journal.add('date', { day: calendar.dayAt(at, zone()), used: caller.used })
      journal.within(entry, () =>
        model.run(caller, (tx) => {
          const write = (): void => {
            for (const each of moves) {
              const { field, to } = each.move
              for (const row of dueRows(each, at)) tx.update(each.table, row.id, { [field]: to })
            }
          }
          tx.uses(byDate)
          if (tx.takes(announced)) write()
          else tx.silently(write)
        }),
      )
    },
  }
}
