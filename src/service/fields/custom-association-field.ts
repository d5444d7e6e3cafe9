/** The field of a record that shows its links to custom records. */
import * as d from '../../engine/define/define.ts'
import { type ObjectType, objectTypes } from './custom-field-types.ts'

/** Maps the slug of each association to its custom object and the linked records. */
export function customAssociationsField<Row>(
  type: ObjectType,
  getLinks: (tx: d.Tx, row: Row) => Readonly<Record<string, number[]>>,
) {
  return d
    .map(
      d.object({
        custom_object_slug: d.string().required(),
        custom_record_ids: d.listOf(d.integer()).required(),
      }),
    )
    .requiresFlag('Custom objects')
    .beta()
    .computed((tx, row: Row) => serializeLinks(tx, type, getLinks(tx, row)))
}

// Note: each record of a list shows all associations of its type, and they change rarely.
const associationsByType = d.oncePerTableVersion(
  (tx: d.Tx) =>
    new Map(
      objectTypes.map((type) => [type, tx.where('custom_associations', { object_type: type })]),
    ),
)

const slugsOfObjects = d.oncePerTableVersion(
  (tx: d.Tx) => new Map(tx.where('custom_objects', {}).map(({ id, slug }) => [id, slug])),
)

function serializeLinks(tx: d.Tx, type: ObjectType, links: Readonly<Record<string, number[]>>) {
  const associations = associationsByType(tx, 'custom_associations').get(type) ?? []
  const slugs = slugsOfObjects(tx, 'custom_objects')
  return Object.fromEntries(
    associations.map(({ slug, custom_object_id }) => {
      const ids = links[slug] ?? []
      const custom_record_ids = ids.filter((id) => tx.find('custom_records', id))
      const custom_object_slug = slugs.get(custom_object_id) as string
      return [slug, { custom_object_slug, custom_record_ids }]
    }),
  )
}
