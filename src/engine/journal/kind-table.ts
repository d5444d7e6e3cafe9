/** Looks up the kinds of journal entries by name. */
import type { KindOf } from './journal.ts'
import type { EntryKind, JournalEntryBase, KindTable } from './entry-kind.ts'
import { entryKinds } from './kind-list.ts'

export function createKindTable(kinds: readonly EntryKind<JournalEntryBase>[]): KindTable {
  const byName = new Map<string, EntryKind<JournalEntryBase>>(
    kinds.map((kind) => [kind.name, kind]),
  )
  return {
    names: [...byName.keys()],
    get(name) {
      const kind = byName.get(name)
      if (!kind) throw new Error(`the list of journal kinds has no "${name}"; run \`npm run gen\``)
      return kind
    },
  }
}

/** The kinds of the folder `kinds`. */
export const defaultKindTable: KindTable = createKindTable(entryKinds)

type StoredEntryOf<K> = K extends KindOf<infer S> ? S : never

/** Every entry that the emulator stores, by kind. */
export type StoredJournalEntry = StoredEntryOf<(typeof entryKinds)[number]>
