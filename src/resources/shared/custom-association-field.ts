/** The field of a record that shows its links to custom records. */
import { integer, listOf, map, object, string, type Tx } from '../../define/define.ts'
import type { ObjectType } from './custom-field-types.ts'

/** Maps the slug of each association to its custom object and the linked records. */
export function customAssociationsField<Row>(
  type: ObjectType,
  getLinks: (tx: Tx, row: Row) => Readonly<Record<string, number[]>>,
) {
  return map(
    object({
      custom_object_slug: string().required(),
      custom_record_ids: listOf(integer()).required(),
    }),
  )
    .requiresFlag('Custom objects')
    .beta()
    .computed((tx, row: Row) => serializeLinks(tx, type, getLinks(tx, row)))
}

function serializeLinks(tx: Tx, type: ObjectType, links: Readonly<Record<string, number[]>>) {
  const associations = tx.where('custom_associations', { object_type: type })
  return Object.fromEntries(
    associations.map(({ slug, custom_object_id }) => {
      const ids = links[slug] ?? []
      const custom_record_ids = ids.filter((id) => tx.find('custom_records', id))
      const custom_object_slug = tx.get('custom_objects', custom_object_id).slug
      return [slug, { custom_object_slug, custom_record_ids }]
    }),
  )
}
