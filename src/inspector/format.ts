/** Formats times and names for the page. */

const dateFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

export const formatDate = (ms: number): string => dateFormat.format(ms)

export const formatTime = (ms: number): string => new Date(ms).toISOString().slice(11, 19)

/** Turns `planned_courses` or `decidedBy` into words. */
export const humanize = (name: string): string =>
  name.replaceAll('_', ' ').replaceAll(/[a-z][A-Z]/g, ([a, b = '']) => `${a} ${b.toLowerCase()}`)
