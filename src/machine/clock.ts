/** Owns time. Nothing else in the emulator may ask what time it is or wait. */
import { createAgenda, type DueSource, type Task, type Ticket } from './agenda.ts'
import type { Cells } from './cells.ts'
import { type ClockMode, isRunning } from './clock-mode.ts'
import { EmulatorError } from './errors.ts'
import { createFollowing, type Follower } from './external-timers.ts'
import { damaged, type Form } from './codecs.ts'
import { lastMomentMs, momentAfter } from './timestamps.ts'
import type { Quiet } from './idle-tracker.ts'
import { repeating } from './work-loop.ts'
import { createSleepers } from './sleep-queue.ts'
import { createWakeup, type Wakeup } from './real-time-wakeup.ts'

/** More jumps than this to one rest, and somebody waits again and again. */
export const jumpsMax = 10_000

export interface Advanced {
  now: number
  ran: number
}

export interface Clock {
  readonly mode: ClockMode
  now(): number
  /** Says what a kind of task does. It must not throw; it may schedule further tasks. */
  kind(name: string, run: (payload: never) => void): void
  source(source: DueSource): void
  schedule(task: Task): Ticket
  cancel(ticket: Ticket): void
  /** Resolves when the clock has come so far, or earlier when the signal aborts. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>
  /** Everything still to come, soonest first. */
  pending(): Task[]
  /** Runs each task at its own moment, and waits for quiet before, between and after. */
  advance(durationMs: number): Promise<Advanced>
  advanceTo(endMs: number): Promise<Advanced>
  /** Advances as a running clock does: nobody asked for this move, so nobody is told of it. */
  glide(durationMs: number): Promise<Advanced>
  /** Runs the tasks of the next due moment. */
  advanceToNext(): Promise<Advanced>
  /** Runs what is due now; in an automatic clock also what somebody awaits. */
  settle(): Promise<Advanced>
  /** Runs each task at its own moment at once: what goes on by itself after it is not waited for. */
  leap(durationMs: number): void
  /** Says when somebody awaits an answer: as long as that holds, an automatic clock jumps. */
  awaited(holds: () => boolean): void
  /** Takes the timers of somebody else along, until they are let go. */
  lead(follower: Follower | undefined): void
  /** A clock that runs or jumps by itself sees to it that the next task will run. */
  arm(): void
  stop(): void
}

export interface ClockParts {
  readonly cells: Cells
  readonly quiet: Quiet
  readonly mode: ClockMode
  readonly startMs: number
  /** Told of each move, but not of the running of a running clock. */
  readonly moved?: (fromMs: number, toMs: number) => void
}

