/** A clock for tests that stands at 0 and writes down what ran, as `moment name`. */
import { type Cells, createCells, type SavedCells } from '../../src/machine/cells.ts'
import type { ClockMode } from '../../src/machine/clock-mode.ts'
import { type Clock, createClock } from '../../src/machine/clock.ts'
import { createQuiet, type Quiet } from '../../src/machine/idle-tracker.ts'

export interface Stand {
  readonly cells: Cells
  readonly quiet: Quiet
  readonly clock: Clock
  readonly log: string[]
  /** The moves that the clock told of: from, to. */
  readonly moves: (readonly [number, number])[]
  /** Schedules a task that writes down its name. */
  note(at: number, name: string): ReturnType<Clock['schedule']>
}

export interface StandGiven {
  readonly saved?: SavedCells
  readonly mode?: ClockMode
  readonly startMs?: number
  readonly createClock?: typeof createClock
}

export function createStand(given: StandGiven = {}): Stand {
  const cells = createCells(given.saved)
  const quiet = createQuiet()
  const log: string[] = []
  const moves: [number, number][] = []
  const { mode = 'virtual', startMs = 0 } = given
  const moved = (from: number, to: number): void => void moves.push([from, to])
  const clock = (given.createClock ?? createClock)({ cells, quiet, mode, startMs, moved })
  clock.kind('note', (name: string) => void log.push(`${clock.now()} ${name}`))
  const note = (at: number, name: string) => clock.schedule({ at, kind: 'note', payload: name })
  return { cells, quiet, clock, log, moves, note }
}
