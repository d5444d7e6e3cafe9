/** The view that shows everything that happened as a picture. */
import type { RefObject } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { has } from '../api-client.ts'
import { EntryPanel } from '../components/entry-panel.tsx'
import { Empty } from '../components/empty-state.tsx'
import { glanceNumbered, journal, journalVersion } from '../journal-store.ts'
import { about } from '../live-feed.ts'
import { go, place } from '../router.ts'
import { formatCount, formatMoment } from '../format.ts'
import { webhookName, webhookNames } from '../webhook-names.ts'
import { TimelineCanvas, watchLook } from './timeline-canvas.tsx'
import { axis, changeAxis, fit, zoom } from './viewport.ts'
import { Overview } from './overview.tsx'
import { axisHeight, laneHeightMin } from './painter.ts'
import { type Scene, sceneOf } from './scene.ts'

export function TimelineView() {
  const version = journalVersion.value
  const scene = useMemo(
    () => sceneOf(journal(), axis.value, webhookName),
    [version, axis.value, webhookNames.value],
  )
  watchLook()
  const selected = Number(place.value.path[1]) || undefined
  const select = (number: number | undefined): void =>
    number === undefined ? go('timeline') : go('timeline', number)
  return (
    <div class={selected === undefined ? 'split' : 'split open'}>
      <section class="main timeline" aria-label="Timeline">
        <Tools scene={scene} />
        {journal().length === 0 ? <NothingYet /> : <Picture {...{ scene, selected, select }} />}
        <Selected number={selected} />
      </section>
      {selected !== undefined && <EntryPanel number={selected} close={() => select(undefined)} />}
    </div>
  )
}

function Picture(given: {
  readonly scene: Scene
  readonly selected: number | undefined
  readonly select: (number: number | undefined) => void
}) {
  const { scene } = given
  const box = useRef<HTMLDivElement>(null)
  const room = useHeight(box) - axisHeight
  const height = Math.floor(Math.max(laneHeightMin, Math.min(96, room / scene.lanes.length)))
  return (
    <div class="timeline-box" ref={box}>
      <div class="timeline-body">
        <ul class="lanes" aria-label="Lanes">
          {scene.lanes.map(({ id, label, marks }) => (
            <li key={id} style={{ height: `${height}px` }}>
              <span class="cut" title={label}>
                {label}
              </span>
              <span class="count">{formatCount(marks.length)}</span>
            </li>
          ))}
        </ul>
        <TimelineCanvas {...given} laneHeight={height} />
      </div>
      <Overview scene={scene} />
      <Legend />
    </div>
  )
}

/** What stands below the lanes: the overview and the legend. */
const belowLanes = 76

function useHeight(box: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0)
  useEffect(() => {
    const element = box.current as HTMLElement
    const observer = new ResizeObserver(() => setHeight(element.clientHeight - belowLanes))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return height
}

function Tools({ scene }: { readonly scene: Scene }) {
  return (
    <header class="tools">
      <h1>Timeline</h1>
      <span class="quiet">{formatCount(journal().length)} entries</span>
      <span class="spring" />
      <div class="choice" role="group" aria-label="Lay out by">
        {(['time', 'order'] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={axis.value === each}
            onClick={() => changeAxis(each)}
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

const tones = [
  ['ok', 'answered'],
  ['refused', 'refused'],
  ['failed', 'failed'],
  ['fault', 'fault'],
  ['plain', 'happened'],
] as const

function Legend() {
  return (
    <ul class="legend" aria-label="Colours">
      {tones.map(([tone, says]) => (
        <li key={tone}>
          <span class={`dot tone-${tone}`} /> {says}
        </li>
      ))}
      <li class="quiet">wheel zooms · drag pans · arrow keys walk</li>
    </ul>
  )
}

/** What is chosen, for who does not see the picture. */
function Selected({ number }: { readonly number: number | undefined }) {
  const glance = number === undefined ? undefined : glanceNumbered(number)
  return (
    <p id="timeline-selected" class="unseen" aria-live="polite">
      {glance && `Entry ${glance.number}, ${formatMoment(glance.at)}: ${glance.title}`}
    </p>
  )
}

function NothingYet() {
  const baseUrl = about.value?.baseUrl ?? '…'
  return (
    <Empty title="Nothing has happened yet">
      <p>
        Call the service, or let time pass with the buttons above. Every request, change, event and
        delivery appears here as it happens.
      </p>
      <pre>{`curl -H 'Authorization: Bearer …' '${baseUrl}/courses'`}</pre>
      {has('GET acts') && (
        <p>
          <a href="#/acts">Do what an administrator would</a> to see webhooks fire.
        </p>
      )}
    </Empty>
  )
}
