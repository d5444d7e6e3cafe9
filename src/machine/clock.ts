/** Owns time. Nothing else in the emulator may ask what time it is or wait. */
import { createAgenda, type DueSource, type DueTask, type TaskHandle } from './agenda.ts'
import type { Cells } from './cells.ts'
import { type ClockMode, isRunning } from './clock-mode.ts'
import { EmulatorError } from './errors.ts'
import { createExternalTimerRunner, type ExternalTimers } from './external-timers.ts'
import { damagedWorldError, type Codec } from './codecs.ts'
import { lastTimestampMs, addDuration } from './timestamps.ts'
import type { IdleTracker } from './idle-tracker.ts'
import { createWorkLoop } from './work-loop.ts'
import { createSleepQueue } from './sleep-queue.ts'
import { createRealTimeWakeup, type RealTimeWakeup } from './real-time-wakeup.ts'

/** More jumps than this to one rest, and somebody waits again and again. */
export const jumpsMax = 10_000

export interface AdvanceResult {
  now: number
  ran: number
}

export interface Clock {
  readonly mode: ClockMode
  now(): number
  /** Says what a kind of task does. It must not throw; it may schedule further tasks. */
  registerHandler(name: string, run: (payload: never) => void): void
  addSource(source: DueSource): void
  schedule(task: DueTask): TaskHandle
  cancel(handle: TaskHandle): void
  /** Resolves when the clock has come so far, or earlier when the signal aborts. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>
  /** Everything still to come, soonest first. */
  pending(): DueTask[]
  /** Runs each task at its own moment, and waits for quiet before, between and after. */
  advance(durationMs: number): Promise<AdvanceResult>
  advanceTo(endMs: number): Promise<AdvanceResult>
  /** Advances as a running clock does: nobody asked for this move, so nobody is told of it. */
  advanceQuietly(durationMs: number): Promise<AdvanceResult>
  /** Runs the tasks of the next due moment. */
  advanceToNext(): Promise<AdvanceResult>
  /** Runs what is due now; in an automatic clock also what somebody awaits. */
  settle(): Promise<AdvanceResult>
  /** Runs each task at its own moment at once: what goes on by itself after it is not waited for. */
  advanceSync(durationMs: number): void
  /** Says when somebody awaits an answer: as long as that holds, an automatic clock jumps. */
  autoAdvanceWhile(condition: () => boolean): void
  /** Takes the timers of somebody else along, until they are let go. */
  attachTimers(timers: ExternalTimers | undefined): void
  /** A clock that runs or jumps by itself sees to it that the next task will run. */
  start(): void
  stop(): void
}

export interface ClockOptions {
  readonly cells: Cells
  readonly idleTracker: IdleTracker
  readonly mode: ClockMode
  readonly startMs: number
  /** Told of each move, but not of the running of a running clock. */
  readonly onAdvance?: (fromMs: number, toMs: number) => void
}

