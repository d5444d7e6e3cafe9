/** A kind of journal entry that the product does not have, as one file of `src/engine/journal/kinds`. */
import { entryKind, type JournalEntryBase } from '../../../../src/engine/journal/entry-kind.ts'

export interface AuditEntry extends JournalEntryBase {
  readonly kind: 'audit'
  readonly table: string
  readonly finding: string
  readonly status?: 'open' | 'closed'
}

interface HiddenAuditDetails {
  readonly evidence?: object
}

export const auditKind = entryKind<AuditEntry, HiddenAuditDetails>({
  name: 'audit',
  summary: 'a finding of an audit',
  track: 'faults',
  hidden: ['evidence'],
  severity: ({ status }) => (status === 'closed' ? 'ok' : 'refused'),
  subject: ({ table }) => ({ table }),
  sentence: ({ table, finding }) => `${table}: ${finding}`,
})
