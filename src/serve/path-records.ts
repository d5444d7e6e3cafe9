/** Finds the records of path parameters by id, or by slug if the resource has slugs. */
import { assumed, behaviour } from '../define/behaviours.ts'
import { recordNotFound } from '../define/problems.ts'
import type { AnyRow, Tx } from '../define/tx.ts'
import type { Catalog } from '../model/catalog.ts'
import type { Call } from './call.ts'

const slugForId = behaviour(
  'path.slug',
  'a path can contain the slug of a user or teacher in place of the id',
)

export const unknownId = assumed('path.id', 'an unknown or malformed id is answered with 404', {
  reason: 'the contract lists 404; the document shows no codes',
})

/** Replaces the path parameters that refer to rows with the ids of existing rows. */
export function resolvePathRecords(call: Call, tx: Tx, catalog: Catalog): void {
  for (const [name, to] of call.operation?.refs ?? []) {
    const idOrSlug = call.input[name] as string | number | undefined
    const row = tx.find<string>(to, idOrSlug) ?? findBySlug(tx, catalog, to, idOrSlug)
    if (!row || tx.isHidden(to, row)) {
      tx.logBehaviour(unknownId)
      throw recordNotFound(to, idOrSlug ?? call.params[name], unknownId)
    }
    if (row.id !== idOrSlug) call.input = { ...call.input, [name]: row.id }
  }
}

function findBySlug(
  tx: Tx,
  catalog: Catalog,
  table: string,
  slug: string | number | undefined,
): AnyRow | undefined {
  if (!catalog.resources.get(table)?.usesSlugs || typeof slug !== 'string') return undefined
  tx.logBehaviour(slugForId)
  return tx.where<string>(table, { slug })[0]
}
