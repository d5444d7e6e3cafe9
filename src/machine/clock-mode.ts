/** Says whether a clock runs by itself or stands still until somebody moves it. */

/**
 * `virtual` stands still until it is advanced; `auto` stands still too, but jumps to what is due next
 * while somebody awaits an answer; `system` runs; `{ scale: 60 }` runs 60 times as fast.
 */
export type ClockMode = 'virtual' | 'auto' | 'system' | { readonly scale: number }

export const isRunning = (mode: ClockMode): mode is Exclude<ClockMode, 'virtual' | 'auto'> =>
  mode !== 'virtual' && mode !== 'auto'
