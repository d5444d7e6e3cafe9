/** Which part of the timeline is looked at, and how that part moves. */
import { signal } from '@preact/signals'
import type { Axis, Scene } from './scene.ts'

export interface Viewport {
  readonly from: number
  readonly to: number
}

/** Room beside the first and the last entry. */
const margin = 0.04
/** The least that can be looked at: milliseconds, or entries. */
const minSpan: Readonly<Record<Axis, number>> = { time: 20, order: 8 }

export const axis = signal<Axis>('time')
/** Undefined where everything is looked at, also what is still to come. */
export const chosenViewport = signal<Viewport | undefined>(undefined)

export function fullViewport({ from, to, axis: axis }: Scene): Viewport {
  if (!Number.isFinite(from)) return { from: 0, to: 1 }
  const span = Math.max(to - from, minSpan[axis])
  return { from: from - span * margin, to: from + span * (1 + margin) }
}

export const currentViewport = (scene: Scene): Viewport =>
  chosenViewport.value ?? fullViewport(scene)

/** Closer by a factor below 1, around a point; never beyond the whole. */
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

/** Moves as far as it takes to have a point in sight. */
export function reveal(scene: Scene, point: number): void {
  const { from, to } = currentViewport(scene)
  if (point >= from && point <= to) return
  moveViewport(scene, point - (to - from) / 2, to - from)
}

export function setAxis(to: Axis): void {
  axis.value = to
  chosenViewport.value = undefined
}
