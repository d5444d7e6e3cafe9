/** Moments as the service writes them. */

let lastMs = Number.NaN
let lastText = ''

/** A moment as the service writes it; most calls in a row come at the same one. */
export function formatIsoTimestamp(ms: number): string {
  if (ms !== lastMs) {
    lastMs = ms
    lastText = new Date(ms).toISOString()
  }
  return lastText
}
