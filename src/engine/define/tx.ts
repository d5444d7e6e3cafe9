/**
 * The transaction of an operation: it reads and writes rows, returns the time and emits events.
 *
 * All methods are synchronous. A throw undoes all changes. Returned lists are copies, so an operation
 * can write rows while it iterates over them.
 */
import type { Id } from '../store/keys.ts'
import type { RandomStream } from '../store/random.ts'
import type { ScanOptions } from '../store/table.ts'
import type { Records, Rows, FlagName } from '../service-types.ts'
import type { AssumedBehaviour, AssumedNumber, Behaviour } from './behaviour.ts'

type TableName = keyof Rows

/** A row of any table. */
export type AnyRow = { readonly id: Id } & Readonly<Record<string, unknown>>

export type RowOf<N extends string> = N extends TableName ? Rows[N] : AnyRow

type RecordOf<N extends string> = N extends TableName ? Records[N] : Record<string, unknown>

/** The values of a row, or a part of them, by field. */
export type RowValues = Readonly<Record<string, unknown>>

export interface Tx {
  /** The time of this call, in the timestamp format of the service. */
  readonly now: string
  /** The calendar day of this call in the tenant's time zone. */
  readonly today: string
  /** The base URL that this call was sent to; that of the emulator for the clock and for acts. */
  readonly baseUrl: string
  /** The id of the user who owns the token of this call; null for the clock and for acts. */
  readonly ownerId: number | null

  /** Returns the calendar day of a timestamp in the tenant's time zone. */
  dayOf(timestamp: string): string

  /** Returns the row; throws a 404 if it does not exist. */
  get<N extends string>(table: N, id: Id): RowOf<N>
  find<N extends string>(table: N, id: Id | null | undefined): RowOf<N> | undefined
  /** Returns the rows with these values, in the order of their ids; uses an index if there is one. */
  where<N extends string>(table: N, values: Partial<RowOf<N>>): RowOf<N>[]
  count<N extends string>(table: N, values?: Partial<RowOf<N>>): number
  scan<N extends string>(table: N, options?: ScanOptions): Iterable<RowOf<N>>
  /** Returns a value that changes when a row of the table changes; undefined after a write to it in this call. */
  tableVersion(table: string): object | undefined

  insert<N extends string>(table: N, values: Partial<RowOf<N>>): RowOf<N>
  /** Updates a row. `event` replaces the `.updated` event. */
  update<N extends string>(table: N, id: Id, patch: Partial<RowOf<N>>, event?: string): RowOf<N>
  /** Removes a row, its parts and the rows that require it; clears other references to it. */
  remove(table: string, id: Id): void
  /** Emits an event that does not belong to a change of a row. */
  emit(event: string, data: unknown): void
  /** Delivers a notification again, after the commit. */
  redeliver(notification: string): void
  /** Runs `work` without emitting events for its changes. */
  withoutEvents<T>(work: () => T): T
  /** Runs `work` so that its changes emit events of their own, besides those of earlier changes. */
  withOwnEvents<T>(work: () => T): T
  /** Counts the rows that use a row, by table, without its parts, its companions and tasks about it. */
  referrers(table: string, id: Id): Readonly<Record<string, number>>
  /** Counts the rows that require a row, by table. */
  dependents(table: string, id: Id): Readonly<Record<string, number>>
  /** Changes all references from one row to another. */
  replaceReferences(table: string, from: Id, to: Id): void

  /** Returns the record that the service returns for a row, with its computed fields. */
  serialize<N extends string>(table: N, row: RowOf<N>): RecordOf<N>

  isFlagOn(name: FlagName): boolean
  /** Returns whether the API hides a row because the flag of its feature is off. */
  isHidden(table: string, row: AnyRow): boolean
  /** Returns whether `isHidden` can be true for a row of the table. */
  mayHide(table: string): boolean
  /** Returns whether the token of this call has a scope. The clock and acts have all scopes. */
  hasScope(scope: string): boolean
  /** Logs that this call uses a behaviour. */
  logBehaviour(behaviour: Behaviour): void
  /** Logs the assumption; returns false if an alternative is active. */
  assumes(assumption: AssumedBehaviour): boolean
  /** Logs the assumption; returns the name of the active alternative, or `default`. */
  alternativeFor(assumption: AssumedBehaviour): string
  /** Logs the assumption; returns the selected number. */
  numberFor(assumption: AssumedNumber): number
  /** Returns the random stream of a path. It depends only on the seed and the path. */
  random(...path: (string | number)[]): RandomStream
}
