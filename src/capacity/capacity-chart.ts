/** Draws a capacity as an SVG chart: the duration by size, the window, and the runs. */
import { escapeMarkup } from '../machine/report/markup.ts'
import type { CapacityData } from './capacity.ts'
import { formatSize, formatRunTime, formatWindow, summarize } from './capacity-text.ts'

const [width, height] = [720, 400]
const plot = { left: 90, right: 690, top: 60, bottom: 340 }

/** Both axes start at 0. The window is a dashed line. */
export function drawCapacity(data: CapacityData): string {
  const { curve, sizes, target, durationMs, windowMs } = data
  const sizeEnd = Math.max(target, ...curve.map(({ size }) => size))
  const timeEnd =
    Math.max(1, durationMs, windowMs, ...curve.map((point) => point.durationMs)) * 1.05
  const x = (size: number): number =>
    Math.round(plot.left + (size / sizeEnd) * (plot.right - plot.left))
  const y = (ms: number): number =>
    Math.round(plot.bottom - (ms / timeEnd) * (plot.bottom - plot.top))
  const text = (at: string, content: string, rest = ''): string =>
    `<text ${at}${rest}>${escapeMarkup(content)}</text>`
  const dot = (size: number, ms: number, fill: string): string =>
    `<circle cx="${x(size)}" cy="${y(ms)}" r="4" fill="${fill}"/>`
  const line = curve.map(({ size, durationMs: ms }) => `${x(size)},${y(ms)}`).join(' ')
  const ticks = [0.25, 0.5, 0.75, 1].flatMap((part) => [
    text(
      `x="${x(sizeEnd * part)}" y="${plot.bottom + 20}"`,
      formatSize(Math.round(sizeEnd * part)),
      ' text-anchor="middle"',
    ),
    text(
      `x="${plot.left - 8}" y="${y((timeEnd / 1.05) * part) + 4}"`,
      formatRunTime(Math.round((timeEnd / 1.05) * part)),
      ' text-anchor="end"',
    ),
  ])
  const summary = summarize(data)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="sans-serif" font-size="12" fill="#333">`,
    `<title>${escapeMarkup(summary)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(`x="16" y="28" font-size="13"`, summary),
    `<path d="M${plot.left} ${plot.top}V${plot.bottom}H${plot.right}" fill="none" stroke="#999"/>`,
    ...ticks,
    text(`x="${plot.right}" y="${plot.bottom + 42}"`, data.noun, ' text-anchor="end"'),
    `<path d="M${plot.left} ${y(windowMs)}H${plot.right}" stroke="#b3261e" stroke-dasharray="6 4"/>`,
    text(
      `x="${plot.left + 8}" y="${y(windowMs) - 6}" fill="#b3261e"`,
      `window of ${formatWindow(windowMs)}`,
    ),
    `<polyline points="${line}" fill="none" stroke="#1a5fb4" stroke-width="2"/>`,
    ...sizes.map(({ size, durationMs: ms }) => dot(size, ms, '#1a5fb4')),
    dot(target, durationMs, '#26a269'),
    text(
      `x="${x(target)}" y="${y(durationMs) + 20}"`,
      `${formatSize(target)}: ${formatRunTime(durationMs)}`,
      ' text-anchor="end"',
    ),
    '</svg>',
    '',
  ].join('\n')
}
