/** The panel of one journal entry: its details, explanation, causes and effects. */
import type {
  EntryDetails,
  Explanation,
  JournalEntry,
  UsedBehaviour,
} from '../../engine/control/views/entry-details.ts'
import type { EntrySummary } from '../../engine/control/views/entry-summary.ts'
import { get, hasRoute } from '../api-client.ts'
import { entryByNumber, journalVersion } from '../journal-store.ts'
import { useLoaded } from '../use-loaded.ts'
import { linkTo, currentRoute } from '../router.ts'
import { formatTimestamp, formatValue, prettyJson, humanize } from '../format.ts'
import { Panel } from './panel.tsx'

/** Fields that are not in the list of details, because the panel shows them elsewhere. */
const fieldsShownElsewhere = [
  'number',
  'at',
  'kind',
  'cause',
  'behaviours',
  'body',
  'status',
  'reason',
  'path',
]

export function EntryPanel({
  number,
  onClose,
}: {
  readonly number: number
  readonly onClose: () => void
}) {
  const { value, missing } = useLoaded(
    `${number}`,
    () => get<EntryDetails>(`entries/${number}`),
    journalVersion.value,
  )
  const summary = entryByNumber(number)
  const title = summary?.title ?? `Entry ${number}`
  return (
    <Panel
      title={title}
      subtitle={summary ? `#${number} · ${formatTimestamp(summary.at)}` : `#${number}`}
      onClose={onClose}
    >
      {value && <EntryBody {...value} />}
      {missing && <p class="reason">{missing}</p>}
    </Panel>
  )
}

function EntryBody({ entry, causes, effects, behaviours }: EntryDetails) {
  const facts = Object.entries(entry).filter(([name]) => !fieldsShownElsewhere.includes(name))
  const { reason, body } = entry as { reason?: string; body?: string }
  return (
    <>
      {reason && <p class="reason">{reason}</p>}
      {entry.kind === 'request' && hasRoute('GET explain/:id') && (
        <ExplanationText number={entry.number} />
      )}
      <dl class="facts">
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} entry={entry} />
        ))}
      </dl>
      {body && (
        <>
          <h3>Body</h3>
          <pre tabIndex={0}>{prettyJson(body)}</pre>
        </>
      )}
      <Entries title="Causes" entries={causes} />
      <Entries title="Effects" entries={effects} />
      <Behaviours behaviours={behaviours} />
    </>
  )
}

function Fact(props: {
  readonly name: string
  readonly value: unknown
  readonly entry: JournalEntry
}) {
  const { name, value, entry } = props
  return (
    <>
      <dt>{humanize(name)}</dt>
      <dd>{linkFor(name, value, entry) ?? formatField(name, value)}</dd>
    </>
  )
}

/** Returns a link to the row, webhook or notification that a field names. */
function linkFor(name: string, value: unknown, entry: JournalEntry) {
  const text = formatValue(value)
  if (name === 'id' && entry.kind === 'change') {
    return <a href={linkTo('tables', entry.table, text)}>{text}</a>
  }
  if (name === 'table') return <a href={linkTo('tables', text)}>{humanize(text)}</a>
  if (name === 'webhook') return <a href={linkTo('webhooks', text)}>{text}</a>
  if (name === 'notification' && 'webhook' in entry && entry.webhook) {
    return <a href={linkTo('webhooks', entry.webhook, text)}>{text}</a>
  }
  return undefined
}

function formatField(name: string, value: unknown) {
  const isTimestamp = (name === 'from' || name === 'to') && typeof value === 'number'
  if (isTimestamp) return formatTimestamp(value)
  if (Array.isArray(value)) return value.map(formatValue).join(', ')
  if (typeof value !== 'object' || value === null) return formatValue(value)
  const parts = Object.entries(value)
  return parts.map(([part, each]) => `${humanize(part)} ${formatValue(each)}`).join(', ')
}

function Entries({
  title,
  entries,
}: {
  readonly title: string
  readonly entries: readonly EntrySummary[]
}) {
  if (entries.length === 0) return null
  const view = currentRoute.value.path[0] ?? 'timeline'
  return (
    <>
      <h3>{title}</h3>
      <ol class="linked">
        {entries.map(({ number, title: entryTitle, severity }) => (
          <li key={number}>
            <a href={linkTo(view, number)}>
              <span class={`dot severity-${severity}`} />
              <span class="number">#{number}</span>
              <span class="cut">{entryTitle}</span>
            </a>
          </li>
        ))}
      </ol>
    </>
  )
}

function Behaviours({ behaviours }: { readonly behaviours: readonly UsedBehaviour[] }) {
  if (behaviours.length === 0) return null
  return (
    <>
      <h3>Behaviours used</h3>
      <ul class="behaviours">
        {behaviours.map(({ id, summary, assumption }) => (
          <li key={id}>
            <p>
              {summary} <code>{id}</code> {assumption && <span class="badge">assumed</span>}
            </p>
            {assumption && <p class="quiet">Reason: {assumption.reason}.</p>}
          </li>
        ))}
      </ul>
    </>
  )
}

function ExplanationText({ number }: { readonly number: number }) {
  const { value } = useLoaded(`${number}`, () => get<Explanation>(`explain/${number}`))
  return value ? <pre tabIndex={0}>{value.text}</pre> : null
}
