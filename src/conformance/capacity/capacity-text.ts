/** Formats a capacity as text. */
import { formatThousands } from '../../engine/define/number-text.ts'
import { alignColumns } from '../../engine/kit/usage/aligned-columns.ts'
import type { CapacityData } from './capacity.ts'

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

/** The answer in one line, with what makes it doubtful. */
export const summarize = (data: CapacityData): string =>
  [formatAnswer(data), ...data.warnings.map((text) => `warning: ${text.replace(/\.$/, '')}`)].join(
    '; ',
  )

const formatAnswer = (data: CapacityData): string =>
  `${formatTargetTime(data)}; ${formatLargest(data)}`

/** The time that the target takes: `100,000 users take 10 min`. */
export function formatTargetTime({ target, noun, durationMs, isExtended }: CapacityData): string {
  const about = isExtended ? 'about ' : ''
  return `${formatThousands(target)} ${noun} take ${about}${formatRunTime(durationMs)}`
}

/** The size that the window is enough for: `the window of 4 h is enough for about 2.4 million`. */
export function formatLargest(data: CapacityData): string {
  const { windowMs, largest, largestBasis, fits, noun } = data
  const window = `the window of ${formatWindow(windowMs)}`
  if (largest === null) return `${window} is ${fits ? 'enough' : 'too short'}`
  if (largest === 0) return `${window} is too short for any number of ${noun}`
  const prefix = { run: '', line: 'about ', limit: 'at least ' }[largestBasis ?? 'run']
  return `${window} is enough for ${prefix}${formatSize(largest)}`
}

/** The answer, the tables, the warnings and the advice. */
export function formatCapacity(capacity: CapacityData): string {
  const { warnings, advice } = capacity
  return [
    `${formatAnswer(capacity)}.`,
    '',
    ...formatRuns(capacity),
    '',
    ...formatOperations(capacity),
    ...(warnings.length > 0 ? ['', ...warnings.map((text) => `Warning: ${text}`)] : []),
    ...(advice.length > 0 ? ['', 'Advice:'] : []),
    ...advice.flatMap(({ text, callSites }) => [
      `- ${text}`,
      ...callSites.map((at) => `  at ${at}`),
    ]),
  ].join('\n')
}

/** A row for each size, with its calls, its waits and its duration, and what no run shows. */
function formatRuns({ target, noun, sizes, isExtended, largestBasis, ...cost }: CapacityData) {
  const extended = isExtended ? [{ ...cost, size: target }] : []
  const rows = [...sizes, ...extended].map(({ size, calls, refused, waitedMs, durationMs }) => [
    formatThousands(size),
    formatThousands(calls),
    formatThousands(refused),
    formatRunTime(waitedMs),
    formatRunTime(durationMs),
    size === target ? (isExtended ? 'extended' : 'target') : '',
  ])
  const line = sizes.slice(-2).map(({ size }) => formatThousands(size))
  const larger = isExtended || largestBasis === 'line'
  return [
    ...formatRows([[noun, 'calls', 'refused', 'waited', 'time', ''], ...rows]),
    ...(larger
      ? [
          '',
          `Sizes above ${line[1]} were not run: they extend the line through ${line.join(' and ')}.`,
        ]
      : []),
  ]
}

/** The accepted calls of each operation at the target, and for each record. */
const formatOperations = ({ perOperation, target }: CapacityData): string[] =>
  formatRows([
    ['operation', 'calls', 'for each record'],
    ...perOperation.map(({ operation, calls }) => [
      operation,
      formatThousands(calls),
      String(Number((calls / target).toPrecision(2))),
    ]),
  ])

/** Aligns the columns. Columns of numbers and times are aligned to the right. */
const formatRows = (rows: readonly (readonly string[])[]): string[] =>
  alignColumns(rows, (column) => /^[\d,.]+( |$)/.test(rows.at(-1)?.[column] ?? ''))
