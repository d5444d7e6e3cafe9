/** The verbs of one record: show, create, update, destroy, transition. */
import { type Assumed, behaviour } from '../behaviours.ts'
import type { Shape } from '../fields.ts'
import { type Operation, operation } from '../operation.ts'
import { created, done, record } from '../presenters.ts'
import { unprocessable } from '../problems.ts'
import { idOfOne } from '../example-call.ts'
import { storedFrom } from '../stored-values.ts'
import type { AnyRow, Tx } from '../tx.ts'
import type { Bound, Marks } from './verb-options.ts'

interface Placed extends Marks {
  readonly path?: string
  readonly params?: Shape
}

const partial = behaviour('update.partial', 'parameters not sent in an update keep their values')

export function show(to: Bound, { path, ...marks }: Placed): Operation {
  return operation({
    ...marks,
    method: 'GET',
    path: path ?? `${to.path}/{id}`,
    present: record(to.name),
    answer: (tx, { id }: { id: number }) => tx.get(to.name, id),
  })
}

export function create(to: Bound, { path, ...given }: Placed & { body: Shape }): Operation {
  return operation({
    ...given,
    method: 'POST',
    path: path ?? to.path,
    present: created(to.name),
    answer: (tx, { body }: { body: Record<string, unknown> }) =>
      tx.insert(to.name, storedFrom(given.body, body)),
  })
}

export function update(to: Bound, { path, ...given }: Placed & { body: Shape }): Operation {
  return operation({
    ...given,
    method: 'PUT',
    path: path ?? `${to.path}/{id}`,
    present: record(to.name),
    answer(tx, { id, body }: { id: number; body: Record<string, unknown> }) {
      tx.uses(partial)
      return tx.update(to.name, id, storedFrom(given.body, body, tx.get(to.name, id)))
    },
  })
}

export interface Removal extends Placed {
  /** A row that others refer to is kept, and the call refused with 422; unless read otherwise. */
  readonly unlessUsed?: Assumed
}

export function destroy(to: Bound, { path, unlessUsed, ...marks }: Removal): Operation {
  return operation({
    ...marks,
    method: 'DELETE',
    path: path ?? `${to.path}/{id}`,
    present: done(`The ${to.one} was deleted.`),
    example: (tx) => ({
      params: { id: idOfOne(tx, to.name, ({ id }) => !unlessUsed || !isUsed(tx, to.name, id)) },
    }),
    answer(tx, { id }: { id: number }) {
      if (unlessUsed && isUsed(tx, to.name, id) && tx.takes(unlessUsed)) {
        const users = Object.entries(tx.referrers(to.name, id))
        const by = users.map(([table, count]) => `${count} ${table}`).join(', ')
        throw unprocessable({ base: [`is in use by ${by}`] }, unlessUsed)
      }
      tx.remove(to.name, id)
    },
  })
}

const isUsed = (tx: Tx, table: string, id: AnyRow['id']): boolean =>
  Object.keys(tx.referrers(table, id)).length > 0

export interface Move<K extends string> extends Marks {
  /** The field that holds the state. */
  readonly field: K
  readonly from: readonly string[]
  readonly to: string
  /** The event that stands for the move, in place of `.updated`. */
  readonly event?: string
  /** A move from elsewhere is 422; in the other reading of this it answers and changes nothing. */
  readonly elsewhere: Assumed
  readonly method?: 'PUT' | 'POST'
}

/** Moves a state field from some of its values to another one. */
export function transition<K extends string>(to: Bound, verb: string, move: Move<K>): Operation {
  const { field, from, to: target, event, elsewhere, method = 'PUT', ...marks } = move
  return operation({
    ...marks,
    method,
    path: `${to.path}/{id}/${verb}`,
    present: record(to.name),
    example: (tx) => ({
      params: { id: idOfOne(tx, to.name, (row) => from.includes(row[field] as string)) },
    }),
    answer(tx, { id }: { id: number }): AnyRow {
      const row = tx.get<string>(to.name, id)
      const state = row[field] as string
      if (from.includes(state)) return tx.update<string>(to.name, id, { [field]: target }, event)
      if (!tx.takes(elsewhere)) return row
      throw unprocessable({ [field]: [`is ${state}, so it cannot become ${target}`] }, elsewhere)
    },
  })
}
