/** Lists the entries under the pointer. */
import { formatCause, formatTimestamp, pluralize } from '../format.ts'
import type { Mark } from './scene.ts'
import { mostSevere } from './hit-test.ts'

interface Props {
  readonly marks: readonly Mark[]
  readonly hasMore: boolean
  readonly x: number
  readonly y: number
  readonly width: number
}

const listedMax = 6
const tooltipWidth = 340

export function Tooltip({ marks, hasMore, x, y, width }: Props) {
  const mostSevereMark = mostSevere(marks)
  const listed = [mostSevereMark, ...marks.filter((mark) => mark !== mostSevereMark)].slice(
    0,
    listedMax,
  )
  const rest = marks.length - listed.length
  const left = Math.max(4, Math.min(x + 14, width - tooltipWidth - 4))
  return (
    <div class="tip" style={{ left: `${left}px`, top: `${y + 18}px`, width: `${tooltipWidth}px` }}>
      <p class="tip-when">{formatTimestamp(mostSevereMark.summary.at)}</p>
      {listed.map(({ summary, severity }) => (
        <div key={summary.number}>
          <p class="tip-line">
            <span class={`dot severity-${severity}`} />
            <span class="number">#{summary.number}</span>
            <span class="cut">{summary.title}</span>
          </p>
          <p class="by cut">{formatCause(summary)}</p>
        </div>
      ))}
      {rest > 0 && (
        <p class="tip-more">
          and {hasMore ? 'many more' : `${pluralize(rest, 'other')}`}: zoom in, or choose “By order”
        </p>
      )}
    </div>
  )
}
