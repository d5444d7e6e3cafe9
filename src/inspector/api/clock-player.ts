/** Plays the clock: lets time pass by itself, so many times as fast as it really does, until told to stop. */
import { clockKind } from '../../define/journal/kinds/clock.ts'
import { type ClockMode, scaleMax } from '../../machine/clock-mode.ts'
import { contextOf } from '../../emulator/emulator.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import { EmulatorError } from '../../machine/errors.ts'
import { quoteValue } from '../../machine/argument-checks.ts'

export interface ClockPlayer {
  /** Emulated seconds in a second at the moment: 0 where the clock stands still. */
  readonly rate: number
  readonly playing: boolean
  /** What stopped it, if an error did. */
  readonly error: string | undefined
  /** @throws EmulatorError when the clock runs as fast by itself */
  play(rate: number): void
  stop(): void
}

const stepEveryMs = 100
/** After a longer halt, of a laptop or a debugger, time goes on from where it was. */
const stepMsMax = 1_000

export function createClockPlayer(emulator: Emulator): ClockPlayer {
  const { clock, journal } = contextOf(emulator)
  const baseRate = baseRateOf(clock.mode)
  let rate = baseRate
  let startedAtMs = 0
  let lastStepMs = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastError: string | undefined

  function scheduleStep(): void {
    timer = setTimeout(() => void step(), stepEveryMs)
    timer.unref?.()
  }

  async function step(): Promise<void> {
    const nowMs = performance.now()
    const passedMs = Math.min(nowMs - lastStepMs, stepMsMax)
    lastStepMs = nowMs
    try {
      await clock.advanceQuietly(Math.round(passedMs * (rate - baseRate)))
    } catch (error) {
      lastError = (error as Error).message
      return stop()
    }
    if (timer) scheduleStep()
  }

  function stop(): void {
    if (!timer) return
    clearTimeout(timer)
    timer = undefined
    // Note: one entry for all of its steps, so that playing does not push everything out of the ring.
    if (clock.now() !== startedAtMs)
      journal.add(clockKind, { from: startedAtMs, to: clock.now(), rate })
    rate = baseRate
  }

  return {
    get rate() {
      return rate
    },
    get playing() {
      return timer !== undefined
    },
    get error() {
      return lastError
    },
    play(requestedRate) {
      if (
        typeof requestedRate !== 'number' ||
        !(requestedRate > baseRate) ||
        requestedRate > scaleMax
      ) {
        throw invalidRate(requestedRate, baseRate)
      }
      stop()
      lastError = undefined
      rate = requestedRate
      startedAtMs = clock.now()
      lastStepMs = performance.now()
      scheduleStep()
    },
    stop,
  }
}

function baseRateOf(mode: ClockMode): number {
  if (mode === 'system') return 1
  return typeof mode === 'string' ? 0 : mode.scale
}

function invalidRate(requestedRate: unknown, baseRate: number): EmulatorError {
  return new EmulatorError('bad_rate', {
    action: `play the clock at ×${String(requestedRate)}`,
    reason:
      typeof requestedRate !== 'number' || Number.isNaN(requestedRate)
        ? `${quoteValue(requestedRate)} is no number`
        : requestedRate > baseRate
          ? 'that is too fast'
          : baseRate === 0
            ? 'time runs forward'
            : `it runs at ×${baseRate} by itself`,
    advice: `Give a number greater than ${baseRate}. It may be ${scaleMax} at the most.`,
  })
}
