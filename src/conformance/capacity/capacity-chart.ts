/** Draws a capacity as an SVG chart: the duration by size, the window, and the runs. */
import { escapeMarkup } from '../report/markup.ts'
import type { CapacityData } from './capacity.ts'
import { axisTicks, sizeSteps, timeSteps } from './axis-ticks.ts'
import {
  formatLargest,
  formatRunTime,
  formatSize,
  formatTargetTime,
  formatWindow,
  summarize,
} from './capacity-text.ts'

const [width, height] = [720, 420]
const plot = { left: 90, right: 690, top: 84, bottom: 360 }

/** The colors of a light and of a dark page. */
const style = `svg{--paper:#fff;--ink:#222;--faint:#666;--grid:#e4e4e4;--line:#1a5fb4;--limit:#b3261e;--target:#1b7a4b}
@media(prefers-color-scheme:dark){svg{--paper:#16181b;--ink:#e9e7e2;--faint:#a5a299;--grid:#303338;--line:#7fb2f0;--limit:#ff9d94;--target:#6fd3a3}}
text{fill:var(--ink);stroke:var(--paper);stroke-width:4px;paint-order:stroke}.faint{fill:var(--faint)}.limit{fill:var(--limit)}.end{text-anchor:end}.mid{text-anchor:middle}
path{fill:none;stroke:var(--grid)}.dash{stroke:var(--limit);stroke-dasharray:6 4}.axis{stroke:var(--faint)}.more{stroke:var(--line);stroke-dasharray:6 4}
polyline{fill:none;stroke:var(--line);stroke-width:2}circle{fill:var(--line)}.target{fill:var(--target)}`

/** Both axes start at 0. The window is a dashed line, which ends at the largest size that fits. */
export function drawCapacity(data: CapacityData): string {
  const { sizes, target, durationMs, windowMs, isExtended } = data
  const largest = data.largest ?? 0
  const sizeEnd = Math.max(target, ...sizes.map(({ size }) => size))
  const timeEnd = Math.max(1, durationMs, windowMs, ...sizes.map((at) => at.durationMs)) * 1.08
  const x = (size: number): number =>
    Math.round(plot.left + (size / sizeEnd) * (plot.right - plot.left))
  const y = (ms: number): number =>
    Math.round(plot.bottom - (ms / timeEnd) * (plot.bottom - plot.top))
  const text = (left: number, top: number, content: string, name = ''): string =>
    `<text x="${left}" y="${top}" class="${name}">${escapeMarkup(content)}</text>`
  const path = (d: string, name = ''): string => `<path d="${d}" class="${name}"/>`
  const dot = (size: number, ms: number, name = ''): string =>
    `<circle cx="${x(size)}" cy="${y(ms)}" r="4" class="${name}"/>`
  const isLargestShown = largest > 0 && largest <= sizeEnd
  // Note: the curve rises, so that the place above and to the left of a point is free.
  const label = `${formatSize(target)}: ${formatRunTime(durationMs)}`
  const isLeft = x(target) - plot.left < label.length * 7
  // Note: on the other side, the curve crosses the line of the window.
  const isWindowLeft = largest > sizeEnd / 2
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" style="max-width:100%;height:auto" font-family="sans-serif" font-size="12">`,
    `<title>${escapeMarkup(summarize(data))}</title><style>${style}</style>`,
    `<rect width="${width}" height="${height}" fill="var(--paper)"/>`,
    `<g font-size="14">${text(16, 28, formatTargetTime(data))}</g>`,
    text(16, 48, formatLargest(data), 'faint'),
    ...axisTicks(sizeEnd, sizeSteps).flatMap((size) => [
      path(`M${x(size)} ${plot.top}V${plot.bottom}`),
      text(x(size), plot.bottom + 20, formatSize(size), 'faint mid'),
    ]),
    ...axisTicks(timeEnd, timeSteps).flatMap((ms) => [
      path(`M${plot.left} ${y(ms)}H${plot.right}`),
      text(plot.left - 8, y(ms) + 4, formatRunTime(ms), 'faint end'),
    ]),
    path(`M${plot.left} ${plot.top}V${plot.bottom}H${plot.right}`, 'axis'),
    text(plot.right, plot.bottom + 42, data.noun, 'faint end'),
    path(`M${plot.left} ${y(windowMs)}H${plot.right}`, 'dash'),
    text(
      isWindowLeft ? plot.left + 8 : plot.right,
      y(windowMs) - 6,
      `window of ${formatWindow(windowMs)}`,
      isWindowLeft ? 'limit' : 'limit end',
    ),
    ...(isLargestShown
      ? [
          path(`M${x(largest)} ${y(windowMs)}V${plot.bottom}`, 'dash'),
          text(x(largest) + 6, plot.bottom - 8, `${formatSize(largest)} fit`, 'limit'),
        ]
      : []),
    `<polyline points="${sizes.map((at) => `${x(at.size)},${y(at.durationMs)}`).join(' ')}"/>`,
    ...sizes
      .slice(-1)
      .filter(() => isExtended)
      .map((last) =>
        path(`M${x(last.size)} ${y(last.durationMs)}L${x(target)} ${y(durationMs)}`, 'more'),
      ),
    ...sizes.map((run) => dot(run.size, run.durationMs)),
    dot(target, durationMs, 'target'),
    isLeft
      ? text(plot.left + 8, y(durationMs) - 16, label)
      : text(x(target) - 10, y(durationMs) - 10, label, 'end'),
    '</svg>',
    '',
  ].join('\n')
}
