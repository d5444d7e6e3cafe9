/** Runs the scheduled transitions. Their due moments are derived from the rows. */
import { type ScheduledTransition, transitionIndexName } from '../define/scheduled-transition.ts'
import { dateKind } from '../journal/kinds/date.ts'
import type { DueSource } from '../clock/agenda.ts'
import type { Journal } from '../journal/journal.ts'
import type { AnyRow } from '../define/tx.ts'
import type { TableTransition } from './catalog.ts'
import { dayAfter } from './calendar.ts'
import { type Model, systemActor } from './model.ts'
import type { TransactionContext } from './transaction-context.ts'
import { dateTransition, transitionEvent } from './behaviours.ts'

interface TransitionSourceOptions extends TransactionContext {
  readonly model: Model
  readonly journal: Journal
}

/** The cached due moment of a transition, valid until a row of its table or the time zone changes. */
interface NextDue {
  readonly version: object | undefined
  readonly zone: string
  readonly at: number | undefined
}

/** Creates the due source of all scheduled transitions for the clock. */
export function createTransitionSource(options: TransitionSourceOptions): DueSource {
  const { store, catalog, calendar, model, journal, zone } = options
  const { scheduledTransitions } = catalog
  const nextDueByTransition = new Map<ScheduledTransition, NextDue>()
  let cached: { version: object | undefined; at: number | undefined } | undefined

  function dueAt({ at }: ScheduledTransition, day: string): number {
    return calendar.startOfDay(at === 'begin' ? day : dayAfter(day), zone())
  }

  function nextDue({ table, transition }: TableTransition, zone: string): number | undefined {
    const known = nextDueByTransition.get(transition)
    const version = store.tableVersion(table)
    if (known && version && known.version === version && known.zone === zone) return known.at
    const key = store.firstKey(table, transitionIndexName(transition))
    const at = key && dueAt(transition, key[0] as string)
    nextDueByTransition.set(transition, { version, zone, at })
    return at
  }

  function nextDueOfAll(): number | undefined {
    const currentZone = zone()
    let earliest: number | undefined
    for (const each of scheduledTransitions) {
      const at = nextDue(each, currentZone)
      if (at !== undefined && (earliest === undefined || at < earliest)) earliest = at
    }
    return earliest
  }

  function dueRows({ table, transition }: TableTransition, at: number): AnyRow[] {
    const rows: AnyRow[] = []
    for (const row of store.scan(table, { index: transitionIndexName(transition) })) {
      if (dueAt(transition, row[transition.dateField] as string) > at) break
      rows.push(row)
    }
    return rows
  }

  return {
    kind: 'date',
    next() {
      const version = store.version()
      if (version === undefined || cached?.version !== version)
        cached = { version, at: nextDueOfAll() }
      return cached.at
    },
    run(at) {
      const actor = systemActor()
      const entry = journal.add(dateKind, {
        day: calendar.dayAt(at, zone()),
        behaviours: actor.behaviours,
      })
      journal.withCause(entry, () =>
        model.run(actor, (tx) => {
          const write = (): void => {
            for (const each of scheduledTransitions) {
              const { field, to } = each.transition
              for (const row of dueRows(each, at)) tx.update(each.table, row.id, { [field]: to })
            }
          }
          tx.logBehaviour(dateTransition)
          if (tx.assumes(transitionEvent)) write()
          else tx.withoutEvents(write)
        }),
      )
    },
  }
}
