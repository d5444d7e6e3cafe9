/** Renders the details of an entry in tabs: what came of it, its messages, behaviours and code. */
import type {
  StoryBehaviour,
  StoryEntry,
  StoryEntryView,
  StoryField,
  StoryMessage,
} from '../../engine/journal/story.ts'
import {
  toSentence,
  formatCount,
  formatDuration,
  formatTimestamp,
  formatValue,
  prettyJson,
} from '../format.ts'
import { html, type Html } from '../html.ts'
import { tableHtml } from '../table-html.ts'
import { snippetsOf } from './code.ts'
import { outcomePill, severityOf } from './severity.ts'

export interface DetailsContext {
  /** The link to an entry. */
  hrefOf(number: number): string
  /** The link to a record; undefined where there are none. */
  recordHref?(table: string, id: string | number): string
  /** HTML below the sentence, such as buttons. */
  readonly actions?: Html
}

interface Tab {
  readonly name: string
  readonly content: Html
}

/** The entry with the outcome of the one that ends it, if it is an attempt. */
export function shownEntry({ entry, effects }: StoryEntryView): StoryEntryView['entry'] {
  const end = effects.find(({ ends }) => ends === entry.number)
  if (!end) return entry
  const { outcome, next } = end
  return {
    ...entry,
    severity: severityOf(entry, end),
    ...(outcome !== undefined && { outcome }),
    ...(next && { next }),
  }
}

/** The chain of causes in one line: `merge users → user.merged → user.merged #2 → 503`. */
function crumbsHtml({ entry, causes }: StoryEntryView, { hrefOf }: DetailsContext): Html {
  const probably = ({ isInferred }: StoryEntry): string => (isInferred ? '(probably) ' : '')
  const links = causes.map(
    (cause) =>
      html`${probably(cause)}<a href="${hrefOf(cause.number)}" data-n="${cause.number}"
          >${cause.title}</a
        >
        → `,
  )
  return html`<p class="crumbs">
    ${links}${probably(entry)}<span
      >${entry.title}${entry.outcome === undefined ? '' : ` → ${entry.outcome}`}</span
    >
  </p>`
}

export function detailsHtml(given: StoryEntryView, context: DetailsContext): Html {
  const view = { ...given, entry: shownEntry(given) }
  const tabs = tabsOf(view, context)
  const crumbs = view.causes.length > 0 && crumbsHtml(view, context)
  if (tabs.length === 1) return html`${crumbs}${summaryHtml(view, context)}`
  const buttons = tabs.map(
    ({ name }, i) =>
      html`<button
        type="button"
        role="tab"
        id="tab-${i}"
        aria-controls="panel-${i}"
        aria-selected="${i === 0 ? 'true' : 'false'}"
        tabindex="${i === 0 ? 0 : -1}"
      >
        ${name}
      </button>`,
  )
  const panels = tabs.map(
    ({ content }, i) =>
      html`<section
        role="tabpanel"
        id="panel-${i}"
        aria-labelledby="tab-${i}"
        tabindex="0"
        ${i === 0 ? '' : html` hidden`}
      >
        ${content}
      </section>`,
  )
  return html`${crumbs}
    <div class="tabs" role="tablist" aria-label="Details">${buttons}</div>
    ${panels}`
}

function tabsOf(view: StoryEntryView, context: DetailsContext): Tab[] {
  const { entry, effects, behaviours, baseUrl } = view
  const { request, response } = entry
  const used = (entry.behaviours ?? []).flatMap((id) => {
    const behaviour = behaviours[id]
    return behaviour ? [{ id, ...behaviour }] : []
  })
  const snippets = snippetsOf(entry, baseUrl)
  const changes = effects.filter(({ track }) => track === 'changes')
  return [
    { name: 'Summary', content: summaryHtml(view, context) },
    ...(request ? [{ name: 'Request', content: messageHtml(request, 'request') }] : []),
    ...(response ? [{ name: 'Response', content: messageHtml(response, 'response') }] : []),
    ...(changes.length > 0 ? [{ name: 'Changes', content: changesHtml(changes, context) }] : []),
    ...(used.length > 0 ? [{ name: 'Behaviours', content: behavioursHtml(used) }] : []),
    ...(snippets.length > 0 ? [{ name: 'Code', content: html`${snippets.map(snippetHtml)}` }] : []),
  ]
}

function summaryHtml(view: StoryEntryView, context: DetailsContext): Html {
  const { entry, participants, causes, effects } = view
  const nameOf = (id: string | undefined): string | undefined =>
    participants.find((each) => each.id === id)?.name
  const { from, to, durationMs, realMs, next, table, record } = entry
  const recordLink =
    table !== undefined && record !== undefined && context.recordHref
      ? html`<a href="${context.recordHref(table, record)}">${table} ${record}</a>`
      : undefined
  const facts: [string, Html | string | undefined][] = [
    ['from', nameOf(from)],
    ['to', nameOf(to)],
    ['operation', entry.operation],
    ['record', recordLink],
    ['test', entry.test],
    ['took', durationMs === undefined ? undefined : formatDuration(durationMs)],
    ['real time', realMs === undefined ? undefined : `${realMs.toFixed(realMs < 10 ? 1 : 0)} ms`],
    ['next attempt', next?.at === undefined ? next?.reason : formatTimestamp(next.at)],
    ['sent at', entry.place],
  ]
  const shown = facts.filter(([, value]) => value !== undefined)
  const leads = effects.filter(({ ends }) => ends !== entry.number)
  return html`<p class="why ${entry.severity}">${withCode(toSentence(entry.why))}.</p>
    ${context.actions}
    <dl class="facts">
      ${shown.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
    ${entriesHtml(entry.isInferred ? 'Probably caused by' : 'Caused by', causes.slice(-1), context)}${ownFieldsHtml(entry.fields ?? [])}${entriesHtml('Led to', leads, context)}`
}

