/**
 * Runs transactions, adds their changes to the journal and emits their events.
 *
 * Events are emitted after the commit, so operations do not depend on subscribers.
 */
import type { Resource } from '../define/resource.ts'
import type { AnyRow } from '../define/tx.ts'
import type { Id } from '../store/keys.ts'
import { estimateBytes } from '../journal/entry-size.ts'
import { type ChangedValues, changeKind } from '../journal/kinds/change.ts'
import { eventKind } from '../journal/kinds/event.ts'
import { BehaviourLog } from '../define/behaviour-log.ts'
import type { EntryHeader, Journal } from '../journal/journal.ts'
import type { Change } from '../store/store.ts'
import {
  eachChange,
  eventNamesFor,
  inEventOrder,
  type NetChange,
  netChanges,
  isDerivationSource,
} from './changes.ts'
import type { TransactionContext } from './transaction-context.ts'
import {
  changeMoments,
  derivedSilently,
  deletedKey,
  deletedPayload,
  eventOrder,
  listedEvents,
  oneEventPerRecord,
  recordPayload,
  singleEventName,
} from './behaviours.ts'
import { type Actor, Transaction } from './transaction.ts'

/** An emitted event, with the JSON of its data at the time of the commit. */
export interface Announcement {
  readonly event: string
  readonly data: string
  readonly entry: EntryHeader
  /** The record of the event; undefined if the event has a payload of its own. */
  readonly entity: EventEntity | undefined
}

/** The record of an event. */
interface EventEntity {
  /** The name of one such record, such as `PlannedCourse`. */
  readonly type: string
  readonly id: Id
}

/** Sends the events of commits to webhooks. */
export interface Announcer {
  /** Returns whether an event has subscribers. The data of other events is not serialized. */
  hasSubscribers(event: string): boolean
  /** Returns the ids of the active webhooks. */
  activeWebhooks(): readonly string[]
  announce(announcement: Announcement): void
  /** Delivers a notification again. */
  redeliver(notification: string): void
}

interface ModelContext extends TransactionContext {
  readonly journal: Journal
}

export interface Model {
  /** Runs `work` in a transaction, then adds its changes to the journal and emits its events. */
  run<T>(actor: Actor, work: (tx: Transaction) => T): T
  /** Runs `work` in a transaction without journal entries and events, such as the generation of a world. */
  runWithoutEvents<T>(work: (tx: Transaction) => T, actor?: Actor): T
  read<T>(work: (tx: Transaction) => T): T
}

export const systemActor = (): Actor => ({
  ownerId: null,
  behaviours: new BehaviourLog(),
})

/** Creates the model. The announcer is created after it, because it changes rows. */
export function createModel(context: ModelContext, announcer: () => Announcer): Model {
  const { store, catalog, journal } = context

  function announce(event: string, data: () => string, entity?: EventEntity): void {
    const entry = journal.add(eventKind, { event })
    const { hasSubscribers, activeWebhooks, announce: send } = announcer()
    if (hasSubscribers(event)) send({ event, data: data(), entry, entity })
    else entry.activeWebhooks = activeWebhooks()
  }

  function publish(tx: Transaction, changes: readonly Change[]): void {
    const net = netChanges(changes)
    for (const { table, id, kind, before, after } of net) {
      const fields = changedFields(before, after)
      const entry = journal.add(changeKind, { change: kind, table, id, fields })
      const values = changedValues(before, after, fields)
      entry.values = journal.record(entry, values, estimateBytes(values))
    }
    tx.logBehaviour(listedEvents)
    if (net.length > 0) tx.logBehaviour(changeMoments)
    if (net.length > 1) tx.logBehaviour(eventOrder)
    if (net.some(({ table }) => isDerivationSource(catalog, table)))
      tx.logBehaviour(derivedSilently)
    const all = [...changesToPublish(tx, changes, net), ...tx.derivedChanges(net)]
    for (const change of inEventOrder(all, catalog)) {
      const { table, id, before, after } = change
      if (tx.isHidden(table, (after ?? before) as AnyRow)) continue
      const both = change.event !== undefined && !tx.assumes(singleEventName)
      const type = (catalog.resources.get(table) as Resource).singular
      for (const event of eventNamesFor(change, catalog, both)) {
        tx.logBehaviour(after ? recordPayload : deletedPayload)
        const key = after || tx.assumes(deletedKey) ? 'id' : `${event.split('.', 1)[0]}_id`
        const data = (): string =>
          after ? context.serializer().stringify(tx, table, after) : JSON.stringify({ [key]: id })
        announce(event, data, { type, id })
      }
    }
    for (const { event, data } of tx.emitted) announce(event, () => JSON.stringify(data))
  }

  return {
    run(actor, work) {
      const tx = new Transaction(context, actor)
      const { result, changes } = store.transact(() => work(tx))
      if (changes.length > 0 || tx.emitted.length > 0) publish(tx, changes)
      for (const id of tx.redeliveries) announcer().redeliver(id)
      return result
    },
    runWithoutEvents: (work, actor = systemActor()) =>
      store.transact(() => work(new Transaction(context, actor))).result,
    read: (work) => work(new Transaction(context, systemActor())),
  }
}

/** Returns the changes that emit events: one per record, or each change with the alternative. */
function changesToPublish(tx: Transaction, changes: readonly Change[], net: readonly NetChange[]) {
  return net.length === changes.length || tx.assumes(oneEventPerRecord) ? net : eachChange(changes)
}

/** The values of the changed fields; of a created or deleted row the row itself. */
function changedValues(
  before: AnyRow | undefined,
  after: AnyRow | undefined,
  fields: readonly string[],
): ChangedValues {
  const pick = (row: AnyRow): Partial<AnyRow> =>
    Object.fromEntries(fields.map((name) => [name, row[name]]))
  if (!before || !after) return { ...(before && { before }), ...(after && { after }) }
  return { before: pick(before), after: pick(after) }
}

function changedFields(before: AnyRow | undefined, after: AnyRow | undefined): string[] {
  if (!before || !after) return []
  return Object.keys(after).filter((name) => after[name] !== before[name] && name !== 'updated_at')
}