export function createClock({ cells, quiet, mode, startMs, moved }: ClockParts): Clock {
  const wakeup: Wakeup = createWakeup(mode)
  const base = cells.cell('clock.base', startMs - wakeup.elapsedMs(), momentForm(wakeup))
  const agenda = createAgenda(cells)
  const sleepers = createSleepers({ cells, agenda, now, schedule, woke })
  const awaiting: (() => boolean)[] = [sleepers.any]
  let stopped = false
  let last: Promise<unknown> = Promise.resolve()
  const following = createFollowing()
  /** Whether something was set going that nobody tracks, such as what a sleeper does when it wakes. */
  let unseen = false
  const keepJumping = repeating({ step: jumpInTurn, failed: sleepers.fail })

  function now(): number {
    return base.value + wakeup.elapsedMs()
  }

  function jumpTo(ms: number): void {
    if (ms > now()) base.value = ms - wakeup.elapsedMs()
    following.moveTo(now())
  }

  function next(): number | undefined {
    const [task, timer] = [agenda.next(), following.next()]
    return task === undefined || (timer !== undefined && timer < task) ? timer : task
  }

  /** Comes to a due moment: fires one timer of the follower, or runs all that is due until `end`. */
  function comeTo(at: number, end: number): number {
    jumpTo(at)
    if (!following.fire(at)) return agenda.run(Math.max(at, Math.min(now(), end)))
    unseen = true
    return 0
  }

  /** Waits until what was set going has come to rest. */
  async function calm(): Promise<void> {
    if (unseen) await quiet.rest()
    unseen = false
    await quiet.reached(sleepers.any)
  }

  async function runUntil(endMs: () => number | undefined): Promise<Advanced> {
    let ran = 0
    unseen = true
    await calm()
    const end = endMs()
    for (let at = next(); at !== undefined && end !== undefined && at <= end; at = next()) {
      ran += comeTo(at, end)
      await calm()
    }
    if (end !== undefined) jumpTo(end)
    return { now: now(), ran }
  }

  /** As `runUntil`, with nothing awaited. */
  function runThrough(end: number): void {
    for (let at = next(); at !== undefined && at <= end; at = next()) comeTo(at, end)
    jumpTo(end)
  }

  function leap(durationMs: number): void {
    const fromMs = now()
    runThrough(later(fromMs, durationMs))
    if (now() !== fromMs) moved?.(fromMs, now())
    arm()
  }

  /** One after the other: two at once would run each other's tasks. */
  function inTurn<T>(work: () => Promise<T> | T): Promise<T> {
    const turn = last.then(work, work)
    last = turn.catch(() => undefined)
    return turn
  }

  async function advance(endMs: () => number | undefined): Promise<Advanced> {
    let fromMs = 0
    const advanced = await inTurn(() => {
      fromMs = now()
      return runUntil(endMs)
    })
    if (advanced.now !== fromMs) moved?.(fromMs, advanced.now)
    arm()
    return advanced
  }

  /** Each jump takes its turn, so that whoever advances the clock comes to it too. */
  async function jumpInTurn(): Promise<boolean> {
    return (await inTurn(jump)) !== undefined
  }

  /** In an automatic clock: runs what is due, or what comes next if somebody awaits an answer. */
  async function jump(): Promise<number | undefined> {
    unseen = true
    await calm()
    const [fromMs, task] = [now(), agenda.next()]
    if (stopped || task === undefined) return undefined
    if (task > fromMs && !awaiting.some((holds) => holds())) return undefined
    const ran = comeTo(next() as number, task)
    if (now() !== fromMs) moved?.(fromMs, now())
    return ran
  }

  async function settle(): Promise<Advanced> {
    let ran = 0
    if (mode === 'auto') {
      for (let jumps = 0; ; jumps += 1) {
        const more = await inTurn(jump)
        if (more === undefined) break
        if (jumps === jumpsMax) throw restless()
        ran += more
      }
    }
    const settled = await advance(now)
    return { ...settled, ran: ran + settled.ran }
  }

  function arm(): void {
    if (mode === 'virtual' || stopped) return
    if (!isRunning(mode)) return keepJumping()
    const at = agenda.next()
    if (at === undefined) return wakeup.cancel()
    const run = (): void => void inTurn(() => runThrough(now())).then(arm, arm)
    wakeup.after(Math.max(0, at - now()), run)
  }

  function restart(): void {
    stopped = false
    following.setTo(now())
    arm()
  }

  function stop(): void {
    stopped = true
    wakeup.cancel()
    following.letGo()
  }

  function schedule(task: Task): Ticket {
    const ticket = agenda.schedule(task)
    arm()
    return ticket
  }

  function woke(): void {
    unseen = true
    quiet.stir()
  }

  agenda.kind('wake', sleepers.wake as (payload: never) => void)

  return {
    kind: agenda.kind,
    source: agenda.source,
    cancel: agenda.cancel,
    pending: agenda.pending,
    mode,
    now,
    schedule,
    sleep: sleepers.sleep,
    advance: (durationMs) => advance(() => later(now(), durationMs)),
    advanceTo: (endMs) => advance(() => Math.max(endMs, now())),
    advanceToNext: () => advance(next),
    glide: (durationMs) => inTurn(() => runUntil(() => later(now(), durationMs))).finally(restart),
    settle,
    leap,
    awaited: (holds) => void awaiting.push(holds),
    lead: following.lead,
    arm: restart,
    stop,
  }
}

/** A file holds the moment, so that time which passes while it lies there does not count. */
const momentForm = ({ elapsedMs }: Wakeup): Form<number> => ({
  write: (baseMs) => baseMs + elapsedMs(),
  read(json) {
    const ms = json as number
    if (!Number.isFinite(ms) || ms > lastMomentMs) throw damaged('the moment of its clock is none')
    return ms - elapsedMs()
  },
})

const later = (nowMs: number, durationMs: number): number =>
  momentAfter(nowMs, durationMs, 'advance the clock')

const restless = (): EmulatorError =>
  new EmulatorError('runaway_task', {
    could: 'settle',
    because: `after ${jumpsMax} jumps somebody still sleeps on the clock`,
    advice: 'Use `advance` where something sleeps again and again.',
  })
