/** The view of the timeline: journal entries in tracks over time. */
import type { RefObject } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { hasRoute, instanceKey } from '../api-client.ts'
import { EntryPanel } from '../components/entry-panel.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { entryByNumber, journalEntries, journalVersion } from '../journal-store.ts'
import { emulatorInfo } from '../live-feed.ts'
import { navigate, currentRoute } from '../router.ts'
import { formatCount, formatTimestamp } from '../format.ts'
import { webhookName, webhookNames } from '../webhook-names.ts'
import { TimelineCanvas, watchViewport } from './timeline-canvas.tsx'
import { axisFor, setAxis, fit, zoom } from './viewport.ts'
import { Overview } from './overview.tsx'
import { axisHeight, trackHeightMin } from './painter.ts'
import { type Scene, sceneOf } from './scene.ts'

export function TimelineView() {
  const version = journalVersion.value
  const entries = journalEntries()
  const axis = axisFor(entries)
  const scene = useMemo(
    () => sceneOf(entries, axis, webhookName),
    [version, axis, webhookNames.value],
  )
  watchViewport()
  const selected = Number(currentRoute.value.path[1]) || undefined
  const onSelect = (number: number | undefined): void =>
    number === undefined ? navigate('timeline') : navigate('timeline', number)
  return (
    <div class={selected === undefined ? 'split' : 'split open'}>
      <section class="main timeline" aria-label="Timeline">
        <Tools scene={scene} />
        {journalEntries().length === 0 ? (
          <EmptyTimeline />
        ) : (
          <TimelinePicture {...{ scene, selected, onSelect }} />
        )}
        <SelectedEntry number={selected} />
      </section>
      {selected !== undefined && (
        <EntryPanel number={selected} onClose={() => onSelect(undefined)} />
      )}
    </div>
  )
}

function TimelinePicture(props: {
  readonly scene: Scene
  readonly selected: number | undefined
  readonly onSelect: (number: number | undefined) => void
}) {
  const { scene } = props
  const box = useRef<HTMLDivElement>(null)
  const availableHeight = useHeight(box) - axisHeight
  const height = Math.floor(
    Math.max(trackHeightMin, Math.min(96, availableHeight / scene.tracks.length)),
  )
  return (
    <div class="timeline-box" ref={box}>
      <div class="timeline-body">
        <ul class="tracks" aria-label="Tracks">
          {scene.tracks.map(({ id, label, marks }) => (
            <li key={id} style={{ height: `${height}px` }}>
              <span class="cut" title={label}>
                {label}
              </span>
              <span class="count">{formatCount(marks.length)}</span>
            </li>
          ))}
        </ul>
        <TimelineCanvas {...props} trackHeight={height} />
      </div>
      <Overview scene={scene} />
      <Legend />
    </div>
  )
}

/** The height of the overview and the legend. */
const heightBelowTracks = 76

function useHeight(box: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0)
  useEffect(() => {
    const element = box.current as HTMLElement
    const observer = new ResizeObserver(() => setHeight(element.clientHeight - heightBelowTracks))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return height
}

function Tools({ scene }: { readonly scene: Scene }) {
  return (
    <header class="tools">
      <h1>Timeline</h1>
      <span class="quiet">{formatCount(journalEntries().length)} entries</span>
      <span class="spacer" />
      <div class="choice" role="group" aria-label="Lay out by">
        {(['time', 'order'] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={scene.axis === each}
            onClick={() => setAxis(each)}
          >
            By {each}
          </button>
        ))}
      </div>
      <div class="choice" role="group" aria-label="Zoom">
        <button type="button" aria-label="Zoom out" onClick={() => zoom(scene, 2)}>
          −
        </button>
        <button type="button" onClick={fit}>
          Fit
        </button>
        <button type="button" aria-label="Zoom in" onClick={() => zoom(scene, 0.5)}>
          +
        </button>
      </div>
    </header>
  )
}

const severityLabels = [
  ['ok', 'succeeded'],
  ['refused', 'refused'],
  ['failed', 'failed'],
  ['fault', 'fault'],
  ['plain', 'recorded'],
] as const

function Legend() {
  return (
    <ul class="legend" aria-label="Colours">
      {severityLabels.map(([severity, label]) => (
        <li key={severity}>
          <span class={`dot severity-${severity}`} /> {label}
        </li>
      ))}
      <li class="quiet">wheel: zoom · drag: pan · arrow keys: next entry</li>
    </ul>
  )
}

/** Describes the selected entry for screen readers. */
function SelectedEntry({ number }: { readonly number: number | undefined }) {
  const summary = number === undefined ? undefined : entryByNumber(number)
  return (
    <p id="timeline-selected" class="visually-hidden" aria-live="polite">
      {summary && `Entry ${summary.number}, ${formatTimestamp(summary.at)}: ${summary.title}`}
    </p>
  )
}

function EmptyTimeline() {
  const baseUrl = emulatorInfo.value?.baseUrl ?? '…'
  // Note: all instances have the same address. The token of a request selects one.
  const token = instanceKey === '' ? '…' : `${instanceKey}~…`
  return (
    <EmptyState title="The journal is empty">
      <p>
        Send a request, or advance the clock with the buttons above. Each request, change, event and
        delivery appears here at once.
      </p>
      <pre>{`curl -H 'Authorization: Bearer ${token}' '${baseUrl}/courses'`}</pre>
      {hasRoute('GET acts') && (
        <p>
          <a href="#/acts">Run an act</a> to send webhooks.
        </p>
      )}
    </EmptyState>
  )
}
