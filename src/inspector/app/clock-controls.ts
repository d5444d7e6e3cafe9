/** What a person does to the clock. */
import { signal } from '@preact/signals'
import { callApi, runAction, showToast } from './api-client.ts'
import { emulatorInfo, pulse } from './live-feed.ts'
import { pluralize } from './format.ts'

export const isBusy = signal(false)
export const playRates = [1, 10, 60, 600, 3_600, 86_400] as const
export const playRate = signal(60)

interface ClockMove {
  readonly ran: number
}

async function runAdvance(action: () => Promise<ClockMove>): Promise<void> {
  if (isBusy.value) return
  isBusy.value = true
  const result = await runAction(action)
  isBusy.value = false
  if (result)
    showToast(result.ran === 0 ? 'Nothing was due.' : `${pluralize(result.ran, 'task')} ran.`)
}

export const advanceClock = (advance: string): Promise<void> =>
  runAdvance(() => callApi('POST', 'clock', { advance }))

export const advanceToNextTask = (): Promise<void> =>
  runAdvance(() => callApi('POST', 'clock/next'))

/** The rate at which the clock runs by itself. */
export function baseRate(): number {
  const mode = emulatorInfo.value?.mode ?? 'virtual'
  return mode === 'virtual' ? 0 : mode === 'system' ? 1 : mode.scale
}

export const isPlaying = (): boolean => pulse.value.rate !== baseRate()

export async function togglePlay(): Promise<void> {
  await runAction(() =>
    isPlaying()
      ? callApi('POST', 'clock/stop')
      : callApi('POST', 'clock/play', { rate: playRate.value }),
  )
}
