/** Draws charts as SVG. All charts of pages, reports and the inspector are drawn here. */
import { formatCount } from '../format.ts'
import { colorsCss } from '../colors.ts'
import { html, Html } from '../html.ts'
import { axisTicks, sizeSteps, timeSteps } from './axis-ticks.ts'
import type { Chart, ChartAxis, ChartBand, ChartPanel, ChartSeries } from './chart.ts'

const width = 960
const left = 84
const right = 14
const gap = 34
const titleHeight = 20
const axisHeight = 34
const barHeightMin = 2

type Scale = (value: number) => number

const scaleOf =
  ([from, to]: readonly [number, number], [start, end]: readonly [number, number]): Scale =>
  (value) =>
    Math.round((start + ((value - from) / (to - from || 1)) * (end - start)) * 10) / 10

/** The chart as a file. */
export function chartDocument(chart: Chart): string {
  const background = 'svg{background:var(--paper);max-width:100%;height:auto}'
  const style = html`<style>
    ${new Html(colorsCss.replaceAll(':root', 'svg') + chartCss + background)}
  </style>`
  return `${chartSvg(chart, style).text}\n`
}

export function chartSvg(
  { summary, title = [], axis, panels, bands = [] }: Chart,
  style?: Html,
): Html {
  const x = scaleOf([axis.from, axis.to], [left, width - right])
  let top = title.length * titleHeight + 8
  const drawn = panels.map((panel) => {
    const start = top + gap - 10
    top = start + panel.height
    return drawPanel(panel, x, start)
  })
  const height = top + axisHeight
  const firstTop = title.length * titleHeight + gap - 2
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    class="chart"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label="${summary}"
  >
    <title>${summary}</title>
    ${style}
    ${title.map((line, i) => html`<text class="${i === 0 ? 'title' : 'faint'}" x="4" y="${(i + 1) * titleHeight - 4}">${line}</text>`)}
    ${bands.map((band) => drawBand(band, x, firstTop, top))} ${drawn} ${drawAxis(axis, x, top)}
  </svg>`
}

const drawBand = ({ from, to, label }: ChartBand, x: Scale, top: number, bottom: number): Html =>
  html`<rect
    class="band"
    x="${x(from)}"
    y="${top}"
    width="${Math.max(1.5, x(to) - x(from))}"
    height="${bottom - top}"
    ><title>${label}</title></rect
  >`

function drawPanel(panel: ChartPanel, x: Scale, top: number): Html {
  const { label, height, series, limit, notes = [], isTime, format = formatCount } = panel
  const bottom = top + height
  const end = Math.max(1, limit?.value ?? 0, ...stackTops(series)) * 1.04
  const y = scaleOf([0, end], [bottom, top])
  const ticks = axisTicks(end, isTime ? timeSteps : sizeSteps)
  const grid = [0, ...ticks].map(
    (value) =>
      html`<line
          class="grid"
          x1="${left}"
          x2="${width - right}"
          y1="${y(value)}"
          y2="${y(value)}"
        /><text class="faint end" x="${left - 8}" y="${y(value) + 4}">${format(value)}</text>`,
  )
  return html`<g
    >${grid}<text class="faint" x="${left}" y="${top - 8}">${label}</text
    >${drawSeries(series, x, y, bottom)}${limit && drawLimit(limit, x, y, bottom)}${notes.map(
      ({ at, value, text }) => {
        // Note: the curve rises, so that the place above and to the left of a point is free.
        const isLeft = x(at) - left < text.length * 7
        return html`<text
          class="${isLeft ? 'note' : 'note end'}"
          x="${isLeft ? left + 8 : x(at) - 10}"
          y="${y(value) - 10}"
          >${text}</text
        >`
      },
    )}</g
  >`
}

/** The sums of the bars at each place, and the other values. */
function stackTops(series: readonly ChartSeries[]): number[] {
  const sums = new Map<number, number>()
  for (const { kind, values } of series) {
    for (const [at, value] of values) {
      sums.set(
        at,
        kind === 'bars' ? (sums.get(at) ?? 0) + value : Math.max(sums.get(at) ?? 0, value),
      )
    }
  }
  return [...sums.values()]
}

function drawSeries(series: readonly ChartSeries[], x: Scale, y: Scale, bottom: number): Html[] {
  const below = new Map<number, number>()
  return series.map(({ name, kind, color, values, isDashed, width: barWidth = 0 }) => {
    if (kind === 'line') {
      const points = values.map(([at, value]) => `${x(at)},${y(value)}`).join(' ')
      return html`<polyline class="line series-${color}${isDashed && ' dashed'}" points="${points}"
        ><title>${name}</title></polyline
      >`
    }
    if (kind === 'points') {
      return html`${values.map(([at, value]) => html`<circle class="series-${color}" cx="${x(at)}" cy="${y(value)}" r="4"><title>${name}: ${value}</title></circle>`)}`
    }
    return html`${values.map(([at, value]) => {
      const base = below.get(at) ?? 0
      below.set(at, base + value)
      const size = Math.max(1.5, x(at + barWidth) - x(at) - 1)
      const start = base === 0 ? bottom : y(base)
      // Note: a small value of a bar is visible too.
      const barHeight = value > 0 ? Math.max(barHeightMin, start - y(base + value)) : 0
      return html`<rect
        class="series-${color}"
        x="${x(at)}"
        y="${start - barHeight}"
        width="${size}"
        height="${barHeight}"
        ><title>${name}: ${formatCount(value)}</title></rect
      >`
    })}`
  })
}

function drawLimit(
  { value, label, reachedAt }: NonNullable<ChartPanel['limit']>,
  x: Scale,
  y: Scale,
  bottom: number,
): Html {
  const at = reachedAt && x(reachedAt.at)
  const isLeft = at !== undefined && at > (left + width) / 2
  const mark =
    reachedAt && at !== undefined
      ? html`<path class="limit" d="M${at} ${y(value)}V${bottom}" /><text
            class="limit"
            x="${at + 6}"
            y="${bottom - 8}"
            >${reachedAt.label}</text
          >`
      : undefined
  return html`<path class="limit" d="M${left} ${y(value)}H${width - right}" /><text
      class="limit${isLeft ? '' : ' end'}"
      x="${isLeft ? left + 8 : width - right}"
      y="${y(value) - 6}"
      >${label}</text
    >${mark}`
}

function drawAxis({ from, to, kind, label, format }: ChartAxis, x: Scale, top: number): Html {
  const span = to - from
  const start = kind === 'time' ? from - (from % stepOf(span)) : 0
  const ticks =
    kind === 'time'
      ? axisTicks(to - start, timeSteps).map((each) => start + each)
      : [0, ...axisTicks(to, sizeSteps)]
  const text = format ?? (kind === 'time' ? timeText(span) : formatCount)
  return html`<g
    >${ticks
      .filter((each) => each >= from && each <= to)
      .map(
        (each) => html`<text class="faint mid" x="${x(each)}" y="${top + 16}">${text(each)}</text>`,
      )}${label !== undefined && html`<text class="faint end" x="${width - right}" y="${top + 30}">${label}</text>`}</g
  >`
}

/** The distance of the ticks of a time. */
const stepOf = (span: number): number => axisTicks(span, timeSteps)[0] ?? span

const twoDays = 172_800_000

/** The time of the day, or the day and the time for a long span. */
const timeText =
  (span: number) =>
  (ms: number): string => {
    const iso = new Date(ms).toISOString()
    return span > twoDays ? iso.slice(5, 16).replace('T', ' ') : iso.slice(11, 19)
  }

export const chartCss = `
.chart{display:block;width:100%;min-width:640px;font:12px ui-sans-serif,system-ui,sans-serif}
.chart text{fill:var(--ink)}.chart .title{font-size:15px;font-weight:600}.chart .faint{fill:var(--faint)}.chart .end{text-anchor:end}.chart .mid{text-anchor:middle}
.chart .note{font-weight:600;stroke:var(--paper);stroke-width:4px;paint-order:stroke}
.chart .grid{stroke:var(--line)}.chart path.limit{fill:none;stroke:var(--severity-failed);stroke-dasharray:5 4}.chart text.limit{fill:var(--text-failed);stroke:var(--paper);stroke-width:3px;paint-order:stroke}
.chart .band{fill:var(--soft-refused)}.chart .line{fill:none!important;stroke-width:2}.chart .dashed{stroke-dasharray:6 4}
.series-0{fill:var(--series-0);stroke:none;background:var(--series-0)}.series-1{fill:var(--series-1);background:var(--series-1)}.series-2{fill:var(--series-2);background:var(--series-2)}.series-3{fill:var(--series-3);background:var(--series-3)}.series-4{fill:var(--series-4);background:var(--series-4)}
.chart .line.series-0{stroke:var(--series-0)}.chart .line.series-1{stroke:var(--series-1)}
`
