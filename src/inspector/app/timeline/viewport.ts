/** Which part of the timeline is looked at, and how that part moves. */
import { signal } from '@preact/signals'
import type { Axis, Scene } from './scene.ts'

export interface Look {
  readonly from: number
  readonly to: number
}

/** Room beside the first and the last entry. */
const margin = 0.04
/** The least that can be looked at: milliseconds, or entries. */
const leastSpan: Readonly<Record<Axis, number>> = { time: 20, order: 8 }

export const axis = signal<Axis>('time')
/** Undefined where everything is looked at, also what is still to come. */
export const chosenLook = signal<Look | undefined>(undefined)

export function wholeOf({ from, to, axis: along }: Scene): Look {
  if (!Number.isFinite(from)) return { from: 0, to: 1 }
  const span = Math.max(to - from, leastSpan[along])
  return { from: from - span * margin, to: from + span * (1 + margin) }
}

export const lookAt = (scene: Scene): Look => chosenLook.value ?? wholeOf(scene)

/** Closer by a factor below 1, around a point; never beyond the whole. */
export function zoom(scene: Scene, factor: number, around?: number): void {
  const { from, to } = lookAt(scene)
  const point = around ?? (from + to) / 2
  const span = Math.max((to - from) * factor, leastSpan[scene.axis])
  const share = to === from ? 0.5 : (point - from) / (to - from)
  settle(scene, point - span * share, span)
}

export function pan(scene: Scene, distance: number): void {
  const { from, to } = lookAt(scene)
  settle(scene, from + distance, to - from)
}

function settle(scene: Scene, from: number, span: number): void {
  const whole = wholeOf(scene)
  if (span >= whole.to - whole.from) return fit()
  const begin = Math.min(Math.max(from, whole.from), whole.to - span)
  chosenLook.value = { from: begin, to: begin + span }
}

export function fit(): void {
  chosenLook.value = undefined
}

/** Moves as far as it takes to have a point in sight. */
export function reveal(scene: Scene, point: number): void {
  const { from, to } = lookAt(scene)
  if (point >= from && point <= to) return
  settle(scene, point - (to - from) / 2, to - from)
}

export function changeAxis(to: Axis): void {
  axis.value = to
  chosenLook.value = undefined
}
