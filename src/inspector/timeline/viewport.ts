/** The visible part of the timeline, with zooming and panning. */
import { signal } from '@preact/signals'
import type { EntrySummary } from '../../engine/control/views/entry-summary.ts'
import type { Axis, Scene } from './scene.ts'

export interface Viewport {
  readonly from: number
  readonly to: number
}

/** The margin beside the first and the last entry, as a fraction of the span. */
const margin = 0.04
/** The smallest visible span: milliseconds, or entries. */
const minSpan: Readonly<Record<Axis, number>> = { time: 20, order: 8 }

/** The axis that the user chose; undefined until then. */
const chosenAxis = signal<Axis | undefined>(undefined)
/** The part that the user chose; undefined shows everything and follows new entries. */
export const chosenViewport = signal<Viewport | undefined>(undefined)

export function fullViewport({ from, to, axis }: Scene): Viewport {
  if (!Number.isFinite(from)) return { from: 0, to: 1 }
  const span = Math.max(to - from, minSpan[axis])
  return { from: from - span * margin, to: from + span * (1 + margin) }
}

export const currentViewport = (scene: Scene): Viewport =>
  chosenViewport.value ?? fullViewport(scene)

/** Zooms around a point: in with a factor below 1, out with a factor above 1. */
export function zoom(scene: Scene, factor: number, around?: number): void {
  const { from, to } = currentViewport(scene)
  const point = around ?? (from + to) / 2
  const span = Math.max((to - from) * factor, minSpan[scene.axis])
  const fraction = to === from ? 0.5 : (point - from) / (to - from)
  moveViewport(scene, point - span * fraction, span)
}

export function pan(scene: Scene, distance: number): void {
  const { from, to } = currentViewport(scene)
  moveViewport(scene, from + distance, to - from)
}

function moveViewport(scene: Scene, from: number, span: number): void {
  const full = fullViewport(scene)
  if (span >= full.to - full.from) return fit()
  const start = Math.min(Math.max(from, full.from), full.to - span)
  chosenViewport.value = { from: start, to: start + span }
}

export function fit(): void {
  chosenViewport.value = undefined
}

/** Pans until a point is visible. */
export function reveal(scene: Scene, point: number): void {
  const { from, to } = currentViewport(scene)
  if (point >= from && point <= to) return
  moveViewport(scene, point - (to - from) / 2, to - from)
}

/** Returns the chosen axis. Without a choice: time, or order if all entries share one moment. */
export function axisFor(entries: readonly EntrySummary[]): Axis {
  if (chosenAxis.value) return chosenAxis.value
  const first = entries[0]?.at
  return entries.length > 1 && entries.every(({ at }) => at === first) ? 'order' : 'time'
}

export function setAxis(axis: Axis): void {
  chosenAxis.value = axis
  chosenViewport.value = undefined
}
