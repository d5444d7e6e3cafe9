/** Finds the records of path parameters by id, or by slug if the resource has slugs. */
import { moved, recordNotFound } from '../define/problems.ts'
import type { Resource } from '../define/resource.ts'
import type { AnyRow, Tx } from '../define/tx.ts'
import type { Catalog } from '../model/catalog.ts'
import type { Call } from './call.ts'
import { slugForId, unknownId } from './behaviours.ts'

/** Replaces the path parameters that refer to rows with the ids of existing rows. */
export function resolvePathRecords(call: Call, tx: Tx, catalog: Catalog): void {
  for (const [name, to] of call.operation?.refs ?? []) {
    const idOrSlug = call.input[name] as string | number | undefined
    const row = findRecord(tx, catalog, to, idOrSlug)
    if (!row || tx.isHidden(to, row)) {
      redirectFormerSlug(call, tx, catalog.resources.get(to), name)
      tx.logBehaviour(unknownId)
      throw recordNotFound(to, idOrSlug ?? call.params[name], unknownId)
    }
    if (row.id !== idOrSlug) call.input = { ...call.input, [name]: row.id }
  }
}

/** Returns the value of a field in the record that a call changes; undefined if there is none. */
export function storedValueOf(call: Call, tx: Tx, catalog: Catalog, field: string): unknown {
  const { refs = [], resource } = call.operation ?? {}
  const [name] = refs.find(([, to]) => to === resource?.name) ?? []
  if (!resource || name === undefined) return undefined
  const row = findRecord(tx, catalog, resource.name, call.input[name] as string | number)
  const computed = resource.shape[field]?.spec.computed
  return row && computed ? computed(tx, row as never) : row?.[field]
}

const findRecord = (
  tx: Tx,
  catalog: Catalog,
  table: string,
  idOrSlug: string | number | undefined,
): AnyRow | undefined =>
  tx.find<string>(table, idOrSlug) ?? findBySlug(tx, catalog, table, idOrSlug)

/** Finds a row by its slug; with the alternative of `path.id`, also by the digits that a text starts with. */
function findBySlug(
  tx: Tx,
  catalog: Catalog,
  table: string,
  slug: string | number | undefined,
): AnyRow | undefined {
  const usesSlugs = catalog.resources.get(table)?.usesSlugs
  if (!usesSlugs || typeof slug !== 'string') return undefined
  if (usesSlugs === true) tx.logBehaviour(slugForId)
  const isFound = usesSlugs === true || tx.assumes(usesSlugs.assumption)
  const found = isFound ? tx.where<string>(table, { slug })[0] : undefined
  return found || tx.assumes(unknownId) ? found : tx.find<string>(table, leadingNumber(slug))
}

/** The number that the digits at the start of a text form; undefined if there are none. */
export function leadingNumber(text: string): number | undefined {
  const [digits] = /^\d+/.exec(text) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** Redirects a read with a former slug to the current one. */
function redirectFormerSlug(
  call: Call,
  tx: Tx,
  resource: Resource | undefined,
  param: string,
): void {
  const { name = '', usesSlugs } = resource ?? {}
  const slug = call.input[param]
  if (typeof usesSlugs !== 'object' || typeof slug !== 'string' || call.operation?.method !== 'GET')
    return
  if (!tx.assumes(usesSlugs.assumption)) return
  for (const row of tx.scan<string>(name)) {
    if (!(row[usesSlugs.formerSlugs] as string[]).includes(slug)) continue
    const url = new URL(call.url)
    const former = `/${call.params[param]}`
    const place = url.pathname.lastIndexOf(former)
    const rest = url.pathname.slice(place + former.length)
    url.pathname = `${url.pathname.slice(0, place)}/${String(row['slug'])}${rest}`
    throw moved(url.href, usesSlugs.assumption)
  }
}
