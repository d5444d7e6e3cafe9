/** A change of a record. */
import type { Id } from '../../store/keys.ts'
import type { Row } from '../../store/table.ts'
import type { Recording } from '../recordings.ts'
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

/** The values of the changed fields: of all fields for a created and for a deleted row. */
export interface ChangedValues {
  /** Absent for a created row. */
  readonly before?: Partial<Row>
  /** Absent for a deleted row. */
  readonly after?: Partial<Row>
}

export interface HiddenChangeDetails {
  values?: Recording<ChangedValues>
}

export const changeKind = entryKind<ChangeEntry, HiddenChangeDetails>({
  name: 'change',
  summary: 'a change of a record',
  track: 'changes',
  hidden: ['values'],
  isSentenceTitle: true,
  subject: ({ table }) => ({ table }),
  sentence({ table, id, change, fields }) {
    return `${table} ${id} ${change}${change === 'updated' ? listSuffix(fields) : ''}`
  },
})
