/** The view of the journal: one line per entry, with a filter and a search. */
import { signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { EntrySummary } from '../../engine/control/views/entry-summary.ts'
import { droppedCount, journalEntries, journalVersion } from '../journal-store.ts'
import { SelectField } from '../components/select-field.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { EntryPanel } from '../components/entry-panel.tsx'
import { VirtualList } from '../components/virtual-list.tsx'
import { SearchField } from '../components/search-field.tsx'
import { navigate, linkTo, currentRoute } from '../router.ts'
import { formatCause, formatDate, formatTime, pluralize } from '../format.ts'

const searchText = signal('')
const setSearchText = (text: string): string => (searchText.value = text)
const track = signal('all')
const tracks = [
  'all',
  'requests',
  'changes',
  'events',
  'deliveries',
  'faults',
  'acts',
  'clock',
  'problems',
]
const rowHeight = 28

export function JournalView() {
  const number = Number(currentRoute.value.path[1]) || undefined
  const version = journalVersion.value
  const entries = useMemo(
    () =>
      journalEntries().filter((summary) =>
        matchesFilter(summary, track.value, searchText.value.toLowerCase()),
      ),
    [version, track.value, searchText.value],
  )
  return (
    <div class={number === undefined ? 'split' : 'split open'}>
      <section class="main" aria-label="Journal">
        <Tools count={entries.length} />
        {entries.length === 0 ? (
          <EmptyState
            title={journalEntries().length === 0 ? 'The journal is empty' : 'No entry matches'}
          />
        ) : (
          <VirtualList
            label="Entries"
            count={entries.length}
            rowHeight={rowHeight}
            follow
            reveal={number && entries.findIndex((each) => each.number === number)}
            renderRow={(index) => (
              <JournalLine summary={entries[index] as EntrySummary} selected={number} />
            )}
          />
        )}
      </section>
      {number !== undefined && <EntryPanel number={number} onClose={() => navigate('journal')} />}
    </div>
  )
}

function Tools({ count }: { readonly count: number }) {
  return (
    <header class="tools">
      <h1>Journal</h1>
      <span class="quiet">{pluralize(count, 'entry', 'entries')}</span>
      {droppedCount.value > 0 && (
        <span class="quiet">
          The journal dropped {pluralize(droppedCount.value, 'entry', 'entries')}.
        </span>
      )}
      <span class="spacer" />
      <SelectField
        label="Kind"
        options={tracks.map((each) => [each, each])}
        value={track.value}
        onChange={(kind) => (track.value = kind)}
      />
      <SearchField label="Search the journal" value={searchText.value} onChange={setSearchText} />
    </header>
  )
}

/** `kind` is a track, `all`, or `problems` for entries that failed. */
function matchesFilter(
  { track: entryTrack, severity, title }: EntrySummary,
  kind: string,
  text: string,
): boolean {
  const isProblem = severity === 'failed' || severity === 'refused' || severity === 'fault'
  const isKind = kind === 'all' || (kind === 'problems' ? isProblem : entryTrack === kind)
  return isKind && (text === '' || title.toLowerCase().includes(text))
}

function JournalLine({
  summary,
  selected,
}: {
  readonly summary: EntrySummary
  readonly selected: number | undefined
}) {
  const { number, at, severity, title, track } = summary
  const cause = formatCause(summary)
  return (
    <a
      key={number}
      class="line"
      href={linkTo('journal', number)}
      aria-current={number === selected ? 'true' : undefined}
      style={{ height: `${rowHeight}px` }}
    >
      <span class="number">{number}</span>
      <span class="when" title={formatDate(at)}>
        {formatTime(at)}
      </span>
      <span class={`dot severity-${severity}`} />
      <span class="track-name">{track}</span>
      <span class="cut">{title}</span>
      {cause && <span class="by">{cause}</span>}
    </a>
  )
}
