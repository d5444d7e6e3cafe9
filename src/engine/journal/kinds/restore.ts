/** A return to a snapshot. */
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'

/** A return to a snapshot. */
export interface RestoreEntry extends JournalEntryBase {
  readonly kind: 'restore'
}

export const restoreKind = entryKind<RestoreEntry>({
  name: 'restore',
  summary: 'a return to a snapshot',
  track: 'clock',
  isSentenceTitle: true,
  sentence: () => 'back to a snapshot',
})
