/** Formats timestamps, durations, counts and values for the page. */

import type { EntrySummary } from '../engine/control/views/entry-summary.ts'

export const msPerDay = 86_400_000

export const formatDate = (ms: number): string =>
  new Date(ms).toLocaleDateString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })

export const formatTime = (ms: number): string => new Date(ms).toISOString().slice(11, 19)

export const formatTimestamp = (ms: number | string): string =>
  new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

const units = [
  ['d', msPerDay],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const

/** The two largest units of a duration: `2 d 4 h`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return ms <= 0 ? 'now' : `${Math.round(ms)} ms`
  const parts: string[] = []
  let rest = ms
  for (const [unit, size] of units) {
    const amount = Math.floor(rest / size)
    rest -= amount * size
    if (amount > 0) parts.push(`${amount} ${unit}`)
    else if (parts.length > 0) break
    if (parts.length === 2) break
  }
  return parts.join(' ')
}

const numberFormat = new Intl.NumberFormat('en-US')
export const formatCount = (count: number): string => numberFormat.format(count)

export const pluralize = (count: number, singular: string, pluralForm = `${singular}s`): string =>
  `${formatCount(count)} ${count === 1 ? singular : pluralForm}`

/** Turns `planned_courses` or `decidedBy` into words. */
export const humanize = (name: string): string =>
  name.replaceAll('_', ' ').replaceAll(/[a-z][A-Z]/g, ([a, b = '']) => `${a} ${b.toLowerCase()}`)

export function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '—'
  if (typeof value === 'string') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Indents JSON; returns other texts unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** What led to an entry: `caused by #7`, or `caused by test “syncs users”`; undefined if it is unknown. */
export function formatCause({ cause, test }: EntrySummary): string | undefined {
  if (cause !== undefined) return `caused by #${cause}`
  return test === undefined ? undefined : `caused by test “${test}”`
}
