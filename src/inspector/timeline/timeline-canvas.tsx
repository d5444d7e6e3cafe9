/** The canvas of the timeline: paints the scene and handles pointer, wheel and keyboard. */
import { type RefObject } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { entryByNumber, journalEntries, journalVersion } from '../journal-store.ts'
import { repaintCount } from '../theme.ts'
import { chosenViewport, fit, currentViewport, pan, reveal, zoom } from './viewport.ts'
import { axisHeight, type Colors, paintScene, type Picture } from './painter.ts'
import { hitTest, axisValueAt, type Hit, mostSevere } from './hit-test.ts'
import type { Scene } from './scene.ts'
import { Tooltip } from './tooltip.tsx'

interface Props {
  readonly scene: Scene
  readonly trackHeight: number
  readonly selected: number | undefined
  readonly onSelect: (number: number | undefined) => void
}

interface Hover extends Hit {
  readonly x: number
  readonly y: number
}

export function TimelineCanvas({ scene, trackHeight, selected, onSelect }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const width = useWidth(canvas)
  const [hover, setHover] = useState<Hover | undefined>()
  const viewport = currentViewport(scene)
  const height = axisHeight + trackHeight * scene.tracks.length
  const geometry = { scene, viewport, width, trackHeight }
  const hovered = hover ? mostSevere(hover.marks).summary.number : undefined
  const links = useMemo(
    () => causeLinks(selected ?? hovered),
    [selected ?? hovered, journalVersion.value],
  )
  usePainting(canvas, height, { ...geometry, links, selected, hovered })
  useWheel(canvas, geometry)

  const pointer = usePointer(canvas, geometry, setHover, onSelect)

  return (
    <div class="timeline-picture">
      <canvas
        ref={canvas}
        style={{ height: `${height}px` }}
        tabIndex={0}
        role="application"
        aria-roledescription="timeline"
        aria-label="Journal entries in tracks over time. Arrow keys move from entry to entry."
        aria-describedby="timeline-selected"
        {...pointer}
        onPointerLeave={() => setHover(undefined)}
        onDblClick={(event) => zoom(scene, 0.25, axisValueAt(geometry, event.offsetX))}
        onKeyDown={(event) => handleKey(event, scene, selected, onSelect)}
      />
      {hover && (
        <Tooltip
          marks={hover.marks}
          hasMore={hover.hasMore}
          x={hover.x}
          y={hover.y}
          width={width}
        />
      )}
    </div>
  )
}

type Geometry = Pick<Picture, 'scene' | 'viewport' | 'width' | 'trackHeight'>

/** Hovering shows a tooltip, a click selects an entry, dragging pans. */
function usePointer(
  canvas: RefObject<HTMLCanvasElement | null>,
  geometry: Geometry,
  setHover: (hover: Hover | undefined) => void,
  onSelect: (number: number | undefined) => void,
) {
  const drag = useRef<{ x: number; moved: boolean } | undefined>(undefined)
  const { scene, viewport, width } = geometry
  return {
    onPointerDown(event: PointerEvent) {
      canvas.current?.setPointerCapture(event.pointerId)
      drag.current = { x: event.offsetX, moved: false }
    },
    onPointerMove(event: PointerEvent) {
      const { offsetX: x, offsetY: y } = event
      if (!drag.current) {
        const hit = hitTest(geometry, x, y)
        return setHover(hit && { ...hit, x, y })
      }
      const distance = drag.current.x - x
      if (Math.abs(distance) > 2) drag.current.moved = true
      if (!drag.current.moved) return
      pan(scene, (distance / width) * (viewport.to - viewport.from))
      drag.current.x = x
      setHover(undefined)
    },
    /** The browser cancels the pointer when a vertical swipe becomes a scroll. */
    onPointerCancel() {
      drag.current = undefined
    },
    onPointerUp(event: PointerEvent) {
      const wasClick = drag.current && !drag.current.moved
      drag.current = undefined
      if (!wasClick) return
      const hit = hitTest(geometry, event.offsetX, event.offsetY)
      onSelect(hit && mostSevere(hit.marks).summary.number)
    },
  }
}

function useWidth(canvas: RefObject<HTMLCanvasElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = canvas.current as HTMLCanvasElement
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return width
}

