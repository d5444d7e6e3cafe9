/** The view of the story: the sequence of calls, changes and deliveries, with the details of one entry. */
import { computed, signal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { StoryMargins } from '../../engine/control/views/story-margins.ts'
import type { StoryEntry } from '../../engine/journal/story.ts'
import { formatCount, pluralize } from '../../report/format.ts'
import { columnsOf } from '../../report/sequence/columns.ts'
import { moveWithArrows, showCauses } from '../../report/sequence/interaction.ts'
import {
  faultKey,
  headsHtml,
  numbersOf,
  participantsText,
  rowClass,
  rowHtml,
  type RowContext,
} from '../../report/sequence/row-html.ts'
import { arranger, type SequenceRow } from '../../report/sequence/rows.ts'
import { rowHeight } from '../../report/sequence/style.ts'
import { apiPrefix, hasRoute, instanceKey, queryString } from '../api-client.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { Markup } from '../components/markup.tsx'
import { SearchField } from '../components/search-field.tsx'
import { SelectField } from '../components/select-field.tsx'
import { VirtualList } from '../components/virtual-list.tsx'
import { clockStatus, isLoaded } from '../live-feed.ts'
import { currentRoute, linkBeside } from '../router.ts'
import { causes, dropped, participants, storyEntries, storyVersion } from '../story-store.ts'
import { useRoute } from '../use-loaded.ts'
import { EntryPanel } from './entry-panel.tsx'
import { FirstRun } from './first-run.tsx'
import {
  chosenGroup,
  foundInBodies,
  groups,
  searchBodies,
  searchText,
  setGroup,
  setSearchText,
  storyFilter,
} from './story-filter.ts'
import { UsagePanel } from './usage-panel.tsx'

/** The keys of the rows that are open. */
const openRows = signal<ReadonlySet<string>>(new Set())

function toggleRow(key: string): void {
  const open = new Set(openRows.value)
  if (!open.delete(key)) open.add(key)
  openRows.value = open
}

const noMargins: StoryMargins = { faults: [], pending: [] }

/** Note: the rows do not depend on each moment of the clock, because they are many. */
const isClockKnown = computed(() => clockStatus.value.now > 0)

export function StoryView() {
  const [, item] = currentRoute.value.path
  const number = Number(item) || undefined
  useEffect(() => searchBodies(searchText()), [])
  const { value: margins = noMargins } = useRoute<StoryMargins>('story-margins')
  const query = currentRoute.value.query.toString()
  const filter = storyFilter()
  const entries = useMemo(
    () => (filter ? storyEntries().filter(filter) : storyEntries()),
    [storyVersion.value, query, foundInBodies.value],
  )
  const panel =
    item === 'usage' ? <UsagePanel /> : number !== undefined ? <EntryPanel number={number} /> : null
  return (
    <div class={panel ? 'split open' : 'split'}>
      <section class="main" aria-label="Story">
        <Tools shown={entries.length} hasFaults={margins.faults.length > 0} />
        {storyEntries().length === 0 ? (
          isLoaded.value && <FirstRun />
        ) : (
          <Sequence
            chosen={number}
            entries={entries}
            margins={filter ? { ...margins, pending: noMargins.pending } : margins}
            query={query}
          />
        )}
      </section>
      {panel}
    </div>
  )
}

interface SequenceProps {
  readonly chosen: number | undefined
  readonly entries: readonly StoryEntry[]
  readonly margins: StoryMargins
  /** The query of the address, which the links of the rows keep. */
  readonly query: string
}

function Sequence({ chosen, entries, margins, query }: SequenceProps) {
  const known = participants()
  // Note: new entries seldom name new participants, and equal columns keep the rendered rows.
  const columns = useMemo(() => columnsOf(known), [JSON.stringify(known)])
  const { faults, pending } = margins
  const arrange = useMemo(arranger, [])
  const all = useMemo(() => {
    const now = new Date(clockStatus.peek().now).toISOString()
    return arrange({ entries, columns, faults, pending, now })
  }, [entries, columns, faults, pending, isClockKnown.value])
  const open = openRows.value
  const rows = useMemo(
    () => all.filter(({ fold }) => fold === undefined || open.has(fold)),
    [all, open],
  )
  const context = useMemo(
    (): RowContext => ({
      columns,
      hrefOf: (number) => linkBeside('story', number),
      isOpen: (key) => open.has(key),
    }),
    [columns, open, query],
  )
  const box = useRef<HTMLDivElement>(null)
  const chosenNow = useRef(chosen)
  chosenNow.current = chosen
  const update = useRef<() => void>(undefined)
  useEffect(() => {
    const sequence = box.current as HTMLElement
    moveWithArrows(sequence)
    update.current = showCauses(sequence, causes, () => chosenNow.current)
  }, [])
  useEffect(() => update.current?.(), [chosen, rows])
  if (rows.length === 0) return <EmptyState title="No entry matches" />
  const reveal =
    chosen === undefined ? undefined : rows.findIndex((row) => numbersOf(row).includes(chosen))
  const handleClick = (event: Event): void => {
    const key = (event.target as HTMLElement).closest<HTMLElement>('[data-open]')?.dataset['open']
    if (key !== undefined) toggleRow(key)
  }
  return (
    <div class="sequence" ref={box} onClick={handleClick} style={{ '--n': columns.list.length }}>
      <p class="vh">{participantsText(columns)}</p>
      <VirtualList
        label="Sequence"
        count={rows.length}
        rowHeight={rowHeight}
        follow
        reveal={reveal}
        header={<Markup html={headsHtml(columns)} class="heads-box" />}
        onRendered={() => update.current?.()}
        renderRow={(index) => {
          const row = rows[index] as SequenceRow
          return <RowItem key={row.key} row={row} context={context} chosen={chosen} />
        }}
      />
    </div>
  )
}

interface SequenceRowProps {
  readonly row: SequenceRow
  readonly context: RowContext
  readonly chosen: number | undefined
}

function RowItem({ row, context, chosen }: SequenceRowProps) {
  const numbers = numbersOf(row)
  // Note: a row stays while the list is scrolled, and its text is made once.
  const text = useMemo(() => rowHtml(row, context).text, [row, context])
  return (
    <div
      role="listitem"
      class={rowClass(row)}
      data-numbers={numbers.join(' ')}
      data-chosen={chosen !== undefined && numbers.includes(chosen) ? '' : undefined}
      // oxlint-disable-next-line react/no-danger -- the templates escape every value
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}

interface ToolsProps {
  /** The number of entries that match the filter. */
  readonly shown: number
  readonly hasFaults: boolean
}

function Tools({ shown, hasFaults }: ToolsProps) {
  const { entries, bodies } = dropped.value
  const all = storyEntries().length
  return (
    <header class="tools">
      <h1>Story</h1>
      <span class="quiet">
        {shown < all && `${formatCount(shown)} of `}
        {pluralize(all, 'entry', 'entries')}
      </span>
      {hasFaults && <Markup html={faultKey} class="quiet" />}
      {entries > 0 && (
        <span class="quiet">The journal dropped {pluralize(entries, 'entry', 'entries')}.</span>
      )}
      {bodies > 0 && <span class="quiet">It dropped {pluralize(bodies, 'body', 'bodies')}.</span>}
      <span class="spacer" />
      <SelectField
        label="Show"
        options={groups.map((each) => [each, each])}
        value={chosenGroup()}
        onChange={setGroup}
      />
      <SearchField label="Search titles and bodies" value={searchText()} onChange={setSearchText} />
      {hasRoute('GET usage-chart') && (
        <a class="button" href={linkBeside('story', 'usage')}>
          Usage
        </a>
      )}
      <a
        class="button"
        href={`${apiPrefix}story${queryString({ instance: instanceKey })}`}
        download="story.html"
      >
        Export
      </a>
    </header>
  )
}
