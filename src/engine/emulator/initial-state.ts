/** Creates initial states: for a new emulator and for a fork. */
import type { CellValues } from '../store/cells.ts'
import type { EmulatorContext, InitialState } from './context.ts'

export const createInitialState = (cells: CellValues = {}): InitialState => ({
  cells,
  receivers: new Map(),
  lastEntryNumber: 0,
})

/** The state that a fork starts from. */
export const forkState = ({ cells, receivers, journal }: EmulatorContext): InitialState => ({
  cells: cells.snapshot(),
  receivers: new Map(receivers),
  lastEntryNumber: journal.lastNumber(),
})
