/** Connects a running clock with real time. No other file of the machine reads or waits on real time. */
import { type ClockMode, isRunning } from './clock-mode.ts'
import { host } from './real-globals.ts'

export interface RealTimeWakeup {
  /** Returns the elapsed emulated milliseconds since a fixed moment; 0 if the clock does not run. */
  elapsedMs(): number
  /** Calls `wake` after an emulated duration; replaces an earlier call. */
  schedule(durationMs: number, wake: () => void): void
  cancel(): void
}

const { setTimeout: realTimeout, clearTimeout: clearRealTimeout, Date: HostDate } = host

/** Returns the real time, in milliseconds since 1970; fake timers do not change it. */
export const realNowMs = (): number => HostDate.now()

/** Returns the time of the host, in milliseconds since 1970; fake timers change it. */
export const hostNowMs = (): number => Date.now()

/** Returns the milliseconds of a monotonic clock with an arbitrary zero. */
export const monotonicNowMs = host.performance.now.bind(host.performance)

/** Creates a signal that aborts after a real duration in milliseconds. */
export const realTimeoutSignal = globalThis.AbortSignal.timeout.bind(globalThis.AbortSignal)

/** The maximum delay of a timer. After a longer wait the clock wakes early and schedules again. */
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
    elapsedMs: () => Math.floor(HostDate.now() * scale),
    schedule(durationMs, wake) {
      cancel()
      timer = realTimeout(wake, Math.min(Math.ceil(durationMs / scale), timerDelayMsMax))
      // Note: a pending delivery must not keep the process alive.
      if (typeof timer === 'object') timer.unref()
    },
    cancel,
  }
}
