/** Links from a record to custom records, as records show them. */
import { integer, listOf, map, object, string, type Tx } from '../../define.ts'

/** Shown by the slug of the association, with the custom object that the linked records are of. */
export function associationsOf<Row>(stored: (tx: Tx, row: Row) => Record<string, number[]>) {
  return map(
    object({
      custom_object_slug: string().required(),
      custom_record_ids: listOf(integer()).required(),
    }),
  )
    .flagged('Custom objects')
    .beta()
    .computed((tx, row: Row) =>
      Object.fromEntries(
        Object.entries(stored(tx, row)).map(([slug, custom_record_ids]) => [
          slug,
          { custom_object_slug: slug, custom_record_ids },
        ]),
      ),
    )
}
