/** One entry of the journal: what it was, why it came out so, what led to it and what it led to. */
import type { JournalEntry } from '../../../emulator/reports/views.ts'
import type { Glance } from '../../api/entry-summary.ts'
import { get, has } from '../api-client.ts'
import { glanceNumbered, journalVersion } from '../journal-store.ts'
import { useLoaded } from '../use-loaded.ts'
import { linkTo, place } from '../router.ts'
import { formatMoment, formatValue, pretty, spaced } from '../format.ts'
import { Panel } from './panel.tsx'

interface Told {
  readonly entry: JournalEntry
  readonly causes: readonly Glance[]
  readonly effects: readonly Glance[]
  readonly behaviours: readonly Behaviour[]
}

interface Behaviour {
  readonly id: string
  readonly says: string
  readonly assumed?: { readonly because: string; readonly instead?: string }
}

/** What is shown in a place of its own. */
const placed = ['number', 'at', 'kind', 'cause', 'behaviours', 'body', 'status', 'because', 'path']

export function EntryPanel({
  number,
  close,
}: {
  readonly number: number
  readonly close: () => void
}) {
  const { value, missing } = useLoaded(
    `${number}`,
    () => get<Told>(`entries/${number}`),
    journalVersion.value,
  )
  const glance = glanceNumbered(number)
  const title = glance?.title ?? `Entry ${number}`
  return (
    <Panel
      title={title}
      over={glance ? `#${number} · ${formatMoment(glance.at)}` : `#${number}`}
      close={close}
    >
      {value && <Told {...value} />}
      {missing && <p class="because">{missing}</p>}
    </Panel>
  )
}

function Told({ entry, causes, effects, behaviours }: Told) {
  const facts = Object.entries(entry).filter(([name]) => !placed.includes(name))
  const { because, body } = entry as { because?: string; body?: string }
  return (
    <>
      {because && <p class="because">{because}</p>}
      {entry.kind === 'request' && has('GET explain/:id') && <Explanation number={entry.number} />}
      <dl class="facts">
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} entry={entry} />
        ))}
      </dl>
      {body && (
        <>
          <h3>Body</h3>
          <pre tabIndex={0}>{pretty(body)}</pre>
        </>
      )}
      <Entries title="What led to it" entries={causes} />
      <Entries title="What it led to" entries={effects} />
      <Behaviours behaviours={behaviours} />
    </>
  )
}

function Fact(given: {
  readonly name: string
  readonly value: unknown
  readonly entry: JournalEntry
}) {
  const { name, value, entry } = given
  return (
    <>
      <dt>{spaced(name)}</dt>
      <dd>{linkFor(name, value, entry) ?? wordFor(name, value)}</dd>
    </>
  )
}

/** A row, a webhook or a notification is a click away. */
function linkFor(name: string, value: unknown, entry: JournalEntry) {
  const text = formatValue(value)
  if (name === 'id' && entry['table']) {
    return <a href={linkTo('tables', String(entry['table']), text)}>{text}</a>
  }
  if (name === 'table') return <a href={linkTo('tables', text)}>{spaced(text)}</a>
  if (name === 'webhook') return <a href={linkTo('webhooks', text)}>{text}</a>
  if (name === 'notification' && entry['webhook']) {
    return <a href={linkTo('webhooks', String(entry['webhook']), text)}>{text}</a>
  }
  return undefined
}

function wordFor(name: string, value: unknown) {
  const isMoment = (name === 'from' || name === 'to') && typeof value === 'number'
  if (isMoment) return formatMoment(value)
  if (Array.isArray(value)) return value.map(formatValue).join(', ')
  if (typeof value !== 'object' || value === null) return formatValue(value)
  const parts = Object.entries(value)
  return parts.map(([part, each]) => `${spaced(part)} ${formatValue(each)}`).join(', ')
}

function Entries({
  title,
  entries,
}: {
  readonly title: string
  readonly entries: readonly Glance[]
}) {
  if (entries.length === 0) return null
  const view = place.value.path[0] ?? 'timeline'
  return (
    <>
      <h3>{title}</h3>
      <ol class="linked">
        {entries.map(({ number, title: says, tone }) => (
          <li key={number}>
            <a href={linkTo(view, number)}>
              <span class={`dot tone-${tone}`} />
              <span class="number">#{number}</span>
              <span class="cut">{says}</span>
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
        {behaviours.map(({ id, says, assumed }) => (
          <li key={id}>
            <p>
              {says} <code>{id}</code> {assumed && <span class="badge">assumed</span>}
            </p>
            {assumed && <p class="quiet">Because {assumed.because}.</p>}
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
