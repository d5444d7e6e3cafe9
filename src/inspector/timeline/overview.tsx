/** A strip that shows the whole timeline, with a movable window for the visible part. */
import { useEffect, useRef } from 'preact/hooks'
import { repaintCount } from '../theme.ts'
import { chosenViewport, currentViewport, pan, fullViewport } from './viewport.ts'
import { paintStack, severityOrder } from './painter.ts'
import type { Scene } from './scene.ts'

const height = 30
const barWidth = 3

export function Overview({ scene }: { readonly scene: Scene }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const full = fullViewport(scene)
  const viewport = currentViewport(scene)
  const fractionOf = (point: number): number => (point - full.from) / (full.to - full.from)
  const themeVersion = repaintCount.value
  useEffect(() => {
    const frame = requestAnimationFrame(
      () => canvas.current && paintOverview(canvas.current, scene),
    )
    return () => cancelAnimationFrame(frame)
  }, [scene, themeVersion])

  const drag = (event: PointerEvent): void => {
    const element = event.currentTarget as HTMLElement
    if (event.type === 'pointerdown') element.setPointerCapture(event.pointerId)
    if (event.buttons === 0 || !chosenViewport.value) return
    const box = element.getBoundingClientRect()
    const point = full.from + ((event.clientX - box.left) / box.width) * (full.to - full.from)
    pan(scene, point - (viewport.from + viewport.to) / 2)
  }
  return (
    <div class="overview" aria-hidden="true" onPointerDown={drag} onPointerMove={drag}>
      <canvas ref={canvas} />
      <div
        class={chosenViewport.value ? 'window' : 'window whole'}
        style={{
          left: `${fractionOf(viewport.from) * 100}%`,
          width: `${(fractionOf(viewport.to) - fractionOf(viewport.from)) * 100}%`,
        }}
      />
    </div>
  )
}

function paintOverview(canvas: HTMLCanvasElement, scene: Scene): void {
  const width = canvas.clientWidth
  const full = fullViewport(scene)
  const bars = new Map<number, number[]>()
  for (const { marks } of scene.tracks) {
    for (const { from, severity } of marks) {
      const x = ((from - full.from) / (full.to - full.from)) * width
      const bar = Math.floor(x / barWidth)
      let counts = bars.get(bar)
      if (!counts) bars.set(bar, (counts = severityOrder.map(() => 0)))
      ;(counts[severityOrder.indexOf(severity)] as number) += 1
    }
  }
  const style = getComputedStyle(canvas)
  canvas.width = Math.round(width * devicePixelRatio)
  canvas.height = Math.round(height * devicePixelRatio)
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  context.scale(devicePixelRatio, devicePixelRatio)
  for (const [bar, counts] of bars) {
    const total = counts.reduce((sum, count) => sum + count, 0)
    const barHeight = Math.min(height - 4, 3 + Math.log2(total + 1) * 2.4)
    const box = { x: bar * barWidth, bottom: height, width: barWidth - 1, height: barHeight }
    paintStack(context, counts, box, (severity) => style.getPropertyValue(`--severity-${severity}`))
  }
}
