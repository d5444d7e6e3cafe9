/** One entry of the journal: what it was, why it came out so, what led to it and what it led to. */
import type { EntrySummary, JournalEntry } from '../../api/entry-summary.ts'
import { get, hasRoute } from '../api-client.ts'
import { entryByNumber, journalVersion } from '../journal-store.ts'
import { useLoaded } from '../use-loaded.ts'
import { linkTo, currentRoute } from '../router.ts'
import { formatTimestamp, formatValue, prettyJson, humanize } from '../format.ts'
import { Panel } from './panel.tsx'

interface EntryDetails {
  readonly entry: JournalEntry
  readonly causes: readonly EntrySummary[]
  readonly effects: readonly EntrySummary[]
  readonly behaviours: readonly Behaviour[]
}

interface Behaviour {
  readonly id: string
  readonly summary: string
  readonly assumed?: { readonly reason: string; readonly alternative?: string }
}

/** What is shown in a place of its own. */
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
  close: onClose,
}: {
  readonly number: number
  readonly close: () => void
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
      {value && <EntryDetails {...value} />}
      {missing && <p class="because">{missing}</p>}
    </Panel>
  )
}

function EntryDetails({ entry, causes, effects, behaviours }: EntryDetails) {
  const facts = Object.entries(entry).filter(([name]) => !fieldsShownElsewhere.includes(name))
  const { reason, body } = entry as { reason?: string; body?: string }
  return (
    <>
      {reason && <p class="because">{reason}</p>}
      {entry.kind === 'request' && hasRoute('GET explain/:id') && (
        <Explanation number={entry.number} />
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
      <Entries title="What led to it" entries={causes} />
      <Entries title="What it led to" entries={effects} />
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

/** A row, a webhook or a notification is a click away. */
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
  const isMoment = (name === 'from' || name === 'to') && typeof value === 'number'
  if (isMoment) return formatTimestamp(value)
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
              <span class={`dot tone-${severity}`} />
              <span class="number">#{number}</span>
              <span class="cut">{entryTitle}</span>
            </a>
          </li>
        ))}
      </ol>
    </>
  )
}

function Behaviours({ behaviours }: { readonly behaviours: readonly Behaviour[] }) {
  if (behaviours.length === 0) return null
  return (
    <>
      <h3>Relied on</h3>
      <ul class="behaviours">
        {behaviours.map(({ id, summary, assumed }) => (
          <li key={id}>
            <p>
              {summary} <code>{id}</code> {assumed && <span class="badge">assumed</span>}
            </p>
            {assumed && <p class="quiet">Because {assumed.reason}.</p>}
          </li>
        ))}
      </ul>
    </>
  )
}

function Explanation({ number }: { readonly number: number }) {
  const { value } = useLoaded(`${number}`, () => get<unknown>(`explain/${number}`))
  if (value === undefined) return null
  const text = typeof value === 'string' ? value : (value as { text?: string }).text
  return <pre tabIndex={0}>{text ?? JSON.stringify(value, null, 2)}</pre>
}
