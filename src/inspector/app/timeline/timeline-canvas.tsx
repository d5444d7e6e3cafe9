/** The picture itself: paints when something changed, and follows pointer, wheel and keys. */
import { type RefObject } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { glanceNumbered, journal, journalVersion } from '../journal-store.ts'
import { repaint } from '../theme.ts'
import { chosenLook, fit, lookAt, pan, reveal, zoom } from './viewport.ts'
import { axisHeight, type Colors, paint, type Picture } from './painter.ts'
import { markedAt, pointAt, type Pointed, worstOf } from './hit-test.ts'
import type { Scene } from './scene.ts'
import { Tip } from './tooltip.tsx'

interface Given {
  readonly scene: Scene
  readonly laneHeight: number
  readonly selected: number | undefined
  readonly select: (number: number | undefined) => void
}

interface Hover extends Pointed {
  readonly x: number
  readonly y: number
}

export function TimelineCanvas({ scene, laneHeight, selected, select }: Given) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const width = useWidth(canvas)
  const [hover, setHover] = useState<Hover | undefined>()
  const look = lookAt(scene)
  const height = axisHeight + laneHeight * scene.lanes.length
  const ground = { scene, look, width, laneHeight }
  const hovered = hover ? worstOf(hover.marks).glance.number : undefined
  const linked = useMemo(
    () => linksAround(selected ?? hovered),
    [selected ?? hovered, journalVersion.value],
  )
  usePainting(canvas, height, { ...ground, linked, selected, hovered })
  useWheel(canvas, ground)

  const pointer = usePointer(canvas, ground, setHover, select)

  return (
    <div class="timeline-picture">
      <canvas
        ref={canvas}
        style={{ height: `${height}px` }}
        tabIndex={0}
        role="application"
        aria-roledescription="timeline"
        aria-label="What happened, in lanes over time. Arrow keys go from entry to entry."
        aria-describedby="timeline-selected"
        {...pointer}
        onPointerLeave={() => setHover(undefined)}
        onDblClick={(event) => zoom(scene, 0.25, pointAt(ground, event.offsetX))}
        onKeyDown={(event) => onKey(event, scene, selected, select)}
      />
      {hover && <Tip marks={hover.marks} more={hover.more} x={hover.x} y={hover.y} width={width} />}
    </div>
  )
}

type Ground = Pick<Picture, 'scene' | 'look' | 'width' | 'laneHeight'>

/** Hovering shows, a click chooses, dragging pans. */
function usePointer(
  canvas: RefObject<HTMLCanvasElement | null>,
  ground: Ground,
  setHover: (hover: Hover | undefined) => void,
  select: (number: number | undefined) => void,
) {
  const drag = useRef<{ x: number; moved: boolean } | undefined>(undefined)
  const { scene, look, width } = ground
  return {
    onPointerDown(event: PointerEvent) {
      canvas.current?.setPointerCapture(event.pointerId)
      drag.current = { x: event.offsetX, moved: false }
    },
    onPointerMove(event: PointerEvent) {
      const { offsetX: x, offsetY: y } = event
      if (!drag.current) {
        const pointed = markedAt(ground, x, y)
        return setHover(pointed && { ...pointed, x, y })
      }
      const distance = drag.current.x - x
      if (Math.abs(distance) > 2) drag.current.moved = true
      if (!drag.current.moved) return
      pan(scene, (distance / width) * (look.to - look.from))
      drag.current.x = x
      setHover(undefined)
    },
    /** A finger that moves up or down scrolls, and the picture hears no more of it. */
    onPointerCancel() {
      drag.current = undefined
    },
    onPointerUp(event: PointerEvent) {
      const wasClick = drag.current && !drag.current.moved
      drag.current = undefined
      if (!wasClick) return
      const pointed = markedAt(ground, event.offsetX, event.offsetY)
      select(pointed && worstOf(pointed.marks).glance.number)
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
  const themed = repaint.value
  useEffect(() => void (colors.current = undefined), [themed])
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
      paint(context, { ...picture, colors: colors.current })
    })
    return () => cancelAnimationFrame(frame)
  })
}

function colorsOf(element: HTMLElement): Colors {
  const style = getComputedStyle(element)
  const color = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  const names = ['plain', 'ok', 'refused', 'failed', 'fault'].map((tone) => [
    tone,
    color(`tone-${tone}`),
  ])
  const others = ['ink', 'faint', 'line', 'accent', 'paper'].map((name) => [name, color(name)])
  return Object.fromEntries([...names, ...others]) as Colors
}

/** Zooms around the pointer; sideways it pans. A page must say that it will not scroll instead. */
function useWheel(canvas: RefObject<HTMLCanvasElement | null>, ground: Ground): void {
  useEffect(() => {
    const element = canvas.current as HTMLCanvasElement
    const turn = (event: WheelEvent): void => {
      event.preventDefault()
      const { scene, look, width } = ground
      const sideways = event.shiftKey ? event.deltaY : event.deltaX
      if (Math.abs(sideways) > Math.abs(event.deltaY) || event.shiftKey) {
        return pan(scene, (sideways / width) * (look.to - look.from))
      }
      zoom(scene, Math.exp(event.deltaY * 0.0015), pointAt(ground, event.offsetX))
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  })
}

/** From an entry to its cause and on to the cause of that, and to all that it caused. */
function linksAround(number: number | undefined): (readonly [number, number])[] {
  const links: (readonly [number, number])[] = []
  for (let at = number; at !== undefined;) {
    const cause: number | undefined = glanceNumbered(at)?.cause
    if (cause !== undefined) links.push([cause, at])
    at = cause
  }
  if (number === undefined) return links
  const led = new Set([number])
  for (const glance of journal()) {
    if (glance.cause === undefined || !led.has(glance.cause)) continue
    led.add(glance.number)
    links.push([glance.cause, glance.number])
    if (links.length === 400) break
  }
  return links
}

function onKey(
  event: KeyboardEvent,
  scene: Scene,
  selected: number | undefined,
  select: (number: number | undefined) => void,
): void {
  const entries = journal()
  const glance = selected === undefined ? undefined : glanceNumbered(selected)
  const step = (by: number): void => {
    const at = glance ? entries.indexOf(glance) + by : by > 0 ? 0 : entries.length - 1
    choose(entries[Math.max(0, Math.min(entries.length - 1, at))]?.number)
  }
  function choose(number: number | undefined): void {
    if (number === undefined) return
    const mark = scene.places.get(number)?.mark
    if (mark) reveal(scene, mark.from)
    select(number)
  }
  const keys: Record<string, () => void> = {
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    ArrowUp: () => choose(glance?.cause),
    ArrowDown: () => choose(entries.find(({ cause }) => cause === selected)?.number),
    Home: () => choose(entries[0]?.number),
    End: () => choose(entries.at(-1)?.number),
    '+': () => zoom(scene, 0.6),
    '=': () => zoom(scene, 0.6),
    '-': () => zoom(scene, 1 / 0.6),
    0: fit,
    Escape: () => select(undefined),
  }
  const act = keys[event.key]
  if (!act) return
  event.preventDefault()
  act()
}

/** Read here, so that whoever draws the picture is drawn again when the part that is looked at moves. */
export const watchLook = (): unknown => chosenLook.value
