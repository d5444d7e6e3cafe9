/** Looks up the kinds of journal entries by name. */
import type { KindOf } from './journal.ts'
import type { EntryKind, JournalEntryBase } from './entry-kind.ts'
import { entryKinds } from './kind-list.ts'

const kindsByName = new Map<string, EntryKind<JournalEntryBase>>(
  entryKinds.map((kind) => [kind.name, kind]),
)

/** The names of the kinds in the folder `kinds`. */
export const entryKindNames: readonly string[] = [...kindsByName.keys()]

/** Returns the kind of an entry. @throws Error for a name that is not in the list of kinds */
export function entryKindOf({
  kind: name,
}: {
  readonly kind: string
}): EntryKind<JournalEntryBase> {
  const kind = kindsByName.get(name)
  if (!kind) throw new Error(`the list of journal kinds has no "${name}"; run \`npm run gen\``)
  return kind
}

type StoredEntryOf<K> = K extends KindOf<infer S> ? S : never

/** Every entry that the emulator stores, by kind. */
export type StoredJournalEntry = StoredEntryOf<(typeof entryKinds)[number]>
