/** The clock bar: the time, buttons that advance the clock, and the pending tasks. */
import { useEffect, useState } from 'preact/hooks'
import type { PendingTasks } from '../engine/control/views/pending-tasks.ts'
import { callApi, instanceKey } from './api-client.ts'
import { ConfirmButton } from './components/confirm-button.tsx'
import { SelectField } from './components/select-field.tsx'
import { runAction } from './toast.ts'
import { replaceState } from './undo.ts'
import {
  isBusy,
  isPlaying,
  advanceClock,
  advanceToNextTask,
  baseRate,
  playRate,
  playRates,
  togglePlay,
} from './clock-controls.ts'
import { emulatorInfo, isConnected, clockStatus, clockStatusAt } from './live-feed.ts'
import { useRoute } from './use-loaded.ts'
import { isHelpShown } from './shortcuts.ts'
import { nextTheme, theme } from './theme.ts'
import { formatCount, formatTimestamp, formatDuration } from '../report/format.ts'
import { formatDate, formatTime } from './format.ts'

const steps = [
  ['5m', '+5 min'],
  ['1h', '+1 h'],
  ['1d', '+1 day'],
] as const

export function ClockBar() {
  const now = useNow()
  return (
    <header class="clock-bar">
      <div class="clock" role="timer" aria-label="The emulator's clock">
        <span class="date">{now > 0 ? formatDate(now) : ' '}</span>
        <time class="time">{now > 0 ? formatTime(now) : '--:--:--'}</time>
        <ClockModeTag />
      </div>
      <div class="moves" role="group" aria-label="Advance the clock">
        <button
          type="button"
          class="primary"
          disabled={isBusy.value}
          onClick={() => void advanceToNextTask()}
        >
          Next
        </button>
        {steps.map(([advance, label]) => (
          <button
            key={advance}
            type="button"
            disabled={isBusy.value}
            onClick={() => void advanceClock(advance)}
          >
            {label}
          </button>
        ))}
        <PlayControl />
      </div>
      <Pending now={now} />
      <span class="spacer" />
      <div class="corner">
        {instanceKey && <span class="tag severity-ok">{instanceKey}</span>}
        <span class={isConnected.value ? 'online' : 'offline'} role="status">
          {isConnected.value ? 'live' : 'not connected'}
        </span>
        <ConfirmButton
          label="reset"
          class="link"
          question="Reset the emulator to its start? Rows, clock and faults of this run can be brought back; its story is gone then."
          confirm="Reset"
          onConfirm={() => void reset()}
        />
        <button type="button" class="link" onClick={nextTheme}>
          theme: {theme.value === 'system' ? 'auto' : theme.value}
        </button>
        <button
          type="button"
          class="icon"
          aria-label="Keyboard shortcuts"
          onClick={() => (isHelpShown.value = true)}
        >
          ?
        </button>
      </div>
    </header>
  )
}

const reset = (): Promise<unknown> =>
  replaceState({
    noun: 'reset',
    run: () => callApi('POST', 'reset'),
    successText: 'The emulator is reset.',
  })

/** Returns the current time of the clock; it advances at the rate of the clock between two events. */
function useNow(): number {
  const { now, rate } = clockStatus.value
  const [, rerender] = useState(0)
  useEffect(() => {
    if (rate === 0) return
    const timer = setInterval(() => rerender((count) => count + 1), rate > 1 ? 50 : 250)
    return () => clearInterval(timer)
  }, [rate])
  return rate === 0 ? now : now + (performance.now() - clockStatusAt.value) * rate
}

function ClockModeTag() {
  const { rate } = clockStatus.value
  if (rate === 0) return <span class="tag">stopped</span>
  if (isPlaying()) return <span class="tag severity-ok">playing ×{formatCount(rate)}</span>
  return <span class="tag">{rate === 1 ? 'real time' : `×${formatCount(rate)}`}</span>
}

function PlayControl() {
  const playing = isPlaying()
  return (
    <span class="play">
      <button type="button" onClick={() => void togglePlay()}>
        {playing ? 'Stop' : 'Play'}
      </button>
      <SelectField
        label="Speed"
        options={playRates
          .filter((rate) => rate > baseRate())
          .map((rate) => [String(rate), `×${formatCount(rate)}`])}
        value={String(playRate.value)}
        onChange={(rate) => changeRate(Number(rate))}
      />
    </span>
  )
}

function changeRate(rate: number): void {
  playRate.value = rate
  if (isPlaying()) void runAction(() => callApi('POST', 'clock/play', { rate }))
}

const formatDueIn = (ms: number): string => (ms <= 0 ? 'due now' : `next in ${formatDuration(ms)}`)

function Pending({ now }: { readonly now: number }) {
  const { value } = useRoute<PendingTasks>('pending')
  const soonest = value?.soonest[0]
  if (!emulatorInfo.value || !value) return null
  if (!soonest) return <span class="pending quiet">no pending tasks</span>
  return (
    <details class="pending">
      <summary>
        <strong>{formatCount(value.count)}</strong> pending{' '}
        <span class="quiet">{formatDueIn(Date.parse(soonest.at) - now)}</span>
      </summary>
      <ol class="due" tabIndex={0} aria-label="Pending tasks">
        {value.soonest.map(({ at, kind }, i) => (
          <li key={i}>
            <span class="when">{formatTimestamp(at)}</span> {kind}
          </li>
        ))}
        {value.count > value.soonest.length && (
          <li class="quiet">and {formatCount(value.count - value.soonest.length)} more</li>
        )}
      </ol>
    </details>
  )
}
