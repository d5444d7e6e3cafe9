/** Plays the clock: advances it in real time at a chosen rate until it is stopped. */
import { clockKind } from '../../journal/kinds/clock.ts'
import { type ClockMode, scaleMax } from '../../clock/clock-mode.ts'
import { contextOf } from '../../emulator/emulator.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import { EmulatorError } from '../../errors/errors.ts'
import { quoteValue } from '../../errors/argument-checks.ts'

export interface ClockPlayer {
  /** Emulated seconds per real second; 0 for a clock that is stopped. */
  readonly rate: number
  /** The error that stopped the playback. */
  readonly error: string | undefined
  /** @throws EmulatorError if the clock already runs at this rate or faster */
  play(rate: number): void
  stop(): void
  /** Calls `listener` after each step, start and stop. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

const stepEveryMs = 100
/** Limits one step, so that the clock does not jump after a laptop slept or a debugger paused. */
const stepMsMax = 1_000

export function createClockPlayer(emulator: Emulator): ClockPlayer {
  const { clock, journal } = contextOf(emulator)
  const baseRate = baseRateOf(clock.mode)
  const listeners = new Set<() => void>()
  let rate = baseRate
  let startedAtMs = 0
  let lastStepMs = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastError: string | undefined
  let unsubscribe = (): void => {}
  let playedJournal: object | undefined

  function notify(): void {
    for (const listener of listeners) listener()
  }

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
    if (!timer) return
    scheduleStep()
    notify()
  }

  function stop(): void {
    if (!timer) return
    clearTimeout(timer)
    timer = undefined
    unsubscribe()
    // Note: one entry for all steps, so that a long playback does not fill the journal. A state that was
    // restored meanwhile may be older than the start.
    if (journal.identity() === playedJournal && clock.now() > startedAtMs)
      journal.add(clockKind, { from: startedAtMs, to: clock.now(), rate })
    rate = baseRate
    notify()
  }

  /** Stops when a reset cleared the journal: it restored the initial state, of a clock that does not play. */
  function stopAfterReset(): void {
    if (journal.identity() !== playedJournal) stop()
  }

  return {
    get rate() {
      return rate
    },
    get error() {
      return lastError
    },
    play(requestedRate) {
      assertRate(requestedRate, baseRate)
      stop()
      lastError = undefined
      rate = requestedRate
      startedAtMs = clock.now()
      lastStepMs = performance.now()
      playedJournal = journal.identity()
      unsubscribe = journal.subscribe(stopAfterReset)
      scheduleStep()
      notify()
    },
    stop,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function baseRateOf(mode: ClockMode): number {
  if (mode === 'system') return 1
  return typeof mode === 'string' ? 0 : mode.scale
}

function assertRate(rate: unknown, baseRate: number): asserts rate is number {
  if (typeof rate === 'number' && rate > baseRate && rate <= scaleMax) return
  throw new EmulatorError('bad_rate', {
    action: `play the clock at ×${String(rate)}`,
    reason: reasonAgainst(rate, baseRate),
    advice: `Give a number greater than ${baseRate} and at most ${scaleMax}.`,
  })
}

function reasonAgainst(rate: unknown, baseRate: number): string {
  if (typeof rate !== 'number' || Number.isNaN(rate)) return `${quoteValue(rate)} is not a number`
  if (rate > baseRate) return 'the rate is too high'
  return baseRate === 0 ? 'the rate is not positive' : `the clock already runs at ×${baseRate}`
}
