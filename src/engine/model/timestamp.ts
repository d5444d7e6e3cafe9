/** Formats timestamps as the service does. */

let lastMs = Number.NaN
let lastText = ''

// Note: consecutive calls often have the same time, so the last text is cached.
/** Formats milliseconds since 1970 as `yyyy-MM-ddTHH:mm:ss.SSSZ`. */
export function formatIsoTimestamp(ms: number): string {
  if (ms !== lastMs) {
    lastMs = ms
    lastText = new Date(ms).toISOString()
  }
  return lastText
}
