/** Shares the record serializers between emulators, so that forks share the JSON of unchanged rows. */
import type { Catalog } from '../model/catalog.ts'
import { createRecordSerializer, type RecordSerializer } from '../model/record-serializer.ts'
import type { Flags } from '../model/settings.ts'

const serializerCache = new WeakMap<Catalog, WeakMap<Flags, RecordSerializer>>()

/** The serializer for a catalog and a set of flags. */
export function serializerFor(catalog: Catalog, flags: Flags): RecordSerializer {
  let byFlags = serializerCache.get(catalog)
  if (!byFlags) serializerCache.set(catalog, (byFlags = new WeakMap()))
  let serializer = byFlags.get(flags)
  if (!serializer)
    byFlags.set(flags, (serializer = createRecordSerializer(catalog, (flag) => flags[flag])))
  return serializer
}
