/** What a person does to the clock. */
import { signal } from '@preact/signals'
import { call, doing, say } from './api-client.ts'
import { about, pulse } from './live-feed.ts'
import { plural } from './format.ts'

export const busy = signal(false)
export const playRates = [1, 10, 60, 600, 3_600, 86_400] as const
export const playRate = signal(60)

interface Moved {
  readonly ran: number
}

async function moving(work: () => Promise<Moved>): Promise<void> {
  if (busy.value) return
  busy.value = true
  const moved = await doing(work)
  busy.value = false
  if (moved) say(moved.ran === 0 ? 'Nothing was due.' : `${plural(moved.ran, 'task')} ran.`)
}

export const moveClock = (advance: string): Promise<void> =>
  moving(() => call('POST', 'clock', { advance }))

export const nextDue = (): Promise<void> => moving(() => call('POST', 'clock/next'))

/** The rate at which the clock runs by itself. */
export function ownRate(): number {
  const mode = about.value?.mode ?? 'virtual'
  return mode === 'virtual' ? 0 : mode === 'system' ? 1 : mode.scale
}

export const isPlaying = (): boolean => pulse.value.rate !== ownRate()

export async function togglePlay(): Promise<void> {
  await doing(() =>
    isPlaying() ? call('POST', 'clock/stop') : call('POST', 'clock/play', { rate: playRate.value }),
  )
}
