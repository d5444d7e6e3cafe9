/** Paints the visible part of a scene. The cost depends on the number of visible marks only. */
import { scaleLinear, scaleUtc } from 'd3-scale'
import type { Severity } from '../../engine/control/views/entry-summary.ts'
import { msPerDay } from '../format.ts'
import type { Viewport } from './viewport.ts'
import { firstMarkFrom, type Mark, type Scene, type SceneTrack } from './scene.ts'

export const axisHeight = 26
export const trackHeightMin = 40
/** The width of a bar; closer entries share one bar. */
export const barWidth = 5
const barGap = 1
/** With fewer visible entries, deliveries are painted with their duration and their retries. */
const detailMax = 250

export type Colors = Readonly<
  Record<Severity | 'ink' | 'faint' | 'line' | 'accent' | 'paper', string>
>

export interface Picture {
  readonly scene: Scene
  readonly viewport: Viewport
  readonly width: number
  readonly trackHeight: number
  readonly colors: Colors
  /** Pairs of entry numbers: cause and effect. */
  readonly links: readonly (readonly [from: number, to: number])[]
  readonly selected: number | undefined
  readonly hovered: number | undefined
}

/** The order of the severities in a bar, from bottom to top. */
export const severityOrder: readonly Severity[] = ['plain', 'ok', 'refused', 'failed', 'fault']

export function paintScene(context: CanvasRenderingContext2D, picture: Picture): void {
  const { scene, width, trackHeight } = picture
  context.clearRect(0, 0, width, axisHeight + trackHeight * scene.tracks.length + 1)
  paintAxis(context, picture)
  scene.tracks.forEach((track, row) => {
    paintTrack(context, picture, track, axisHeight + row * trackHeight)
  })
  for (const link of picture.links) paintLink(context, picture, link)
  if (picture.hovered !== undefined) paintRing(context, picture, picture.hovered, 'faint')
  if (picture.selected !== undefined) paintRing(context, picture, picture.selected, 'accent')
}

const xOf = ({ viewport, width }: Pick<Picture, 'viewport' | 'width'>, point: number): number =>
  ((point - viewport.from) / (viewport.to - viewport.from)) * width

function paintAxis(context: CanvasRenderingContext2D, picture: Picture): void {
  const { scene, viewport, width, trackHeight, colors } = picture
  const bottom = axisHeight + trackHeight * scene.tracks.length
  context.font = '11px ui-sans-serif, system-ui, sans-serif'
  context.textBaseline = 'middle'
  context.textAlign = 'left'
  for (const [point, label] of ticksOf(scene.axis, viewport, width)) {
    const x = Math.round(xOf(picture, point)) + 0.5
    context.strokeStyle = colors.line
    context.beginPath()
    context.moveTo(x, axisHeight - 6)
    context.lineTo(x, bottom)
    context.stroke()
    context.fillStyle = colors.faint
    context.fillText(label, x + 4, axisHeight / 2 - 2)
  }
}

function ticksOf(axis: Scene['axis'], viewport: Viewport, width: number): [number, string][] {
  const count = Math.max(2, Math.floor(width / 120))
  if (axis === 'order') {
    const scale = scaleLinear().domain([viewport.from, viewport.to])
    return scale.ticks(count).map((point) => [point, `#${point}`])
  }
  const scale = scaleUtc().domain([viewport.from, viewport.to])
  const formatTick = scale.tickFormat(count, tickFormatFor(viewport.to - viewport.from))
  return scale.ticks(count).map((moment) => [moment.getTime(), formatTick(moment)])
}

/** Returns the format of the axis labels for a time span. */
function tickFormatFor(spanMs: number): string {
  if (spanMs < 5_000) return '%H:%M:%S.%L'
  if (spanMs < 600_000) return '%H:%M:%S'
  if (spanMs < 2 * msPerDay) return '%H:%M'
  return spanMs < 90 * msPerDay ? '%a %-d %b %H:%M' : '%-d %b %Y'
}

function paintTrack(
  context: CanvasRenderingContext2D,
  picture: Picture,
  track: SceneTrack,
  top: number,
): void {
  const { viewport, width, trackHeight, colors } = picture
  context.strokeStyle = colors.line
  context.beginPath()
  context.moveTo(0, top + trackHeight - 0.5)
  context.lineTo(width, top + trackHeight - 0.5)
  context.stroke()
  const margin = ((viewport.to - viewport.from) / width) * barWidth * 2
  const first = firstMarkFrom(track.marks, viewport.from - margin)
  const end = firstMarkFrom(track.marks, viewport.to + margin)
  if (track.isDelivery && end - first < detailMax) {
    return paintDeliveries(context, picture, startedInView(track.marks, picture, margin), top)
  }
  paintBars(context, picture, countBars(picture, track.marks, first, end), top)
}

/** Returns the visible marks; for short tracks all marks, because retries are linked to earlier attempts. */
function startedInView(
  marks: readonly Mark[],
  { viewport }: Picture,
  margin: number,
): readonly Mark[] {
  if (marks.length < detailMax * 4) return marks
  return marks.filter(({ from, to }) => from < viewport.to + margin && to > viewport.from - margin)
}

