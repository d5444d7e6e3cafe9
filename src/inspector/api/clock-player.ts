/** Plays the clock: lets time pass by itself, so many times as fast as it really does, until told to stop. */
import { type ClockMode, scaleMax } from '../../machine/clock-mode.ts'
import { partsOf } from '../../emulator/emulator.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import { EmulatorError } from '../../machine/errors.ts'
import { quoted } from '../../machine/argument-checks.ts'

export interface Player {
  /** Emulated seconds in a second at the moment: 0 where the clock stands still. */
  readonly rate: number
  readonly playing: boolean
  /** What stopped it, if an error did. */
  readonly trouble: string | undefined
  /** @throws EmulatorError when the clock runs as fast by itself */
  play(rate: number): void
  stop(): void
}

const stepEveryMs = 100
/** After a longer halt, of a laptop or a debugger, time goes on from where it was. */
const stepMsMax = 1_000

export function createPlayer(emulator: Emulator): Player {
  const { clock, journal } = partsOf(emulator)
  const own = ownRate(clock.mode)
  let rate = own
  let from = 0
  let last = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let trouble: string | undefined

  function wait(): void {
    timer = setTimeout(() => void step(), stepEveryMs)
    timer.unref?.()
  }

  async function step(): Promise<void> {
    const nowMs = performance.now()
    const passedMs = Math.min(nowMs - last, stepMsMax)
    last = nowMs
    try {
      await clock.glide(Math.round(passedMs * (rate - own)))
    } catch (error) {
      trouble = (error as Error).message
      return stop()
    }
    if (timer) wait()
  }

  function stop(): void {
    if (!timer) return
    clearTimeout(timer)
    timer = undefined
    // Note: one entry for all of its steps, so that playing does not push everything out of the ring.
    if (clock.now() !== from) journal.add('clock', { from, to: clock.now(), rate })
    rate = own
  }

  return {
    get rate() {
      return rate
    },
    get playing() {
      return timer !== undefined
    },
    get trouble() {
      return trouble
    },
    play(wanted) {
      if (typeof wanted !== 'number' || !(wanted > own) || wanted > scaleMax) {
        throw badRate(wanted, own)
      }
      stop()
      trouble = undefined
      rate = wanted
      from = clock.now()
      last = performance.now()
      wait()
    },
    stop,
  }
}

function ownRate(mode: ClockMode): number {
  if (mode === 'system') return 1
  return typeof mode === 'string' ? 0 : mode.scale
}

function badRate(wanted: unknown, own: number): EmulatorError {
  return new EmulatorError('bad_rate', {
    could: `play the clock at ×${String(wanted)}`,
    because:
      typeof wanted !== 'number' || Number.isNaN(wanted)
        ? `${quoted(wanted)} is no number`
        : wanted > own
          ? 'that is too fast'
          : own === 0
            ? 'time runs forward'
            : `it runs at ×${own} by itself`,
    advice: `Give a number greater than ${own}. It may be ${scaleMax} at the most.`,
  })
}
