/** Actions on the clock. */
import { signal } from '@preact/signals'
import type { ClockAdvance } from '../engine/emulator/methods/clock.ts'
import { callApi } from './api-client.ts'
import { runAction, showToast } from './toast.ts'
import { clockStatus, emulatorInfo } from './live-feed.ts'
import { pluralize } from '../report/format.ts'

export const isBusy = signal(false)
export const playRates = [1, 10, 60, 600, 3_600, 86_400] as const
export const playRate = signal(60)

async function runAdvance(action: () => Promise<ClockAdvance>): Promise<void> {
  if (isBusy.value) return
  isBusy.value = true
  const result = await runAction(action)
  isBusy.value = false
  if (result)
    showToast(result.ran === 0 ? 'No task was due.' : `${pluralize(result.ran, 'task')} ran.`)
}

export const advanceClock = (advance: string): Promise<void> =>
  runAdvance(() => callApi('POST', 'clock', { advance }))

export const advanceToNextTask = (): Promise<void> =>
  runAdvance(() => callApi('POST', 'clock', { advance: 'next' }))

/** Returns the rate of the clock without playback. */
export function baseRate(): number {
  const mode = emulatorInfo.value?.mode ?? 'virtual'
  if (typeof mode === 'object') return mode.scale
  return mode === 'system' ? 1 : 0
}

export const isPlaying = (): boolean => clockStatus.value.rate !== baseRate()

export async function togglePlay(): Promise<void> {
  await runAction(() =>
    isPlaying()
      ? callApi('POST', 'clock/stop')
      : callApi('POST', 'clock/play', { rate: playRate.value }),
  )
}
