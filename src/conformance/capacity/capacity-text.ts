/** Formats a capacity as text. */
import { formatThousands } from '../../engine/define/number-text.ts'
import { alignColumns } from '../../engine/kit/usage/aligned-columns.ts'
import type { CapacityData, SizeCost } from './capacity.ts'
import { sizeMax } from './capacity-options.ts'

const minuteMs = 60_000
const hourMs = 3_600_000

/** Formats a duration with its two largest units: `16 h 40 min`. */
export function formatRunTime(durationMs: number): string {
  if (durationMs < 1_000) return durationMs === 0 ? '0 s' : `${durationMs} ms`
  const seconds = Math.round(durationMs / 1_000)
  const units = [
    [Math.floor(seconds / 3_600), 'h'],
    [Math.floor((seconds % 3_600) / 60), 'min'],
    [seconds % 60, 's'],
  ] as const
  const from = units.findIndex(([amount]) => amount > 0)
  return joinUnits(units.slice(from, from + 2))
}

/** Formats a window exactly: `4 h`, `1 h 30 s`. */
export function formatWindow(windowMs: number): string {
  const units = [
    [Math.floor(windowMs / hourMs), 'h'],
    [Math.floor((windowMs % hourMs) / minuteMs), 'min'],
    [Math.floor((windowMs % minuteMs) / 1_000), 's'],
    [windowMs % 1_000, 'ms'],
  ] as const
  return joinUnits(units) || '0 s'
}

const joinUnits = (units: readonly (readonly [amount: number, unit: string])[]): string =>
  units
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${formatThousands(amount)} ${unit}`)
    .join(' ')

/** Formats a size, rounded down from a million on: `2.4 million`. */
export function formatSize(size: number): string {
  if (size < 1_000_000) return formatThousands(size)
  return `${Math.floor(size / 100_000) / 10} million`
}

/** The answer in one line. */
export const summarize = (data: CapacityData): string =>
  `${formatTargetTime(data)}; ${formatLargest(data)}`

/** The time that the target takes: `100,000 users take 10 min at per_page=100, 40 min at 25`. */
export function formatTargetTime({ target, noun, durationMs, pageSizes }: CapacityData): string {
  const [first, ...others] = pageSizes.map(({ perPage, durationMs: ms }, index) =>
    index === 0
      ? `${formatRunTime(ms)} at per_page=${perPage}`
      : `${formatRunTime(ms)} at ${perPage}`,
  )
  const times = first === undefined ? formatRunTime(durationMs) : [first, ...others].join(', ')
  return `${formatThousands(target)} ${noun} take ${times}`
}

/** The size that the window is enough for: `the window of 4 h is enough for 2.4 million`. */
export function formatLargest({ windowMs, largest }: CapacityData): string {
  const enough = largest === sizeMax ? `at least ${formatSize(largest)}` : formatSize(largest)
  return `the window of ${formatWindow(windowMs)} is enough for ${enough}`
}

/** How the cost at the target was found: `confirmed` by a full run, another result of a `full run`, or `predicted`. */
export function targetNote({ confirmed, calls, durationMs, predicted }: CapacityData): string {
  if (confirmed) return 'confirmed'
  const isPrediction = calls === predicted.calls && durationMs === predicted.durationMs
  return isPrediction ? 'predicted' : 'full run'
}

/** The answer, the tables and the advice. */
export function formatCapacity(capacity: CapacityData): string {
  const { sizes, target, calls, durationMs, predicted, confirmed } = capacity
  const { perOperation, warnings, advice } = capacity
  const rowOf = ({ size, ...cost }: SizeCost, note: string): string[] => [
    formatThousands(size),
    formatThousands(cost.calls),
    formatRunTime(cost.durationMs),
    note,
  ]
  const note = targetNote(capacity)
  const isRun = note !== 'predicted'
  const predictedRow = rowOf({ size: target, ...predicted }, 'predicted')
  const full = rowOf({ size: target, calls, durationMs }, note)
  return [
    `${summarize(capacity)}.`,
    '',
    ...formatRows([
      [capacity.noun, 'calls', 'time', ''],
      ...sizes.map((size) => rowOf(size, 'run')),
      predictedRow,
      ...(isRun ? [full] : []),
    ]),
    ...(isRun && !confirmed
      ? ['', 'The full run differs from the prediction. Other sizes may differ as well.']
      : []),
    '',
    ...formatRows([
      ['operation', 'calls', 'formula'],
      ...perOperation.map((each) => [each.operation, formatThousands(each.calls), each.formula]),
    ]),
    ...(warnings.length > 0 ? ['', ...warnings.map((text) => `Warning: ${text}`)] : []),
    ...(advice.length > 0 ? ['', 'Advice:'] : []),
    ...advice.flatMap(({ text, callSites }) => [
      `- ${text}`,
      ...callSites.map((at) => `  at ${at}`),
    ]),
  ].join('\n')
}

/** Aligns the columns. Columns of numbers and times are aligned to the right. */
const formatRows = (rows: readonly (readonly string[])[]): string[] =>
  alignColumns(rows, (column) => /^[\d,.]+( |$)/.test(rows.at(-1)?.[column] ?? ''))
