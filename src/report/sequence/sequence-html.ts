/** Renders a story as one sequence, and finds the entries around an entry. */
import type { Story, StoryEntry, StoryEntryView } from '../../engine/journal/story.ts'
import { html, type Html } from '../html.ts'
import { columnsOf } from './columns.ts'
import type { CauseIndex } from './interaction.ts'
import {
  headsHtml,
  numbersOf,
  participantsText,
  rowClass,
  rowHtml,
  type RowContext,
} from './row-html.ts'
import { type SequenceRow, rowsOf } from './rows.ts'

/** Renders all rows. `index` is the place of the story among those of the page. */
export function sequenceHtml(story: Story, index: number): Html {
  const columns = columnsOf(story.participants)
  const context: RowContext = {
    columns,
    hrefOf: (number) => `#${index}-${number}`,
    isOpen: () => false,
  }
  const rows = rowsOf({ ...story, columns })
  return html`<div class="sequence" data-story="${index}">
    <p class="vh">${participantsText(columns)}</p>
    ${headsHtml(columns)}
    <ol class="rows" data-columns="${columns.list.length}">
      ${rows.map((row) => rowItem(row, context))}
    </ol>
  </div>`
}

function rowItem(row: SequenceRow, context: RowContext): Html {
  const numbers = numbersOf(row).join(' ')
  const fold = row.fold === undefined ? undefined : html` data-fold="${row.fold}" hidden`
  return html`<li
    class="${rowClass(row)}"
    ${numbers !== '' && html` data-numbers="${numbers}"`}${fold}
  >
    ${rowHtml(row, context)}
  </li>`
}

/** Finds causes and effects in a story. */
export function causeIndexOf(entries: readonly StoryEntry[]): CauseIndex {
  const causes = new Map<number, number>()
  const effects = new Map<number, number[]>()
  for (const { number, cause } of entries) {
    if (cause === undefined) continue
    causes.set(number, cause)
    effects.set(cause, [...(effects.get(cause) ?? []), number])
  }
  return {
    causeOf: (number) => causes.get(number),
    effectsOf: (number) => effects.get(number) ?? [],
  }
}

/** Returns an entry with its causes and effects; undefined if the story does not have it. */
export function entryViewOf(story: Story, number: number): StoryEntryView | undefined {
  const byNumber = new Map(story.entries.map((entry) => [entry.number, entry]))
  const entry = byNumber.get(number)
  if (!entry) return undefined
  const causes: StoryEntry[] = []
  for (let cause = byNumber.get(entry.cause ?? 0); cause; cause = byNumber.get(cause.cause ?? 0)) {
    causes.unshift(cause)
  }
  const { behaviours, participants, baseUrl } = story
  const effects = story.entries.filter(({ cause }) => cause === number)
  return { entry, causes, effects, behaviours, participants, baseUrl }
}
