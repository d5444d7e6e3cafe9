/**
 * Runs work on the rows and tells what came of it: changes in the journal, events to whoever carries
 * them. Whatever is said is said after the commit, so an operation never knows who listens.
 */
import { assumed, behaviour } from '../define/behaviours.ts'
import type { AnyRow } from '../define/tx.ts'
import type { Entry, Journal } from '../machine/journal.ts'
import type { Change } from '../machine/store.ts'
import { eachChange, eventsOf, inEventOrder, type NetChange, netChanges } from './changes.ts'
import { type Caller, type Ground, Transaction } from './transaction.ts'

const oneName = assumed(
  'event.named',
  'a move with an event of its own announces that event and no ".updated"',
  {
    because: 'the contract lists both kinds; one change is one event elsewhere',
    instead: 'the move announces its own event and ".updated"',
  },
)

const listed = behaviour(
  'event.listed',
  'a change announces the event that the contract lists for it, and nothing where it lists none',
)
const wholeRecord = behaviour(
  'event.payload',
  'the event of a record that is there holds the record as its read operation gives it',
)
const idAlone = behaviour('event.deleted', 'the event of a record that is gone holds its id alone')
const parentsFirst = assumed(
  'event.order',
  'events of one commit: parents before children, created before updated',
  { because: 'nothing is said; a receiver knows whom a record belongs to when it hears of it' },
)
const oneEvent = assumed(
  'event.once',
  'two changes of one record in one request are one event, with the final record',
  {
    because: 'nothing is said; a receiver could not see the state between them',
    instead: 'each change of a record is an event of its own, with the record as it then was',
  },
)

/** An event on its way out, with the text of its data as it was when the commit was made. */
export interface Announcement {
  readonly event: string
  readonly data: string
  readonly entry: Entry
}

export interface ModelParts extends Ground {
  readonly journal: Journal
  /** Whether anybody wants to hear of an event; what nobody wants is not put into words. */
  isWanted(event: string): boolean
  announce(announcement: Announcement): void
  /** Sends a notification once more. */
  redeliver(notification: string): void
}

export interface Model {
  /** Runs `work` in a transaction, then journals its changes and announces its events. */
  run<T>(caller: Caller, work: (tx: Transaction) => T): T
  /** Runs `work` in a transaction that nobody hears of: a seed, a given row, a record of ours. */
  quietly<T>(work: (tx: Transaction) => T): T
  read<T>(work: (tx: Transaction) => T): T
}

export const nobody = (): Caller => ({ owner: null, used: [] })

export function createModel(parts: ModelParts): Model {
  const { store, catalog, journal } = parts

  function announce(event: string, data: () => string): void {
    const entry = journal.add('event', { event })
    if (parts.isWanted(event)) parts.announce({ event, data: data(), entry })
  }

  function tell(tx: Transaction, changes: readonly Change[]): void {
    const net = netChanges(changes)
    for (const { table, id, kind, before, after } of net) {
      const was = kind === 'deleted' ? { was: before } : {}
      journal.add('change', { what: kind, table, id, fields: changedFields(before, after), ...was })
    }
    tx.uses(listed)
    if (net.length > 1) tx.uses(parentsFirst)
    for (const change of inEventOrder(toTell(tx, changes, net), catalog)) {
      const { table, id, after } = change
      const both = change.event !== undefined && !tx.takes(oneName)
      for (const event of eventsOf(change, catalog, both)) {
        tx.uses(after ? wholeRecord : idAlone)
        announce(event, () =>
          after ? parts.showing().text(tx, table, after) : JSON.stringify({ id }),
        )
      }
    }
    for (const { event, data } of tx.emitted) announce(event, () => JSON.stringify(data))
  }

  return {
    run(caller, work) {
      const tx = new Transaction(parts, caller)
      const { result, changes } = store.transact(() => work(tx))
      if (changes.length > 0 || tx.emitted.length > 0) tell(tx, changes)
      tx.redelivered.forEach(parts.redeliver)
      return result
    },
    quietly: (work) => store.transact(() => work(new Transaction(parts, nobody()))).result,
    read: (work) => work(new Transaction(parts, nobody())),
  }
}

/** The changes that are told of: one for each record, or every single one in the other reading. */
function toTell(tx: Transaction, changes: readonly Change[], net: readonly NetChange[]) {
  return net.length === changes.length || tx.takes(oneEvent) ? net : eachChange(changes)
}

function changedFields(before: AnyRow | undefined, after: AnyRow | undefined): string[] {
  if (!before || !after) return []
  return Object.keys(after).filter((name) => after[name] !== before[name] && name !== 'updated_at')
}
