/** The chart of usage: calls as bars by operation, the fullest rate window as a line, waits as bands. */
import { scaleLinear, scaleUtc } from 'd3-scale'
import type { UsageBucket, UsageSeries } from '../../engine/control/views/usage-overview.ts'
import { formatCount, formatDuration, formatTimestamp, msPerDay, pluralize } from '../format.ts'

interface Props {
  readonly chart: UsageSeries
  readonly limit: number
}

const width = 960
const barsHeight = 170
const windowHeight = 70
const gap = 30
const left = 46
const right = 8
const top = 20
const height = top + barsHeight + gap + windowHeight + 22

export function UsageChart({ chart, limit }: Props) {
  const { operations, buckets, waits } = chart
  return (
    <figure class="usage-chart">
      <figcaption>
        <ul class="legend" aria-label="Legend">
          {operations.map((operation, i) => (
            <li key={operation}>
              <span class={`swatch series-${i}`} /> {operation}
            </li>
          ))}
          <li>
            <span class="swatch window-use" /> fullest rate window
          </li>
          {waits.length > 0 && (
            <li>
              <span class="swatch wait" /> waiting after a 429
            </li>
          )}
        </ul>
      </figcaption>
      <div class="scroll-box" tabIndex={0} role="region" aria-label="Chart">
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summarize(chart, limit)}>
          <Waits chart={chart} />
          <Bars chart={chart} />
          <WindowUse chart={chart} limit={limit} />
          <TimeAxis chart={chart} />
          {buckets.map((bucket) => (
            <BucketTitle key={bucket.atMs} chart={chart} bucket={bucket} />
          ))}
        </svg>
      </div>
    </figure>
  )
}

/** The chart as a sentence. The table of operations has the numbers. */
function summarize({ buckets, bucketMs, waits }: UsageSeries, limit: number): string {
  const calls = buckets.map(callsOf)
  const most = Math.max(...calls)
  const use = Math.max(...buckets.map(({ windowUse }) => windowUse))
  const waited =
    waits.length > 0 ? ` ${pluralize(waits.length, 'period')} of waiting after a 429.` : ''
  return `Calls over time: at most ${formatCount(most)} in ${formatDuration(bucketMs)}. The fullest rate window has ${formatCount(use)} of ${formatCount(limit)} calls.${waited}`
}

const callsOf = ({ calls }: UsageBucket): number => calls.reduce((a, b) => a + b, 0)

const timeScale = ({ fromMs, toMs }: UsageSeries) =>
  scaleUtc([new Date(fromMs), new Date(toMs)], [left, width - right])

const barWidth = (chart: UsageSeries): number =>
  ((width - left - right) * chart.bucketMs) / (chart.toMs - chart.fromMs)

function Bars({ chart }: { readonly chart: UsageSeries }) {
  const x = timeScale(chart)
  const most = Math.max(1, ...chart.buckets.map(callsOf))
  const y = scaleLinear([0, most], [top + barsHeight, top]).nice(4)
  const size = Math.max(1.5, barWidth(chart) - 1)
  return (
    <g>
      <ValueAxis values={y.ticks(4).filter(Number.isInteger)} place={y} label="calls" />
      {chart.buckets.flatMap(({ atMs, calls }) => {
        let below = 0
        return calls.map((count, i) => {
          const bottom = y(below)
          below += count
          return (
            count > 0 && (
              <rect
                key={`${atMs} ${i}`}
                class={`series-${i}`}
                x={x(atMs)}
                y={y(below)}
                width={size}
                height={bottom - y(below)}
              />
            )
          )
        })
      })}
    </g>
  )
}

/** The line of the fullest rate window, below the bars, with the limit. */
function WindowUse({ chart, limit }: Props) {
  const x = timeScale(chart)
  const bottom = top + barsHeight + gap + windowHeight
  const y = scaleLinear([0, limit], [bottom, bottom - windowHeight])
  const size = Math.max(1.5, barWidth(chart) - 1)
  return (
    <g>
      <ValueAxis values={[0, limit]} place={y} label="rate window" />
      <line class="limit" x1={left} x2={width - right} y1={y(limit)} y2={y(limit)} />
      {chart.buckets.map(({ atMs, windowUse }) => (
        <rect
          key={atMs}
          class={windowUse >= limit ? 'window-use full' : 'window-use'}
          x={x(atMs)}
          y={y(windowUse)}
          width={size}
          height={bottom - y(windowUse)}
        />
      ))}
    </g>
  )
}

function Waits({ chart }: { readonly chart: UsageSeries }) {
  const x = timeScale(chart)
  return (
    <g>
      {chart.waits.map(({ fromMs, toMs }) => (
        <rect
          key={fromMs}
          class="wait"
          x={x(fromMs)}
          y={top}
          width={Math.max(1.5, x(toMs) - x(fromMs))}
          height={height - top - 22}
        >
          <title>waiting after a 429: {formatDuration(toMs - fromMs)}</title>
        </rect>
      ))}
    </g>
  )
}

function ValueAxis(props: {
  readonly values: readonly number[]
  readonly place: (value: number) => number
  readonly label: string
}) {
  const { values, place, label } = props
  return (
    <g class="axis">
      {values.map((value) => (
        <g key={value}>
          <line x1={left} x2={width - right} y1={place(value)} y2={place(value)} />
          <text x={left - 8} y={place(value) + 4} text-anchor="end">
            {formatCount(value)}
          </text>
        </g>
      ))}
      <text x={left} y={place(values.at(-1) as number) - 7}>
        {label}
      </text>
    </g>
  )
}

function TimeAxis({ chart }: { readonly chart: UsageSeries }) {
  const x = timeScale(chart)
  const isLong = chart.toMs - chart.fromMs > 2 * msPerDay
  const format = (time: Date): string =>
    isLong ? formatTimestamp(+time).slice(5, 16) : formatTimestamp(+time).slice(11, 19)
  return (
    <g class="axis">
      {x.ticks(8).map((time) => (
        <text key={Number(time)} x={x(time)} y={height - 4} text-anchor="middle">
          {format(time)}
        </text>
      ))}
    </g>
  )
}

/** An invisible column over the chart, whose title has the numbers of a step. */
function BucketTitle(props: { readonly chart: UsageSeries; readonly bucket: UsageBucket }) {
  const { chart, bucket } = props
  const counts = bucket.calls.flatMap((count, i) =>
    count > 0 ? `${chart.operations[i]}: ${formatCount(count)}` : [],
  )
  return (
    <rect
      class="hover"
      x={timeScale(chart)(bucket.atMs)}
      y={top}
      width={barWidth(chart)}
      height={height - top - 22}
    >
      <title>
        {[formatTimestamp(bucket.atMs), ...counts, `rate window: ${bucket.windowUse}`].join('\n')}
      </title>
    </rect>
  )
}
