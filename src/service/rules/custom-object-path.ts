/** Finds the custom object of a path. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { addressedBySlug } from '../behaviours/shared.ts'

/** Returns the custom object with the slug; throws a 404 if there is none. The alternative accepts an id too. */
export function findCustomObject(
  tx: d.Tx,
  { object_slug }: { readonly object_slug: string },
): Rows['custom_objects'] {
  const [bySlug] = tx.where('custom_objects', { slug: object_slug })
  if (bySlug) return bySlug
  const byId = /^\d+$/.test(object_slug) && tx.find('custom_objects', Number(object_slug))
  if (byId && !tx.assumes(addressedBySlug)) return byId
  throw d.notFound(`there is no custom object "${object_slug}"`)
}