/** A text whose parts in backticks are code. */
const withCode = (text: string): readonly (string | Html)[] =>
  text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))

function entriesHtml(
  title: string,
  entries: readonly StoryEntry[],
  { hrefOf }: DetailsContext,
): Html | undefined {
  if (entries.length === 0) return undefined
  const items = entries.map(
    ({ number, title: text, severity, outcome }) =>
      html`<li>
        <a href="${hrefOf(number)}" data-n="${number}"
          ><span class="number">#${number}</span>
          <span class="cut">${text}</span> ${outcomePill(severity, outcome)}</a
        >
      </li>`,
  )
  return html`<h3>${title}</h3>
    <ol class="linked">
      ${items}
    </ol>`
}

function messageHtml(message: StoryMessage, noun: 'request' | 'response'): Html {
  const { method, url, status, headers, body, bodyBytesOmitted, isBodyDropped } = message
  const line =
    noun === 'request'
      ? `${method ?? ''} ${url ?? ''}`.trim()
      : status === undefined
        ? 'no status'
        : `status ${status}`
  const rows = Object.entries(headers).map(
    ([name, value]) =>
      html`<dt>${name}</dt>
        <dd>${value}</dd>`,
  )
  const text = isBodyDropped
    ? html`<p class="quiet">The journal dropped the body, because newer bodies fill its limit.</p>`
    : body === undefined || body === ''
      ? html`<p class="quiet">No body.</p>`
      : html`<pre tabindex="0">${prettyJson(body)}</pre>`
  const rest =
    bodyBytesOmitted === undefined
      ? undefined
      : html`<p class="quiet">
          The journal keeps the first 64 KB. ${formatCount(bodyBytesOmitted)} bytes follow.
        </p>`
  return html`<p><code>${line}</code></p>
    <dl class="facts headers">${rows}</dl>
    ${text}${rest}`
}

/** The records that an entry changed, with their values. */
const changesHtml = (changes: StoryEntryView['effects'], { hrefOf }: DetailsContext): Html =>
  html`${changes.map(
    ({ number, title, fields = [] }) =>
      html`<h3><a href="${hrefOf(number)}" data-n="${number}">${title}</a></h3>
        ${fields.length > 0 && fieldsHtml(title, fields)}`,
  )}`

/** The values before and after a change, or the input of an act. */
function ownFieldsHtml(fields: readonly StoryField[]): Html | undefined {
  if (fields.length === 0) return undefined
  return html`<h3>${isChange(fields) ? 'Changed fields' : 'Values'}</h3>
    ${fieldsHtml('Fields', fields)}`
}

const isChange = (fields: readonly StoryField[]): boolean =>
  fields.some((field) => 'before' in field)

function fieldsHtml(label: string, fields: readonly StoryField[]): Html {
  const columns = isChange(fields) ? (['before', 'after'] as const) : (['after'] as const)
  const cell = (field: StoryField, name: 'before' | 'after'): Html =>
    name in field
      ? html`<td class="${name}">${formatValue(field[name])}</td>`
      : html`<td class="quiet">—</td>`
  const rows = fields.map(
    (field) =>
      html`<tr>
        <th scope="row">${field.name}</th>
        ${columns.map((name) => cell(field, name))}
      </tr>`,
  )
  const headings = isChange(fields) ? ['Before', 'After'] : ['Value']
  return tableHtml({ label, columns: ['Field', ...headings], rows })
}

interface UsedBehaviour extends StoryBehaviour {
  readonly id: string
}

const behavioursHtml = (behaviours: readonly UsedBehaviour[]): Html =>
  html`<ul class="behaviours">
    ${behaviours
      .toSorted((a, b) => Number(b.reason !== undefined) - Number(a.reason !== undefined))
      .map(
        ({ id, summary, reason }) =>
          html`<li>
            <p>
              ${summary}
              <code>${id}</code> ${reason !== undefined && html`<span class="badge">assumed</span>`}
            </p>
            ${reason !== undefined && html`<p class="quiet">Reason: ${reason}.</p>`}
          </li>`,
      )}
  </ul>`

const snippetHtml = ({ title, text }: { readonly title: string; readonly text: string }): Html =>
  html`<div class="snippet">
    <h3>${title}</h3>
    ${copyButton(text, title)}
    <pre tabindex="0">${text}</pre>
  </div>`

/** A button that copies a text. `noun` tells what it is. */
export const copyButton = (text: string, noun: string): Html =>
  html`<button type="button" data-copy="${text}" aria-label="Copy: ${noun}">Copy</button>`
