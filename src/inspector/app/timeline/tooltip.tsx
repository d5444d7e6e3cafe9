/** Says beside the pointer what stands under it. */
import { formatMoment, plural } from '../format.ts'
import type { Mark } from './scene.ts'
import { worstOf } from './hit-test.ts'

interface Given {
  readonly marks: readonly Mark[]
  readonly more: boolean
  readonly x: number
  readonly y: number
  readonly width: number
}

const listedMax = 6
const tipWidth = 340

export function Tip({ marks, more, x, y, width }: Given) {
  const worst = worstOf(marks)
  const listed = [worst, ...marks.filter((mark) => mark !== worst)].slice(0, listedMax)
  const rest = marks.length - listed.length
  const left = Math.max(4, Math.min(x + 14, width - tipWidth - 4))
  return (
    <div class="tip" style={{ left: `${left}px`, top: `${y + 18}px`, width: `${tipWidth}px` }}>
      <p class="tip-when">{formatMoment(worst.glance.at)}</p>
      {listed.map(({ glance, tone }) => (
        <p key={glance.number} class="tip-line">
          <span class={`dot tone-${tone}`} />
          <span class="number">#{glance.number}</span>
          <span class="cut">{glance.title}</span>
        </p>
      ))}
      {rest > 0 && (
        <p class="tip-more">
          and {more ? 'many more' : `${plural(rest, 'other')}`}: zoom in, or lay out by order
        </p>
      )}
    </div>
  )
}