function usePainting(
  canvas: RefObject<HTMLCanvasElement | null>,
  height: number,
  picture: Omit<Picture, 'colors'>,
): void {
  const colors = useRef<Colors | undefined>(undefined)
  const themeVersion = repaintCount.value
  useEffect(() => void (colors.current = undefined), [themeVersion])
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const element = canvas.current
      if (!element || picture.width === 0) return
      colors.current ??= colorsOf(element)
      const ratio = devicePixelRatio
      const [wide, high] = [Math.round(picture.width * ratio), Math.round(height * ratio)]
      if (element.width !== wide || element.height !== high) {
        element.width = wide
        element.height = high
      }
      const context = element.getContext('2d') as CanvasRenderingContext2D
      context.setTransform(ratio, 0, 0, ratio, 0, 0)
      paintScene(context, { ...picture, colors: colors.current })
    })
    return () => cancelAnimationFrame(frame)
  })
}

function colorsOf(element: HTMLElement): Colors {
  const style = getComputedStyle(element)
  const color = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  const names = ['plain', 'ok', 'refused', 'failed', 'fault'].map((severity) => [
    severity,
    color(`severity-${severity}`),
  ])
  const others = ['ink', 'faint', 'line', 'accent', 'paper'].map((name) => [name, color(name)])
  return Object.fromEntries([...names, ...others]) as Colors
}

/** The wheel zooms around the pointer; horizontally it pans. The listener prevents scrolling. */
function useWheel(canvas: RefObject<HTMLCanvasElement | null>, geometry: Geometry): void {
  useEffect(() => {
    const element = canvas.current as HTMLCanvasElement
    const handleWheel = (event: WheelEvent): void => {
      event.preventDefault()
      const { scene, viewport, width } = geometry
      const sideways = event.shiftKey ? event.deltaY : event.deltaX
      if (Math.abs(sideways) > Math.abs(event.deltaY) || event.shiftKey) {
        return pan(scene, (sideways / width) * (viewport.to - viewport.from))
      }
      zoom(scene, Math.exp(event.deltaY * 0.0015), axisValueAt(geometry, event.offsetX))
    }
    element.addEventListener('wheel', handleWheel, { passive: false })
    return () => element.removeEventListener('wheel', handleWheel)
  })
}

/** Returns the links from an entry to its chain of causes and to all of its effects. */
function causeLinks(number: number | undefined): (readonly [number, number])[] {
  const links: (readonly [number, number])[] = []
  for (let at = number; at !== undefined;) {
    const cause: number | undefined = entryByNumber(at)?.cause
    if (cause !== undefined) links.push([cause, at])
    at = cause
  }
  if (number === undefined) return links
  const effects = new Set([number])
  for (const summary of journalEntries()) {
    if (summary.cause === undefined || !effects.has(summary.cause)) continue
    effects.add(summary.number)
    links.push([summary.cause, summary.number])
    if (links.length === 400) break
  }
  return links
}

function handleKey(
  event: KeyboardEvent,
  scene: Scene,
  selected: number | undefined,
  onSelect: (number: number | undefined) => void,
): void {
  const entries = journalEntries()
  const current = selected === undefined ? undefined : entryByNumber(selected)
  const step = (by: number): void => {
    const at = current ? entries.indexOf(current) + by : by > 0 ? 0 : entries.length - 1
    choose(entries[Math.max(0, Math.min(entries.length - 1, at))]?.number)
  }
  function choose(number: number | undefined): void {
    if (number === undefined) return
    const mark = scene.positions.get(number)?.mark
    if (mark) reveal(scene, mark.from)
    onSelect(number)
  }
  const keys: Record<string, () => void> = {
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    ArrowUp: () => choose(current?.cause),
    ArrowDown: () => choose(entries.find(({ cause }) => cause === selected)?.number),
    Home: () => choose(entries[0]?.number),
    End: () => choose(entries.at(-1)?.number),
    '+': () => zoom(scene, 0.6),
    '=': () => zoom(scene, 0.6),
    '-': () => zoom(scene, 1 / 0.6),
    0: fit,
    Escape: () => onSelect(undefined),
  }
  const action = keys[event.key]
  if (!action) return
  event.preventDefault()
  action()
}

/** Subscribes a component to the visible part of the timeline. */
export const watchViewport = (): unknown => chosenViewport.value
