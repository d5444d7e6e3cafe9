/** A change of a record. */
import type { Id } from '../../store/keys.ts'
import type { Row } from '../../store/table.ts'
import type { Recording } from '../recordings.ts'
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'
import { redactParts } from '../redaction.ts'
import { listSuffix } from '../sentence-parts.ts'
import type { StoryField } from '../story.ts'

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

const sentenceOf = ({ table, id, change, fields }: ChangeEntry): string =>
  `${table} ${id} ${change}${change === 'updated' ? listSuffix(fields) : ''}`

export const changeKind = entryKind<ChangeEntry, HiddenChangeDetails>({
  name: 'change',
  summary: 'a change of a record',
  track: 'changes',
  roles: ['service'],
  hidden: ['values'],
  isSentenceTitle: true,
  subject: ({ table, id }) => ({ table, record: id }),
  sentence: sentenceOf,
  title(entry, { fields = [] }) {
    const { table, id, change } = entry
    if (change !== 'updated') return `${table} ${id} ${change}`
    if (fields.length === 0) return sentenceOf(entry)
    const shown = fields.slice(0, titleFieldsMax).map(changeText)
    const rest = fields.length - shown.length
    return `${table} ${id}: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  },
  why(entry) {
    const { table, id, change, fields } = entry
    return `${change} ${table} ${id}${change === 'updated' ? listSuffix(fields) : ''}`
  },
  facts({ change, values }) {
    const { before, after } = values?.value ?? {}
    if (change !== 'updated' || !before || !after) return {}
    return { fields: Object.keys(after).map((name) => fieldOf(name, before, after)) }
  },
  details({ values }) {
    const { before, after } = values?.value ?? {}
    const row = after ?? before ?? {}
    // Note: a created or deleted record has many fields without a value.
    const names = Object.keys(row).filter((name) => (before && after) || hasValue(row[name]))
    return { fields: names.map((name) => fieldOf(name, before, after)) }
  },
})

const hasValue = (value: unknown): boolean =>
  value !== null && !(Array.isArray(value) && value.length === 0)

/** The number of fields in a title. */
const titleFieldsMax = 2

/** A field with its values before and after, without secrets. */
function fieldOf(name: string, before?: Partial<Row>, after?: Partial<Row>): StoryField {
  const shown = (row: Partial<Row>): unknown => (redactParts({ [name]: row[name] }) as Row)[name]
  return { name, ...(before && { before: shown(before) }), ...(after && { after: shown(after) }) }
}

/** `student_id 3 → 2`. */
const changeText = ({ name, before, after }: StoryField): string =>
  `${name} ${formatShort(before)} → ${formatShort(after)}`

const shortTextMax = 24

function formatShort(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return text.length > shortTextMax ? `${text.slice(0, shortTextMax)}…` : text || "''"
}