export function createClock({ cells, idleTracker, mode, startMs, onAdvance }: ClockOptions): Clock {
  const wakeup: RealTimeWakeup = createRealTimeWakeup(mode)
  const base = cells.cell('clock.base', startMs - wakeup.elapsedMs(), clockBaseCodec(wakeup))
  const agenda = createAgenda(cells)
  const sleepQueue = createSleepQueue({ cells, agenda, now, schedule, onWake })
  const autoAdvanceConditions: (() => boolean)[] = [sleepQueue.hasSleepers]
  let stopped = false
  let queue: Promise<unknown> = Promise.resolve()
  const externalTimers = createExternalTimerRunner()
  /** Whether something was set going that nobody tracks, such as what a sleeper does when it wakes. */
  let hasUntrackedWork = false
  const keepAutoAdvancing = createWorkLoop({
    step: enqueueAutoAdvance,
    onError: sleepQueue.rejectAll,
  })

  function now(): number {
    return base.value + wakeup.elapsedMs()
  }

  function jumpTo(ms: number): void {
    if (ms > now()) base.value = ms - wakeup.elapsedMs()
    externalTimers.advanceTo(now())
  }

  function next(): number | undefined {
    const [task, timer] = [agenda.next(), externalTimers.next()]
    return task === undefined || (timer !== undefined && timer < task) ? timer : task
  }

  /** Comes to a due moment: fires one timer of the follower, or runs all that is due until `end`. */
  function runNextDue(at: number, end: number): number {
    jumpTo(at)
    if (!externalTimers.fire(at)) return agenda.run(Math.max(at, Math.min(now(), end)))
    hasUntrackedWork = true
    return 0
  }

  /** Waits until what was set going has come to rest. */
  async function waitUntilIdle(): Promise<void> {
    if (hasUntrackedWork) await idleTracker.drain()
    hasUntrackedWork = false
    await idleTracker.whenIdle(sleepQueue.hasSleepers)
  }

  async function runUntil(endMs: () => number | undefined): Promise<AdvanceResult> {
    let ran = 0
    hasUntrackedWork = true
    await waitUntilIdle()
    const end = endMs()
    for (let at = next(); at !== undefined && end !== undefined && at <= end; at = next()) {
      ran += runNextDue(at, end)
      await waitUntilIdle()
    }
    if (end !== undefined) jumpTo(end)
    return { now: now(), ran }
  }

  /** As `runUntil`, with nothing awaited. */
  function runUntilSync(end: number): void {
    for (let at = next(); at !== undefined && at <= end; at = next()) runNextDue(at, end)
    jumpTo(end)
  }

  function advanceSync(durationMs: number): void {
    const fromMs = now()
    runUntilSync(advanceEndMs(fromMs, durationMs))
    if (now() !== fromMs) onAdvance?.(fromMs, now())
    scheduleWakeup()
  }

  /** One after the other: two at once would run each other's tasks. */
  function enqueue<T>(work: () => Promise<T> | T): Promise<T> {
    const turn = queue.then(work, work)
    queue = turn.catch(() => undefined)
    return turn
  }

  async function advance(endMs: () => number | undefined): Promise<AdvanceResult> {
    let fromMs = 0
    const advanced = await enqueue(() => {
      fromMs = now()
      return runUntil(endMs)
    })
    if (advanced.now !== fromMs) onAdvance?.(fromMs, advanced.now)
    scheduleWakeup()
    return advanced
  }

  /** Each jump takes its turn, so that whoever advances the clock comes to it too. */
  async function enqueueAutoAdvance(): Promise<boolean> {
    return (await enqueue(autoAdvance)) !== undefined
  }

  /** In an automatic clock: runs what is due, or what comes next if somebody awaits an answer. */
  async function autoAdvance(): Promise<number | undefined> {
    hasUntrackedWork = true
    await waitUntilIdle()
    const [fromMs, task] = [now(), agenda.next()]
    if (stopped || task === undefined) return undefined
    if (task > fromMs && !autoAdvanceConditions.some((holds) => holds())) return undefined
    const ran = runNextDue(next() as number, task)
    if (now() !== fromMs) onAdvance?.(fromMs, now())
    return ran
  }

  async function settle(): Promise<AdvanceResult> {
    let ran = 0
    if (mode === 'auto') {
      for (let jumps = 0; ; jumps += 1) {
        const more = await enqueue(autoAdvance)
        if (more === undefined) break
        if (jumps === jumpsMax) throw endlessSleepError()
        ran += more
      }
    }
    const settled = await advance(now)
    return { ...settled, ran: ran + settled.ran }
  }

  function scheduleWakeup(): void {
    if (mode === 'virtual' || stopped) return
    if (!isRunning(mode)) return keepAutoAdvancing()
    const at = agenda.next()
    if (at === undefined) return wakeup.cancel()
    const run = (): void =>
      void enqueue(() => runUntilSync(now())).then(scheduleWakeup, scheduleWakeup)
    wakeup.schedule(Math.max(0, at - now()), run)
  }

  function start(): void {
    stopped = false
    externalTimers.setTime(now())
    scheduleWakeup()
  }

  function stop(): void {
    stopped = true
    wakeup.cancel()
    externalTimers.release()
  }

  function schedule(task: DueTask): TaskHandle {
    const handle = agenda.schedule(task)
    scheduleWakeup()
    return handle
  }

  function onWake(): void {
    hasUntrackedWork = true
    idleTracker.markActivity()
  }

  agenda.registerHandler('wake', sleepQueue.wake as (payload: never) => void)

  return {
    registerHandler: agenda.registerHandler,
    addSource: agenda.addSource,
    cancel: agenda.cancel,
    pending: agenda.pending,
    mode,
    now,
    schedule,
    sleep: sleepQueue.sleep,
    advance: (durationMs) => advance(() => advanceEndMs(now(), durationMs)),
    advanceTo: (endMs) => advance(() => Math.max(endMs, now())),
    advanceToNext: () => advance(next),
    advanceQuietly: (durationMs) =>
      enqueue(() => runUntil(() => advanceEndMs(now(), durationMs))).finally(start),
    settle,
    advanceSync,
    autoAdvanceWhile: (holds) => void autoAdvanceConditions.push(holds),
    attachTimers: externalTimers.attach,
    start: start,
    stop,
  }
}

/** A file holds the moment, so that time which passes while it lies there does not count. */
const clockBaseCodec = ({ elapsedMs }: RealTimeWakeup): Codec<number> => ({
  encode: (baseMs) => baseMs + elapsedMs(),
  decode(json) {
    const ms = json as number
    if (!Number.isFinite(ms) || ms > lastTimestampMs)
      throw damagedWorldError('the moment of its clock is none')
    return ms - elapsedMs()
  },
})

const advanceEndMs = (nowMs: number, durationMs: number): number =>
  addDuration(nowMs, durationMs, 'advance the clock')

const endlessSleepError = (): EmulatorError =>
  new EmulatorError('runaway_task', {
    action: 'settle',
    reason: `after ${jumpsMax} jumps somebody still sleeps on the clock`,
    advice: 'Use `advance` where something sleeps again and again.',
  })
