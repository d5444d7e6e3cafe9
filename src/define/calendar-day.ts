/** Calendar days as they are sent, `yyyy-MM-dd`. */

/** Whether the calendar has the day: 30 February is read as 2 March elsewhere. */
export function isCalendarDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00.000Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}
