/** Owns the time of an emulator. Other code reads the time and waits only through the clock. */
import {
  type Agenda,
  createAgenda,
  type DueSource,
  type DueTask,
  type TaskHandle,
} from './agenda.ts'
import type { Cells } from '../store/cells.ts'
import { type ClockMode, isRunning } from './clock-mode.ts'
import { createDueWork, type AdvanceResult } from './due-work.ts'
import { EmulatorError } from '../errors/errors.ts'
import { createExternalTimerRunner, type ExternalTimers } from './external-timers.ts'
import { damagedWorldError, type Codec } from '../store/codecs.ts'
import { isCount, isMoment } from '../errors/json-checks.ts'
import { addDuration } from './timestamps.ts'
import type { IdleTracker } from './idle-tracker.ts'
import { createPromiseQueue } from './promise-queue.ts'
import { createWorkRunner, type WorkRunOptions } from './work-runner.ts'
import { createSleepQueue, type StateReplacement } from './sleep-queue.ts'
import { createRealTimeWakeup, type RealTimeWakeup } from './real-time-wakeup.ts'

/** The maximum number of jumps in one `settle`. More jumps mean that code sleeps in an endless loop. */
export const jumpsMax = 10_000

export interface Clock {
  readonly mode: ClockMode
  now(): number
  /** Registers the handler of a kind of task. */
  registerHandler: Agenda['registerHandler']
  addSource(source: DueSource): void
  schedule(task: DueTask): TaskHandle
  cancel(handle: TaskHandle): void
  /** Resolves when the duration has passed on this clock, or when the signal aborts. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>
  /** Returns all pending tasks and external timers, earliest first. */
  pending(): DueTask[]
  /** Runs each task at its due moment. Waits until tracked work is idle before, between and after. */
  advance(durationMs: number): Promise<AdvanceResult>
  advanceTo(endMs: number): Promise<AdvanceResult>
  /** Advances without a call of `onAdvance`, as a running clock does. */
  advanceQuietly(durationMs: number): Promise<AdvanceResult>
  /** Runs the tasks of the next due moment. */
  advanceToNext(): Promise<AdvanceResult>
  /**
   * Runs the tasks that are due now. An automatic clock also runs the work that callers await. `giveUp`
   * creates the error of a clock that jumps too often. Default: an error that names no task.
   */
  settle(giveUp?: () => Error): Promise<AdvanceResult>
  /** Runs each task at its due moment and returns without waiting for asynchronous work. */
  advanceSync(durationMs: number): void
  /** Adds a condition under which an automatic clock jumps, such as an unanswered request. */
  autoAdvanceWhile(condition: () => boolean): void
  /** Attaches external fake timers; `undefined` detaches them. */
  attachTimers(timers: ExternalTimers | undefined): void
  /** Rejects the sleeps that are not part of the state that replaced the earlier one. */
  rejectLostSleeps(cause: StateReplacement): void
  /** Returns whether external fake timers are attached. */
  hasTimers(): boolean
  /** Tells the clock that code set an external timer. An automatic clock may jump to it. */
  onTimerSet(): void
  /** Runs work and advances the clock, task by task, until the work settles. */
  run<T>(work: () => Promise<T>, options: WorkRunOptions): Promise<T>
  /** Starts the clock. A running or automatic clock schedules its next task. */
  start(): void
  stop(): void
}

interface ClockOptions {
  readonly cells: Cells
  readonly idleTracker: IdleTracker
  readonly mode: ClockMode
  readonly startMs: number
  /** Is called after each advance, but not while a running clock runs. */
  readonly onAdvance?: (fromMs: number, toMs: number) => void
}

