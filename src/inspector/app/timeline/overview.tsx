/** The whole timeline in a strip, with the part that is looked at as a window to move. */
import { useEffect, useRef } from 'preact/hooks'
import { repaint } from '../theme.ts'
import { chosenLook, lookAt, pan, wholeOf } from './viewport.ts'
import type { Scene } from './scene.ts'

const height = 30
const barWidth = 3

export function Overview({ scene }: { readonly scene: Scene }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const whole = wholeOf(scene)
  const look = lookAt(scene)
  const share = (point: number): number => (point - whole.from) / (whole.to - whole.from)
  const themed = repaint.value
  useEffect(() => {
    const frame = requestAnimationFrame(() => canvas.current && paint(canvas.current, scene))
    return () => cancelAnimationFrame(frame)
  }, [scene, themed])

  const drag = (event: PointerEvent): void => {
    const element = event.currentTarget as HTMLElement
    if (event.type === 'pointerdown') element.setPointerCapture(event.pointerId)
    if (event.buttons === 0 || !chosenLook.value) return
    const box = element.getBoundingClientRect()
    const point = whole.from + ((event.clientX - box.left) / box.width) * (whole.to - whole.from)
    pan(scene, point - (look.from + look.to) / 2)
  }
  return (
    <div class="overview" aria-hidden="true" onPointerDown={drag} onPointerMove={drag}>
      <canvas ref={canvas} />
      <div
        class={chosenLook.value ? 'window' : 'window whole'}
        style={{
          left: `${share(look.from) * 100}%`,
          width: `${(share(look.to) - share(look.from)) * 100}%`,
        }}
      />
    </div>
  )
}

function paint(canvas: HTMLCanvasElement, scene: Scene): void {
  const width = canvas.clientWidth
  const whole = wholeOf(scene)
  const bars = new Map<number, [all: number, bad: number]>()
  for (const { marks } of scene.lanes) {
    for (const { from, tone } of marks) {
      const x = ((from - whole.from) / (whole.to - whole.from)) * width
      const bar = Math.floor(x / barWidth)
      const counts = bars.get(bar) ?? [0, 0]
      counts[0] += 1
      if (tone !== 'plain' && tone !== 'ok') counts[1] += 1
      bars.set(bar, counts)
    }
  }
  const style = getComputedStyle(canvas)
  canvas.width = Math.round(width * devicePixelRatio)
  canvas.height = Math.round(height * devicePixelRatio)
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  context.scale(devicePixelRatio, devicePixelRatio)
  for (const [bar, [all, bad]] of bars) {
    const high = Math.min(height - 4, 3 + Math.log2(all + 1) * 2.4)
    context.fillStyle = style.getPropertyValue('--tone-plain')
    context.fillRect(bar * barWidth, height - high, barWidth - 1, high)
    if (bad === 0) continue
    context.fillStyle = style.getPropertyValue('--tone-failed')
    context.fillRect(bar * barWidth, height - Math.max(2, (high * bad) / all), barWidth - 1, 30)
  }
}
