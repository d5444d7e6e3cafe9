/** The bridge from real time to a running clock; the only place where the machine lets time pass. */
import { type ClockMode, isRunning } from './clock-mode.ts'

export interface RealTimeWakeup {
  /** Emulated milliseconds since 1970, but for a constant; always 0 on a clock that stands still. */
  elapsedMs(): number
  /** Calls back after that much emulated time; forgets an earlier wish. */
  schedule(durationMs: number, wake: () => void): void
  cancel(): void
}

// Note: taken when the module loads, so that fake timers installed later do not stop the emulator.
const { setTimeout: realTimeout, clearTimeout: clearRealTimeout } = globalThis
const realNow = Date.now

/** What time it really is; where a running clock starts. */
export const realNowMs = (): number => realNow()

/** What the process takes for the time, be it real or faked. */
export const hostNowMs = (): number => Date.now()

/** What a stopwatch shows; its zero is anywhere. */
export const monotonicNowMs = globalThis.performance.now.bind(globalThis.performance)

/** A signal that aborts when so much real time has passed. */
export const realTimeoutSignal = globalThis.AbortSignal.timeout.bind(globalThis.AbortSignal)

/** Longer waits overflow a timer; the clock is woken early and asks again. */
const timerDelayMsMax = 2 ** 31 - 1

export function createRealTimeWakeup(mode: ClockMode): RealTimeWakeup {
  if (!isRunning(mode)) {
    return { elapsedMs: () => 0, schedule: () => undefined, cancel: () => undefined }
  }
  const scale = mode === 'system' ? 1 : mode.scale
  let timer: ReturnType<typeof setTimeout> | undefined

  function cancel(): void {
    if (timer !== undefined) clearRealTimeout(timer)
    timer = undefined
  }

  return {
    elapsedMs: () => Math.floor(realNow() * scale),
    schedule(durationMs, wake) {
      cancel()
      timer = realTimeout(wake, Math.min(Math.ceil(durationMs / scale), timerDelayMsMax))
      // Note: a pending delivery must not keep a process alive that wants to end.
      if (typeof timer === 'object') timer.unref()
    },
    cancel,
  }
}
