/** Renders two stories side by side on one axis: equal parts are folded, and the first difference is marked. */
import type { Story } from '../../engine/journal/story.ts'
import { formatDuration, pluralize } from '../format.ts'
import { html, type Html } from '../html.ts'
import { columnsOf } from '../sequence/columns.ts'
import {
  headsHtml,
  numbersOf,
  participantsText,
  rowClass,
  rowHtml,
  type RowContext,
} from '../sequence/row-html.ts'
import { type SequenceRow, rowsOf } from '../sequence/rows.ts'
import { align, type AlignmentKeys, type Pair } from './alignment.ts'

/** A run, with what it is called and its place among the stories of the page. */
export interface ComparedStory {
  readonly title: string
  readonly story: Story
  readonly index: number
}

/** The largest number of equal rows beside a difference that are shown. More of them are folded. */
const contextMax = 3

export function comparisonHtml(left: ComparedStory, right: ComparedStory): Html {
  const sides = [sideOf(left), sideOf(right)] as const
  const pairs = align(sides[0].rows, sides[1].rows, (row, side) =>
    sides[side === 'left' ? 0 : 1].keysOf(row),
  )
  const parts = foldEqual(pairs)
  let isFirst = true
  const items = parts.map((part, i) => {
    if ('equal' in part) return equalHtml(part.equal, `equal-${i}`, sides)
    const mark = isFirst
    isFirst = false
    return html`${mark && html`<li class="first-difference"><span>first difference</span></li>`}${part.different.map((pair) => pairHtml(pair, sides))}`
  })
  return html`<div class="sequence compared">
    <div class="pair heads-pair">
      ${sides.map(
        ({ compared, columns }) =>
          html`<div class="side">
            <p class="side-title">${compared.title}</p>
            <p class="vh">${participantsText(columns)}</p>
            ${headsHtml(columns)}
          </div>`,
      )}
    </div>
    <ol class="rows">
      ${items}
    </ol>
  </div>`
}

interface Side {
  readonly compared: ComparedStory
  readonly columns: RowContext['columns']
  readonly context: RowContext
  readonly rows: readonly SequenceRow[]
  keysOf(row: SequenceRow): AlignmentKeys
}

function sideOf(compared: ComparedStory): Side {
  const { story, index } = compared
  const columns = columnsOf(story.participants)
  const nameAt = (place: number): string => columns.list[place]?.name ?? ''
  const rows = rowsOf({ ...story, columns }).filter(({ fold }) => fold === undefined)
  return {
    compared,
    columns,
    context: { columns, hrefOf: (number) => `#${index}-${number}`, isOpen: () => false },
    rows,
    keysOf: (row) => ({
      whole: JSON.stringify([row.type, ...contentOf(row, nameAt)]),
      ...(row.type === 'entry' && { similar: row.entry.title }),
    }),
  }
}

/** What makes two rows equal: everything but the numbers of entries and the time. */
function contentOf(row: SequenceRow, nameAt: (place: number) => string): readonly unknown[] {
  switch (row.type) {
    case 'entry': {
      const { entry, end, from, to } = row
      return [entry.title, entry.outcome, end?.outcome, nameAt(from), nameAt(to)]
    }
    case 'chips':
      return row.entries.map(({ title }) => title)
    case 'section':
      return [row.entry.title]
    case 'gap':
      return [formatDuration(Date.parse(row.to) - Date.parse(row.from))]
    case 'note':
      return [row.text]
    case 'task':
      return [row.task.title]
    case 'now':
      return []
  }
}

type Part =
  | { readonly equal: readonly Pair<SequenceRow>[] }
  | { readonly different: readonly Pair<SequenceRow>[] }

/** Splits the pairs into equal and different parts. */
function foldEqual(pairs: readonly Pair<SequenceRow>[]): Part[] {
  const parts: Part[] = []
  let start = 0
  for (let end = 1; end <= pairs.length; end += 1) {
    const first = pairs[start] as Pair<SequenceRow>
    if (end < pairs.length && pairs[end]?.isEqual === first.isEqual) continue
    const part = pairs.slice(start, end)
    parts.push(first.isEqual ? { equal: part } : { different: part })
    start = end
  }
  return parts
}

/** The rows next to a difference, and the others behind a button. */
function equalHtml(
  pairs: readonly Pair<SequenceRow>[],
  key: string,
  sides: readonly [Side, Side],
): Html {
  if (pairs.length <= contextMax * 2 + 1) return html`${pairs.map((pair) => pairHtml(pair, sides))}`
  const before = pairs.slice(0, contextMax)
  const after = pairs.slice(-contextMax)
  const folded = pairs.slice(contextMax, -contextMax)
  return html`${before.map((pair) => pairHtml(pair, sides))}
    <li class="equal">
      <button type="button" data-open="${key}" aria-expanded="false">
        ${pluralize(folded.length, 'equal step')}
      </button>
    </li>
    ${folded.map((pair) => pairHtml(pair, sides, key))}${after.map((pair) => pairHtml(pair, sides))}`
}

function pairHtml(
  { left, right, isEqual }: Pair<SequenceRow>,
  sides: readonly [Side, Side],
  fold?: string,
): Html {
  const hidden = fold === undefined ? undefined : html` data-fold="${fold}" hidden`
  const cell = (row: SequenceRow | undefined, { columns, context, compared }: Side): Html =>
    row
      ? html`<div class="side">
          <div
            class="${rowClass(row)}"
            data-columns="${columns.list.length}"
            data-story="${compared.index}"
            data-numbers="${numbersOf(row).join(' ')}"
          >
            ${rowHtml(row, context)}
          </div>
        </div>`
      : html`<div class="side"><span class="vh">nothing</span></div>`
  return html`<li class="pair${isEqual ? '' : ' differs'}" ${hidden}>
    ${cell(left, sides[0])}${cell(right, sides[1])}
  </li>`
}

export const comparisonCss = `
.compared{container-type:normal;min-width:640px}
.pair{display:grid;grid-template-columns:1fr 1fr;border-left:3px solid transparent}
.pair[hidden]{display:none}
.pair .side{container-type:inline-size;min-width:0;min-height:26px}
.pair .side+.side{border-left:1px solid var(--line)}
.heads-pair{position:sticky;top:0;z-index:4;background:var(--paper)}.heads-pair .heads{position:relative}
.side-title{margin:0;padding:6px 12px 0;font-weight:600}
.pair.differs{border-left-color:var(--severity-failed)}
.pair.differs .side:first-child .seq-row{--bg:var(--soft-ok)}.pair.differs .side:last-child .seq-row{--bg:var(--soft-failed)}
.first-difference{margin:6px 0 2px;border-top:2px solid var(--severity-failed);text-align:center}
.first-difference span{padding:1px 10px;border-radius:0 0 6px 6px;background:var(--severity-failed);color:var(--paper);font-size:12px;font-weight:600}
@media (max-width:700px){
.compared{min-width:0}
.pair{grid-template-columns:minmax(0,1fr)}.pair .side+.side{border-left:0}
.pair:not(.differs,.heads-pair) .side:first-child,.pair .side:not(:has(.seq-row,.heads)),.heads-pair .side:first-child .heads{display:none}
.heads-pair .side-title{border-left:4px solid var(--severity-ok);padding:2px 12px}.heads-pair .side+.side .side-title{border-color:var(--severity-failed)}
}
.equal{margin:3px 0;text-align:center}.equal button{height:22px;border-style:dashed;color:var(--faint);font-size:12px}
`
