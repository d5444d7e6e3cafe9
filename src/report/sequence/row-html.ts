/** Renders the rows of a sequence. A page and the inspector show the same rows. */
import type { StoryEntry } from '../../engine/journal/story.ts'
import { formatDuration, formatTimeOfDay, formatTimestamp } from '../format.ts'
import { html, type Html } from '../html.ts'
import type { SequenceColumn, Columns } from './columns.ts'
import type { ChipsRow, EntryRow, Passing, SequenceRow } from './rows.ts'
import { outcomePill, severityOf } from './severity.ts'

/** What the band of an active fault means. */
export const faultKey: Html = html`<span class="fault-key">a fault is active</span>`

export interface RowContext {
  readonly columns: Columns
  /** The link to an entry. */
  hrefOf(number: number): string
  /** Whether the rows that a row opens are shown. */
  isOpen(key: string): boolean
}

/** The names of the columns. */
export const headsHtml = ({ list }: Columns): Html =>
  html`<div class="heads" aria-hidden="true" data-columns="${list.length}">
    ${list.map(headHtml)}
  </div>`

const headHtml = ({ role, name, names }: SequenceColumn, place: number): Html =>
  html`<span class="head ${role}" data-c="${place}" title="${names.join('\n')}"
    ><span>${breakable(name)}</span></span
  >`

/** A name that a line may end in, after the parts of a URL. */
const breakable = (name: string): readonly Html[] =>
  name.split(/(?<=[./-])/).map((part, i) => (i === 0 ? html`${part}` : html`<wbr />${part}`))

/** The columns in words, for people who do not see them. */
export const participantsText = ({ list }: Columns): string =>
  `Participants: ${list.map(({ name }) => name).join(', ')}.`

export function rowHtml(row: SequenceRow, context: RowContext): Html {
  switch (row.type) {
    case 'entry':
      return entryRow(row, context)
    case 'chips':
      return chipsRow(row, context)
    case 'section':
      return sectionRow(row.entry, context)
    case 'gap': {
      const text = `⋮ ${formatDuration(Date.parse(row.to) - Date.parse(row.from))}`
      const isOpen = context.isOpen(row.key)
      const content = row.hasNotes
        ? html`<button
            type="button"
            data-open="${row.key}"
            aria-expanded="${isOpen ? 'true' : 'false'}"
            title="from ${formatTimestamp(row.from)} to ${formatTimestamp(row.to)}"
          >
            ${text}
          </button>`
        : html`<span>${text}</span>`
      return html`${lanes(row.passing)}<span class="gap-text">${content}</span>`
    }
    case 'note':
      return html`${lanes(row.passing)}<span class="seq-line self" data-c="${row.column ?? 0}"
          ><span class="label quiet">${row.text}</span></span
        >`
    case 'now':
      return html`${time(row.at)}${lanes(row.passing)}<span class="seq-line now"
          ><span class="label">now</span></span
        >`
    case 'task':
      return html`${time(row.task.at)}${lanes([])}<span
          class="seq-line self"
          data-c="${row.column ?? 0}"
          ><span class="label task">${row.task.title}</span></span
        >`
  }
}

/** The class names of a row. */
export function rowClass(row: SequenceRow): string {
  if (row.type !== 'entry') return `seq-row ${row.type}`
  return `seq-row entry ${severityOf(row.entry, row.end)}`
}

/** The numbers of the entries of a row. */
export function numbersOf(row: SequenceRow): readonly number[] {
  if (row.type === 'chips') return row.entries.map(({ number }) => number)
  if (row.type === 'section') return [row.entry.number]
  if (row.type !== 'entry') return []
  return row.end ? [row.entry.number, row.end.number] : [row.entry.number]
}

const time = (at: string | undefined): Html | undefined =>
  at === undefined ? undefined : html`<time datetime="${at}">${formatTimeOfDay(at)}</time>`

/** The lifelines, with what passes through them. */
const lanes = (passing: readonly Passing[], more?: Html): Html =>
  html`<span class="lanes" aria-hidden="true"
    >${passing.map(({ kind, column, half }) => html`<i class="${kind}${half && html` ${half}`}" data-c="${column}"></i>`)}${more}</span
  >`

/** The number that an entry is shown under: the end of an attempt is a part of the attempt. */
const shownNumber = ({ number, ends = number }: StoryEntry): number => ends

function entryRow(
  { entry, end, isStopped, from, to, time: at, passing }: EntryRow,
  context: RowContext,
): Html {
  const { title, isInferred, durationMs } = entry
  const { list } = context.columns
  const outcome = end?.outcome ?? entry.outcome
  const pill = outcomePill(severityOf(entry, end), outcome)
  const took =
    durationMs === undefined
      ? undefined
      : html` <span class="quiet">${formatDuration(durationMs)}</span>`
  const href = context.hrefOf(shownNumber(entry))
  const label = html`<span class="label">${title}${took}</span>`
  if (from === to) {
    return html`${time(at)}${lanes(passing, html`<i class="dot" data-c="${from}"></i>`)}<a
        class="seq-line self"
        href="${href}"
        data-n="${entry.number}"
        data-c="${from}"
        >${label}${pill}</a
      >`
  }
  const [left, right] = [Math.min(from, to), Math.max(from, to)]
  const direction = from < to ? 'right' : 'left'
  // Note: an outcome stands at the end that is not the service.
  const pillAt = list[to]?.role === 'service' ? from : to
  const arrow = html`<i
    class="arrow ${direction}${isInferred ? ' inferred' : ''}${isStopped ? ' stopped' : ''}"
    data-a="${left}"
    data-b="${right}"
  ></i>`
  const way = html`<span class="vh"
    >, ${list[from]?.name} to ${list[to]?.name}${isStopped && ', which was not called'}
  </span>`
  return html`${time(at)}${lanes(passing, arrow)}<a
      class="seq-line${isStopped ? ' stopped' : ''}"
      href="${href}"
      data-n="${entry.number}"
      data-a="${left}"
      data-b="${right}"
      data-c="${pillAt}"
      >${label}${way}${pill ?? html`<i class="dot"></i>`}</a
    >`
}

function chipsRow(
  { key, entries, at, time: shownAt, more, passing }: ChipsRow,
  context: RowContext,
): Html {
  const isOpen = context.isOpen(key)
  const button = html`<button
    type="button"
    class="seq-chip"
    data-open="${key}"
    aria-expanded="${isOpen ? 'true' : 'false'}"
  >
    ${isOpen ? 'less' : `+${more}`}
  </button>`
  return html`${time(shownAt)}${lanes(passing)}<span class="seq-line self" data-c="${at}"
      >${entries.map((entry) => chip(entry, context))}${more > 0 && button}</span
    >`
}

const chip = (entry: StoryEntry, { hrefOf }: RowContext): Html =>
  html`<a class="seq-chip ${entry.track}" href="${hrefOf(entry.number)}" data-n="${entry.number}"
    >${entry.title}</a
  >`

const sectionRow = (entry: StoryEntry, { hrefOf }: RowContext): Html =>
  html`${time(entry.at)}<a
      class="seq-line section"
      href="${hrefOf(entry.number)}"
      data-n="${entry.number}"
      ><span class="label">${entry.title}</span></a
    >`
