/** Reads the records of an export. An import needs fields that the service does not show. */
import type { Emulator } from '../engine/emulator/emulator-api.ts'
import type { ResourceName } from '../engine/emulator/record-types.ts'
import type { Records, Rows } from '../service/generated/rows.ts'
import { copyJson } from '../engine/store/json-copy.ts'
import { requireContext } from './testing/emulator-lookup.ts'

/**
 * A record as the service shows it, with the stored fields that the service does not show, such as
 * `custom_field_id` of an option. A record that you add may omit these fields.
 */
export type ExportedRecord<N extends ResourceName> = Records[N] &
  Partial<Omit<Rows[N], keyof Records[N]>>

/** Returns the records of a resource, ordered by id. */
export function exportedRecords(
  emulator: Emulator,
  resource: string,
): Readonly<Record<string, unknown>>[] {
  const { model, serializer, store } = requireContext(emulator)
  return model.read((tx) =>
    Array.from(store.scan(resource), (row) => ({
      ...(copyJson(row) as object),
      ...serializer().serialize(tx, resource, row),
    })),
  )
}
