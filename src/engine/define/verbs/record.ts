/** The verbs of single records: show, create, update, destroy, transition. */
import { type AssumedBehaviour } from '../behaviour.ts'
import type { Shape, ShapeValues } from '../fields.ts'
import { type ExampleOverrides, type Operation, operation } from '../operation.ts'
import { created, statusMessage, record } from '../presenters.ts'
import { unprocessable } from '../problems.ts'
import { exampleWhere } from '../example-call.ts'
import { toStoredValues } from '../stored-values.ts'
import type { AnyRow, RowOf, Tx } from '../tx.ts'
import type { VerbTarget, VerbOptions } from './verb-options.ts'
import { partialUpdate } from '../behaviours.ts'

interface PathOptions extends VerbOptions {
  readonly path?: string
  readonly params?: Shape
}

/** Creates the operation that returns a row by its id. */
export function show(target: VerbTarget, { path, ...options }: PathOptions): Operation {
  return operation({
    ...options,
    method: 'GET',
    path: path ?? `${target.path}/{id}`,
    presenter: record(target.name),
    handle: (tx, { id }: { id: number }) => tx.get(target.name, id),
  })
}

interface WriteOptions<B extends Shape> extends PathOptions {
  readonly body: B
  /** The rules by which the operation refuses a call, for its description. Default: those that its example uses. */
  readonly rules?: readonly AssumedBehaviour[]
  /** Returns the parts of a successful call that cannot be derived from the shapes. */
  example?(tx: Tx): ExampleOverrides
}

export interface CreateOptions<B extends Shape> extends WriteOptions<B> {
  /** Throws a Problem to refuse a valid body. Default: the values of each valid body are stored. */
  check?(tx: Tx, body: ShapeValues<B>): void
}

/** Creates the operation that inserts a row with the values of the body. */
export function create<B extends Shape>(
  target: VerbTarget,
  { path, check, ...options }: CreateOptions<B>,
): Operation {
  return operation({
    ...options,
    method: 'POST',
    path: path ?? target.path,
    presenter: created(target.name),
    handle(tx, { body }: { body: ShapeValues<B> }) {
      check?.(tx, body)
      return tx.insert(target.name, toStoredValues(options.body, body))
    },
  })
}

export interface UpdateOptions<N extends string, B extends Shape> extends WriteOptions<B> {
  /**
   * Throws a Problem to refuse a valid body. `stored` is the row before the update. Default: the values
   * of each valid body are stored.
   */
  check?(tx: Tx, body: ShapeValues<B>, stored: RowOf<N>): void
}

/** Creates the operation that updates a row with the values of the body; omitted fields keep their values. */
export function update<N extends string, B extends Shape>(
  target: VerbTarget<N>,
  { path, check, ...options }: UpdateOptions<N, B>,
): Operation {
  return operation({
    ...options,
    method: 'PUT',
    path: path ?? `${target.path}/{id}`,
    presenter: record(target.name),
    handle(tx, { id, body }: { id: number; body: ShapeValues<B> }) {
      tx.logBehaviour(partialUpdate)
      const stored = tx.get(target.name, id)
      check?.(tx, body, stored)
      return tx.update<string>(target.name, id, toStoredValues(options.body, body, stored))
    },
  })
}

interface DestroyOptions extends PathOptions {
  /** The assumption that a call answers 422 for a row that other rows refer to. */
  readonly unlessReferenced?: AssumedBehaviour
}

/** Creates the operation that removes a row. */
export function destroy(
  target: VerbTarget,
  { path, unlessReferenced, ...options }: DestroyOptions,
): Operation {
  return operation({
    ...options,
    method: 'DELETE',
    path: path ?? `${target.path}/{id}`,
    rules: unlessReferenced ? [unlessReferenced] : [],
    presenter: statusMessage(`The ${target.singular} was deleted.`),
    example: exampleWhere(
      target.name,
      ({ id }, tx) => !unlessReferenced || !isReferenced(tx, target.name, id),
    ),
    handle(tx, { id }: { id: number }) {
      if (unlessReferenced && isReferenced(tx, target.name, id) && tx.assumes(unlessReferenced)) {
        const referrers = Object.entries(tx.referrers(target.name, id))
        const by = referrers.map(([table, count]) => `${count} ${table}`).join(', ')
        throw unprocessable({ base: [`is in use by ${by}`] }, unlessReferenced)
      }
      tx.remove(target.name, id)
    },
  })
}

const isReferenced = (tx: Tx, table: string, id: AnyRow['id']): boolean =>
  Object.keys(tx.referrers(table, id)).length > 0

export interface TransitionOptions<K extends string> extends VerbOptions {
  /** The field that holds the state. */
  readonly field: K
  readonly from: readonly string[]
  readonly to: string
  /** The event of the transition. Default: `.updated`. */
  readonly event?: string
  /** The assumption that a call answers 422 in any other state; the alternative changes nothing. */
  readonly fromOtherState: AssumedBehaviour
  readonly method?: 'PUT' | 'POST'
}

/** Creates the operation that changes a state field from one of some values to another value. */
export function transition<K extends string>(
  target: VerbTarget,
  verb: string,
  options: TransitionOptions<K>,
): Operation {
  const { field, from, to, event, fromOtherState, method = 'PUT', ...rest } = options
  return operation({
    ...rest,
    method,
    path: `${target.path}/{id}/${verb}`,
    rules: [fromOtherState],
    presenter: record(target.name),
    example: exampleWhere(target.name, (row) => from.includes(row[field] as string)),
    handle(tx, { id }: { id: number }): AnyRow {
      const row = tx.get<string>(target.name, id)
      const state = row[field] as string
      if (from.includes(state)) return tx.update<string>(target.name, id, { [field]: to }, event)
      if (!tx.assumes(fromOtherState)) return row
      throw unprocessable({ [field]: [`is ${state}, so it cannot become ${to}`] }, fromOtherState)
    },
  })
}