/** Counts the entries of each severity in each bar. */
function countBars(
  picture: Picture,
  marks: readonly Mark[],
  first: number,
  end: number,
): Map<number, number[]> {
  const bars = new Map<number, number[]>()
  for (let i = first; i < end; i += 1) {
    const { from, severity } = marks[i] as Mark
    const bar = Math.floor(xOf(picture, from) / barWidth)
    let counts = bars.get(bar)
    if (!counts) bars.set(bar, (counts = severityOrder.map(() => 0)))
    ;(counts[severityOrder.indexOf(severity)] as number) += 1
  }
  return bars
}

function paintBars(
  context: CanvasRenderingContext2D,
  { trackHeight, colors }: Picture,
  bars: ReadonlyMap<number, readonly number[]>,
  top: number,
): void {
  const maxHeight = trackHeight - 12
  for (const [bar, counts] of bars) {
    const total = counts.reduce((sum, count) => sum + count, 0)
    // Note: the scale is logarithmic, so that one entry is visible beside a thousand.
    const height = Math.min(maxHeight, 10 + Math.log2(total) * (maxHeight / 14))
    const box = {
      x: bar * barWidth,
      bottom: top + trackHeight - 4,
      width: barWidth - barGap,
      height,
    }
    paintStack(context, counts, box, (severity) => colors[severity])
  }
}

interface StackBox {
  readonly x: number
  readonly bottom: number
  readonly width: number
  readonly height: number
}

/** Paints a bar with a part for each severity. `counts` is in the order of the severities. */
export function paintStack(
  context: CanvasRenderingContext2D,
  counts: readonly number[],
  { x, bottom, width, height }: StackBox,
  colorOf: (severity: Severity) => string,
): void {
  const total = counts.reduce((sum, count) => sum + count, 0)
  let base = bottom
  counts.forEach((count, i) => {
    if (count === 0) return
    const part = Math.max(2, (height * count) / total)
    context.fillStyle = colorOf(severityOrder[i] as Severity)
    context.fillRect(x, base - part, width, part)
    base -= part
  })
}

const pillHeight = 12

function paintDeliveries(
  context: CanvasRenderingContext2D,
  picture: Picture,
  marks: readonly Mark[],
  top: number,
): void {
  const { trackHeight, colors } = picture
  const middle = top + trackHeight / 2
  const attemptEnds = new Map<string, number>()
  for (const { summary, severity, from, to } of marks) {
    const x = xOf(picture, from)
    const length = Math.max(barWidth + 1, xOf(picture, to) - x)
    const previousEnd = attemptEnds.get(summary.notification ?? '')
    if (previousEnd !== undefined && x - previousEnd > 2)
      paintRetry(context, previousEnd, x, middle, colors.faint)
    attemptEnds.set(summary.notification ?? '', x + length)
    context.fillStyle = colors[severity]
    context.beginPath()
    context.roundRect(x, middle - pillHeight / 2, length, pillHeight, 3)
    context.fill()
  }
}

/** Paints an arc from the end of one attempt to the start of the next. */
function paintRetry(
  context: CanvasRenderingContext2D,
  from: number,
  to: number,
  middle: number,
  color: string,
): void {
  const rise = Math.min(26, 6 + (to - from) / 12)
  context.save()
  context.globalAlpha = 0.55
  context.strokeStyle = color
  context.setLineDash([2, 3])
  context.beginPath()
  context.moveTo(from, middle - 3)
  context.bezierCurveTo(from + rise, middle - rise, to - rise, middle - rise, to, middle - 3)
  context.stroke()
  context.restore()
}

function pointOf(picture: Picture, number: number): [x: number, y: number] | undefined {
  const position = picture.scene.positions.get(number)
  if (!position) return undefined
  const { track, mark } = position
  const { trackHeight, scene } = picture
  const offset = scene.tracks[track]?.isDelivery ? trackHeight / 2 : trackHeight - 8
  return [xOf(picture, mark.from) + 2, axisHeight + track * trackHeight + offset]
}

function paintLink(
  context: CanvasRenderingContext2D,
  picture: Picture,
  [from, to]: readonly [number, number],
): void {
  const start = pointOf(picture, from)
  const end = pointOf(picture, to)
  if (!start || !end) return
  const [x0, y0] = start
  const [x1, y1] = end
  const bend = Math.max(18, Math.abs(x1 - x0) / 3)
  context.strokeStyle = picture.colors.accent
  context.globalAlpha = 0.7
  context.lineWidth = 1.25
  context.beginPath()
  context.moveTo(x0, y0)
  context.bezierCurveTo(x0 + bend, y0, x1 - bend, y1, x1, y1)
  context.stroke()
  context.globalAlpha = 1
  context.lineWidth = 1
}

function paintRing(
  context: CanvasRenderingContext2D,
  picture: Picture,
  number: number,
  color: 'accent' | 'faint',
): void {
  const point = pointOf(picture, number)
  if (!point) return
  context.strokeStyle = picture.colors[color]
  context.lineWidth = 2
  context.beginPath()
  context.arc(point[0], point[1], 8, 0, Math.PI * 2)
  context.stroke()
  context.lineWidth = 1
}
