/** A change of a record. */
import type { Id } from '../../store/keys.ts'
import type { Row } from '../../store/table.ts'
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'
import { listSuffix } from '../sentence-parts.ts'

/** A change of a record. */
export interface ChangeEntry extends JournalEntryBase {
  readonly kind: 'change'
  /** What happened to the row. */
  readonly change: 'created' | 'updated' | 'deleted'
  /** The resource: `users`. */
  readonly table: string
  /** The id of the row. */
  readonly id: Id
  /** The fields that an update changed. */
  readonly fields: readonly string[]
}

/** The last state of a deleted row, which the inspector shows. */
export interface HiddenChangeDetails {
  readonly before?: Row
}

export const changeKind = entryKind<ChangeEntry, HiddenChangeDetails>({
  name: 'change',
  summary: 'a change of a record',
  track: 'changes',
  hidden: ['before'],
  isSentenceTitle: true,
  subject: ({ table }) => ({ table }),
  sentence({ table, id, change, fields }) {
    return `${table} ${id} ${change}${change === 'updated' ? listSuffix(fields) : ''}`
  },
})
