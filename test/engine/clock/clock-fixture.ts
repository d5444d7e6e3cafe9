/** A clock that starts at 0 and records each task that ran as `time name`. */
import { type Cells, createCells, type CellValues } from '../../../src/engine/store/cells.ts'
import type { ClockMode } from '../../../src/engine/clock/clock-mode.ts'
import { type Clock, createClock } from '../../../src/engine/clock/clock.ts'
import { createIdleTracker, type IdleTracker } from '../../../src/engine/clock/idle-tracker.ts'

export interface ClockFixture {
  readonly cells: Cells
  readonly quiet: IdleTracker
  readonly clock: Clock
  readonly log: string[]
  /** The clock changes that were reported: from, to. */
  readonly moves: (readonly [number, number])[]
  /** Schedules a task that records its name. */
  scheduleNote(at: number, name: string): ReturnType<Clock['schedule']>
}

export interface ClockFixtureOptions {
  readonly saved?: CellValues
  readonly mode?: ClockMode
  readonly startMs?: number
  readonly createClock?: typeof createClock
}

export function createClockFixture(options: ClockFixtureOptions = {}): ClockFixture {
  const cells = createCells(options.saved)
  const idleTracker = createIdleTracker()
  const log: string[] = []
  const moves: [number, number][] = []
  const { mode = 'virtual', startMs = 0 } = options
  const onAdvance = (from: number, to: number): void => void moves.push([from, to])
  const clock = (options.createClock ?? createClock)({
    cells,
    idleTracker,
    mode,
    startMs,
    onAdvance,
  })
  clock.registerHandler('note', (name: string) => void log.push(`${clock.now()} ${name}`))
  const scheduleNote = (at: number, name: string) =>
    clock.schedule({ at, kind: 'note', payload: name })
  return { cells, quiet: idleTracker, clock, log, moves, scheduleNote }
}
