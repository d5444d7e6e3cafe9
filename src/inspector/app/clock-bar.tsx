/** The clock, always in sight: what time it is, what is due, and how time goes on. */
import { useEffect, useState } from 'preact/hooks'
import { call, doing, get, world } from './api-client.ts'
import {
  busy,
  isPlaying,
  moveClock,
  nextDue,
  ownRate,
  playRate,
  playRates,
  togglePlay,
} from './clock-controls.ts'
import { about, connected, pulse, pulsedAt, tick } from './live-feed.ts'
import { useLoaded } from './use-loaded.ts'
import { helpShown } from './shortcuts.ts'
import { nextTheme, theme } from './theme.ts'
import { formatCount, formatDate, formatMoment, formatSpan, formatTime } from './format.ts'

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
        <Mode />
      </div>
      <div class="moves" role="group" aria-label="Let time pass">
        <button type="button" class="primary" disabled={busy.value} onClick={() => void nextDue()}>
          Next
        </button>
        {steps.map(([advance, label]) => (
          <button
            key={advance}
            type="button"
            disabled={busy.value}
            onClick={() => void moveClock(advance)}
          >
            {label}
          </button>
        ))}
        <Play />
      </div>
      <Pending now={now} />
      <span class="spring" />
      <div class="corner">
        {world && <span class="tag tone-ok">{world}</span>}
        <span class={connected.value ? 'online' : 'offline'} role="status">
          {connected.value ? 'live' : 'not connected'}
        </span>
        <button type="button" class="link" onClick={() => void reset()}>
          reset
        </button>
        <button type="button" class="link" onClick={nextTheme}>
          theme: {theme.value === 'system' ? 'auto' : theme.value}
        </button>
        <button
          type="button"
          class="icon"
          aria-label="Keyboard shortcuts"
          onClick={() => (helpShown.value = true)}
        >
          ?
        </button>
      </div>
    </header>
  )
}

const reset = (): Promise<unknown> =>
  doing(() => call('POST', 'reset'), 'Everything is as it was at the start.')

/** Goes on between two pulses, as fast as the clock does. */
function useNow(): number {
  const { now, rate } = pulse.value
  const [, again] = useState(0)
  useEffect(() => {
    if (rate === 0) return
    const timer = setInterval(() => again((count) => count + 1), rate > 1 ? 50 : 250)
    return () => clearInterval(timer)
  }, [rate])
  return rate === 0 ? now : now + (performance.now() - pulsedAt.value) * rate
}

function Mode() {
  const { rate } = pulse.value
  if (rate === 0) return <span class="tag">stands still</span>
  if (isPlaying()) return <span class="tag tone-ok">playing ×{formatCount(rate)}</span>
  return <span class="tag">{rate === 1 ? 'real time' : `×${formatCount(rate)}`}</span>
}

function Play() {
  const playing = isPlaying()
  return (
    <span class="play">
      <button type="button" onClick={() => void togglePlay()}>
        {playing ? 'Stop' : 'Play'}
      </button>
      <select
        aria-label="Speed"
        value={playRate.value}
        onChange={(event) => changeRate(Number(event.currentTarget.value))}
      >
        {playRates
          .filter((rate) => rate > ownRate())
          .map((rate) => (
            <option key={rate} value={rate}>
              ×{formatCount(rate)}
            </option>
          ))}
      </select>
    </span>
  )
}

function changeRate(rate: number): void {
  playRate.value = rate
  if (isPlaying()) void doing(() => call('POST', 'clock/play', { rate }))
}

interface Due {
  readonly count: number
  readonly soonest: readonly { readonly at: string; readonly kind: string }[]
}

const dueIn = (ms: number): string => (ms <= 0 ? 'due now' : `next in ${formatSpan(ms)}`)

function Pending({ now }: { readonly now: number }) {
  const { value } = useLoaded('pending', () => get<Due>('pending'), tick.value)
  const soonest = value?.soonest[0]
  if (!about.value || !value) return null
  if (!soonest) return <span class="pending quiet">nothing is due</span>
  return (
    <details class="pending">
      <summary>
        <strong>{formatCount(value.count)}</strong> pending{' '}
        <span class="quiet">{dueIn(Date.parse(soonest.at) - now)}</span>
      </summary>
      <ol class="due" tabIndex={0} aria-label="What is due">
        {value.soonest.map(({ at, kind }, i) => (
          <li key={i}>
            <span class="when">{formatMoment(at)}</span> {kind}
          </li>
        ))}
        {value.count > value.soonest.length && (
          <li class="quiet">and {formatCount(value.count - value.soonest.length)} more</li>
        )}
      </ol>
    </details>
  )
}
