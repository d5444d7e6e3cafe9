/** The view that lists everything that happened, a line each. */
import { signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { Glance } from '../../api/entry-summary.ts'
import { journal, journalVersion } from '../journal-store.ts'
import { Choice } from '../components/select-field.tsx'
import { Empty } from '../components/empty-state.tsx'
import { EntryPanel } from '../components/entry-panel.tsx'
import { RowsList } from '../components/virtual-list.tsx'
import { SearchField } from '../components/search-field.tsx'
import { go, linkTo, place } from '../router.ts'
import { formatDate, formatTime, plural } from '../format.ts'

const wanted = signal('')
const seek = (text: string): string => (wanted.value = text)
const lane = signal('all')
const lanes = [
  'all',
  'requests',
  'changes',
  'events',
  'deliveries',
  'faults',
  'acts',
  'clock',
  'trouble',
]
const rowHeight = 28

export function JournalView() {
  const number = Number(place.value.path[1]) || undefined
  const version = journalVersion.value
  const found = useMemo(
    () => journal().filter((glance) => fits(glance, lane.value, wanted.value.toLowerCase())),
    [version, lane.value, wanted.value],
  )
  return (
    <div class={number === undefined ? 'split' : 'split open'}>
      <section class="main" aria-label="Journal">
        <Tools count={found.length} />
        {found.length === 0 ? (
          <Empty title={journal().length === 0 ? 'Nothing has happened yet' : 'Nothing fits'} />
        ) : (
          <RowsList
            label="Entries"
            count={found.length}
            rowHeight={rowHeight}
            follow
            reveal={number && found.findIndex((each) => each.number === number)}
            row={(index) => <Line glance={found[index] as Glance} selected={number} />}
          />
        )}
      </section>
      {number !== undefined && <EntryPanel number={number} close={() => go('journal')} />}
    </div>
  )
}

function Tools({ count }: { readonly count: number }) {
  return (
    <header class="tools">
      <h1>Journal</h1>
      <span class="quiet">{plural(count, 'entry', 'entries')}</span>
      <span class="spring" />
      <Choice
        label="Kind"
        options={lanes.map((each) => [each, each])}
        value={lane.value}
        set={(kind) => (lane.value = kind)}
      />
      <SearchField label="Search the journal" value={wanted.value} set={seek} />
    </header>
  )
}

function fits({ lane: in_, tone, title }: Glance, kind: string, text: string): boolean {
  const isTrouble = tone === 'failed' || tone === 'refused' || tone === 'fault'
  const isKind = kind === 'all' || (kind === 'trouble' ? isTrouble : in_ === kind)
  return isKind && (text === '' || title.toLowerCase().includes(text))
}

function Line({
  glance,
  selected,
}: {
  readonly glance: Glance
  readonly selected: number | undefined
}) {
  const { number, at, tone, title, lane: in_, cause } = glance
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
      <span class={`dot tone-${tone}`} />
      <span class="lane-name">{in_}</span>
      <span class="cut">{title}</span>
      {cause !== undefined && <span class="by">by {cause}</span>}
    </a>
  )
}