export function createClock(options: ClockOptions): Clock {
  const { cells, idleTracker, mode, startMs } = options
  const wakeup: RealTimeWakeup = createRealTimeWakeup(mode)
  const base = cells.cell('clock.base', startMs - wakeup.elapsedMs(), clockBaseCodec(wakeup))
  const agenda = createAgenda(cells)
  const now = (): number => base.value + wakeup.elapsedMs()
  const sleepQueue = createSleepQueue({ cells, agenda, now, schedule, onWake })
  const { hasSleepers } = sleepQueue
  const externalTimers = createExternalTimerRunner()
  const dueWork = createDueWork({
    base,
    wakeup,
    now,
    agenda,
    externalTimers,
    idleTracker,
    hasSleepers,
  })
  const autoAdvanceConditions: (() => boolean)[] = [hasSleepers, externalTimers.hasAwaited]
  const queue = createPromiseQueue()
  const { enqueue } = queue
  const { rejectAll: onError } = sleepQueue
  const keepAutoAdvancing = createWorkLoop({ step: enqueueAutoAdvance, onError })
  const workContext = { mode, now, dueWork, idleTracker, queue, onJump: reportAdvance }
  let isStopped = false

  function reportAdvance(fromMs: number, toMs: number): void {
    if (toMs !== fromMs) options.onAdvance?.(fromMs, toMs)
  }

  function advanceSync(durationMs: number): void {
    const fromMs = now()
    dueWork.runUntilSync(advanceEndMs(fromMs, durationMs))
    reportAdvance(fromMs, now())
    scheduleWakeup()
  }

  async function advance(endMs: () => number | undefined): Promise<AdvanceResult> {
    let fromMs = 0
    const result = await enqueue(() => {
      fromMs = now()
      return dueWork.runUntil(endMs)
    })
    reportAdvance(fromMs, result.now)
    scheduleWakeup()
    return result
  }

  /** Queues each jump separately, so that a call of `advance` between two jumps gets its turn. */
  async function enqueueAutoAdvance(): Promise<boolean> {
    return (await enqueue(autoAdvance)) !== undefined
  }

  /** Runs due tasks in an automatic clock, or jumps to the next task while a condition holds. */
  async function autoAdvance(): Promise<number | undefined> {
    dueWork.markUntrackedWork()
    await dueWork.waitUntilIdle()
    const [fromMs, next] = [now(), dueWork.next()]
    if (isStopped || next === undefined) return undefined
    const isDue = (agenda.next() ?? Infinity) <= fromMs
    if (!isDue && !autoAdvanceConditions.some((holds) => holds())) return undefined
    const ran = dueWork.runNext(next, next)
    reportAdvance(fromMs, now())
    return ran
  }

  async function settle(giveUp = endlessSleepError): Promise<AdvanceResult> {
    const ran = mode === 'auto' ? await runAllJumps(() => enqueue(autoAdvance), giveUp) : 0
    const settled = await advance(now)
    return { ...settled, ran: ran + settled.ran }
  }

  function scheduleWakeup(): void {
    if (mode === 'virtual' || isStopped) return
    if (!isRunning(mode)) return keepAutoAdvancing()
    const at = agenda.next()
    if (at === undefined) return wakeup.cancel()
    const run = (): void =>
      void enqueue(() => dueWork.runUntilSync(now())).then(scheduleWakeup, scheduleWakeup)
    wakeup.schedule(Math.max(0, at - now()), run)
  }

  function start(): void {
    isStopped = false
    externalTimers.setTime(now())
    scheduleWakeup()
  }

  function stop(): void {
    isStopped = true
    wakeup.cancel()
    externalTimers.release()
  }

  function schedule(task: DueTask): TaskHandle {
    const handle = agenda.schedule(task)
    scheduleWakeup()
    return handle
  }

  function onWake(): void {
    dueWork.markUntrackedWork()
    idleTracker.markActivity()
  }

  agenda.registerHandler('wake', sleepQueue.wake, isCount)

  return {
    registerHandler: agenda.registerHandler,
    addSource: agenda.addSource,
    cancel: agenda.cancel,
    pending: () => [...agenda.pending(), ...externalTimers.pending()].sort((a, b) => a.at - b.at),
    mode,
    now,
    schedule,
    sleep: sleepQueue.sleep,
    rejectLostSleeps: sleepQueue.rejectLost,
    advance: (durationMs) => advance(() => advanceEndMs(now(), durationMs)),
    advanceTo: (endMs) => advance(() => Math.max(endMs, now())),
    advanceToNext: () => advance(dueWork.next),
    advanceQuietly: (durationMs) =>
      enqueue(() => dueWork.runUntil(() => advanceEndMs(now(), durationMs))).finally(start),
    settle,
    advanceSync,
    autoAdvanceWhile: (condition) => void autoAdvanceConditions.push(condition),
    attachTimers: externalTimers.attach,
    hasTimers: externalTimers.isAttached,
    onTimerSet: scheduleWakeup,
    run: createWorkRunner({ ...workContext, sleep: sleepQueue.sleep, scheduleWakeup }),
    start,
    stop,
  }
}

/** Repeats jumps until no jump is left, and returns the number of tasks that ran. */
async function runAllJumps(
  jump: () => Promise<number | undefined>,
  giveUp: () => Error,
): Promise<number> {
  let ran = 0
  for (let jumps = 0; ; jumps += 1) {
    const more = await jump()
    if (more === undefined) return ran
    if (jumps === jumpsMax) throw giveUp()
    ran += more
  }
}

/** Saves the current time, so that real time between saving and loading does not count. */
const clockBaseCodec = ({ elapsedMs }: RealTimeWakeup): Codec<number> => ({
  encode: (baseMs) => baseMs + elapsedMs(),
  decode(json) {
    const ms = json as number
    if (!isMoment(ms)) throw damagedWorldError('the time of its clock is not a valid timestamp')
    return ms - elapsedMs()
  },
})

const advanceEndMs = (nowMs: number, durationMs: number): number =>
  addDuration(nowMs, durationMs, 'advance the clock')

/** The error of a `settle` that gives up. `pending` names the pending tasks as a sentence. */
export const endlessSleepError = (pending = ''): EmulatorError =>
  new EmulatorError('runaway_task', {
    action: 'settle',
    reason: `after ${jumpsMax} jumps there is still code that sleeps on the clock`,
    advice:
      `${pending}Call \`advance(duration)\` in place of \`settle()\` if the code sleeps in an endless loop. ` +
      '`pending()` lists the sleeps and timers.',
  })

interface WorkLoopOptions {
  /** Runs one step; resolves with true if more work may remain. */
  step(): Promise<boolean>
  onError(error: unknown): void
}

/** Returns a function that starts the loop, or requests another step if the loop is running. */
function createWorkLoop({ step, onError }: WorkLoopOptions): () => void {
  let isRunning = false
  let isRequested = false

  function start(): void {
    isRequested = true
    if (isRunning) return
    isRunning = true
    isRequested = false
    void step().then(
      (more) => {
        isRunning = false
        if (more || isRequested) start()
      },
      (error: unknown) => {
        isRunning = false
        onError(error)
      },
    )
  }

  return start
}
