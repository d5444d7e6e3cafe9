/** Reads and writes spans of time: `90s`, `1h30m`, `4m59s`; a plain number is milliseconds. */

const unitsMs = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 } as const

/** A span of the clock: milliseconds, or a sum of d, h, m, s and ms such as `1h30m`. */
export type Duration = number | string

/** The span in milliseconds, or undefined when the text is no sum of d, h, m, s and ms. */
export function parseDuration(duration: Duration): number | undefined {
  if (typeof duration === 'number') {
    return Number.isFinite(duration) && duration >= 0 ? Math.round(duration) : undefined
  }
  // Note: whoever has no compiler may say anything.
  if (typeof duration !== 'string') return undefined
  const text = duration.replaceAll(' ', '')
  if (!/^(\d+(\.\d+)?(ms|d|h|m|s))+$/.test(text)) return undefined
  let sum = 0
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|d|h|m|s)/g)) {
    sum += Number(amount) * unitsMs[unit as keyof typeof unitsMs]
  }
  return Math.round(sum)
}

/** The shortest sum of units: 299000 is `4m59s`. */
export function formatDuration(durationMs: number): string {
  if (durationMs === 0) return '0s'
  let rest = durationMs
  let text = ''
  for (const [unit, unitMs] of Object.entries(unitsMs)) {
    const amount = Math.floor(rest / unitMs)
    rest -= amount * unitMs
    if (amount > 0) text += `${amount}${unit}`
  }
  return text
}
