/** Formats times, durations and values for people. */

const units = [
  ['d', 86_400_000],
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

/** `09:05:00`, with milliseconds if they are not zero. */
export const formatTimeOfDay = (iso: string): string =>
  iso.slice(11, iso.endsWith('.000Z') ? 19 : 23)

/** `2026-01-05 09:05:00` */
export const formatTimestamp = (time: number | string): string =>
  new Date(time).toISOString().slice(0, 19).replace('T', ' ')

const numberFormat = new Intl.NumberFormat('en-US')
export const formatCount = (count: number): string => numberFormat.format(count)

export const pluralize = (count: number, singular: string, pluralForm = `${singular}s`): string =>
  `${formatCount(count)} ${count === 1 ? singular : pluralForm}`

/** An empty text is shown as `''`, so that it is no missing value. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '—'
  if (typeof value === 'string') return value === '' ? "''" : value
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

/** A sentence with its first letter in upper case, unless it starts with a name, such as `user.merged`. */
export const toSentence = (text: string): string =>
  /^[a-z]+([ :;,]|$)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
