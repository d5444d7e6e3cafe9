/** Times of copied rows: each block has its own minutes, so that rows of two blocks differ in time. */

const windowMs = 900_000

/** Coprime to the number of seconds of a window, so that 900 blocks have different offsets. */
const offsetStep = 487

/**
 * Moves a timestamp within its quarter of an hour. The order of the timestamps of a block, their days in
 * every time zone and their order to full hours stay the same.
 */
export function moveWithinQuarter(timestamp: string, block: number): string {
  const minutes = Number(timestamp.slice(14, 16))
  const sinceMs = (minutes % 15) * 60_000 + Number(timestamp.slice(17, 23)) * 1_000
  const offsetMs = ((block * offsetStep) % 900) * 1_000
  const movedMs = offsetMs + Math.floor((sinceMs * (windowMs - offsetMs)) / windowMs)
  const minute = minutes - (minutes % 15) + Math.floor(movedMs / 60_000)
  const second = ((movedMs % 60_000) / 1_000).toFixed(3)
  return `${timestamp.slice(0, 14)}${pad(minute)}:${second.padStart(6, '0')}Z`
}

const pad = (minute: number): string => (minute < 10 ? `0${minute}` : `${minute}`)

/** Returns the start of the quarter of an hour of a time. Later timestamps of a world do not move. */
export const startOfQuarter = (ms: number): string =>
  new Date(Math.floor(ms / windowMs) * windowMs).toISOString()
