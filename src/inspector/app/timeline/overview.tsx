/** A strip that shows the whole timeline, with a movable window for the visible part. */
import { useEffect, useRef } from 'preact/hooks'
import { repaintCount } from '../theme.ts'
import { chosenViewport, currentViewport, pan, fullViewport } from './viewport.ts'
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
  const bars = new Map<number, [all: number, bad: number]>()
  for (const { marks } of scene.tracks) {
    for (const { from, severity } of marks) {
      const x = ((from - full.from) / (full.to - full.from)) * width
      const bar = Math.floor(x / barWidth)
      const counts = bars.get(bar) ?? [0, 0]
      counts[0] += 1
      if (severity !== 'plain' && severity !== 'ok') counts[1] += 1
      bars.set(bar, counts)
    }
  }
  const style = getComputedStyle(canvas)
  canvas.width = Math.round(width * devicePixelRatio)
  canvas.height = Math.round(height * devicePixelRatio)
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  context.scale(devicePixelRatio, devicePixelRatio)
  for (const [bar, [all, bad]] of bars) {
    const barHeight = Math.min(height - 4, 3 + Math.log2(all + 1) * 2.4)
    context.fillStyle = style.getPropertyValue('--severity-plain')
    context.fillRect(bar * barWidth, height - barHeight, barWidth - 1, barHeight)
    if (bad === 0) continue
    context.fillStyle = style.getPropertyValue('--severity-failed')
    context.fillRect(
      bar * barWidth,
      height - Math.max(2, (barHeight * bad) / all),
      barWidth - 1,
      30,
    )
  }
}
