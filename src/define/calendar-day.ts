/** Calendar days in the format of the API, `yyyy-MM-dd`. */

// Note: `Date.parse` alone accepts 30 February and returns 2 March.
/** Returns whether a text is a valid calendar day. */
export function isCalendarDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00.000Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}
