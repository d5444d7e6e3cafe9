/**
 * What an operation may do: read and write rows, ask the time, say what happened.
 *
 * Everything is synchronous, and everything is undone when the operation throws. Lists that are
 * returned are copies, so rows may be written while they are walked.
 */
import type { Id } from '../machine/keys.ts'
import type { RandomStream } from '../machine/random.ts'
import type { ScanOptions } from '../machine/table.ts'
import type { Records, Rows } from '../generated/rows.ts'
import type { AssumedBehaviour, Behaviour } from './behaviours.ts'
import type { FlagName } from './feature-flags.ts'

export type TableName = keyof Rows

/** A row of whatever table: what shared code sees. */
export type AnyRow = { readonly id: Id } & Readonly<Record<string, unknown>>

export type RowOf<N extends string> = N extends TableName ? Rows[N] : AnyRow

type RecordOf<N extends string> = N extends TableName ? Records[N] : Record<string, unknown>

/** The values of a row, or a part of them, by field. */
export type RowValues = Readonly<Record<string, unknown>>

export interface Tx {
  /** The moment of this call, as the service writes it. */
  readonly now: string
  /** The calendar day of this call in the tenant's time zone. */
  readonly today: string
  /** The user who owns the token of this call; null for the clock and for an administrator's act. */
  readonly ownerId: number | null

  /** The row, or a 404. */
  get<N extends string>(table: N, id: Id): RowOf<N>
  find<N extends string>(table: N, id: Id | null | undefined): RowOf<N> | undefined
  /** The rows whose fields have these values, by id; through an index where there is one. */
  where<N extends string>(table: N, values: Partial<RowOf<N>>): RowOf<N>[]
  count<N extends string>(table: N, values?: Partial<RowOf<N>>): number
  scan<N extends string>(table: N, options?: ScanOptions): Iterable<RowOf<N>>

  insert<N extends string>(table: N, values: Partial<RowOf<N>>): RowOf<N>
  /** Writes the patch; an event named here is announced in place of `.updated`. */
  update<N extends string>(table: N, id: Id, patch: Partial<RowOf<N>>, event?: string): RowOf<N>
  /** Takes the row away with its parts and with what cannot be without it; others forget its id. */
  remove(table: string, id: Id): void
  /** Announces an event that no change of a row stands for. */
  emit(event: string, data: unknown): void
  /** Sends a notification once more, after the commit. */
  redeliver(notification: string): void
  /** What is written in here announces nothing. */
  withoutEvents<T>(work: () => T): T
  /** How many rows refer to one, by table; its parts and what only follows it do not count. */
  referrers(table: string, id: Id): Readonly<Record<string, number>>
  /** The same, but only of rows that cannot be without it. */
  dependents(table: string, id: Id): Readonly<Record<string, number>>
  /** Points every record that refers to one row to another; gives how many moved, by table. */
  replaceReferences(table: string, from: Id, to: Id): Readonly<Record<string, number>>

  /** The record that the service shows for a row, with what is worked out from other rows. */
  serialize<N extends string>(table: N, row: RowOf<N>): RecordOf<N>

  isFlagOn(name: FlagName): boolean
  /** Whether the token of this call has a scope. The clock and an administrator have every one. */
  hasScope(scope: string): boolean
  /** Notes that this behaviour was relied on. */
  logBehaviour(behaviour: Behaviour): void
  /** Notes the behaviour; true for the default reading, false where the other one is in force. */
  assumes(assumption: AssumedBehaviour): boolean
  /** Notes the behaviour; gives the name of the reading in force, for one that has several. */
  alternativeFor(assumption: AssumedBehaviour): string
  /** Chance that belongs to this path, the same for the same seed. */
  random(...path: (string | number)[]): RandomStream
}
