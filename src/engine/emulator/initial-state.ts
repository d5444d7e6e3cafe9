/** Creates initial states: for a new emulator and for a fork. */
import { type History, historyAfter } from '../model/history.ts'
import type { Catalog } from '../model/catalog.ts'
import type { CellValues } from '../store/cells.ts'
import { hasRow } from '../store/store.ts'
import type { EmulatorContext, InitialState } from './context.ts'

export const createInitialState = (cells: CellValues = {}): InitialState => ({
  cells,
  receivers: new Map(),
  lastEntryNumber: 0,
})

/** The state that a fork starts from. */
export function forkState({
  catalog,
  cells,
  receivers,
  journal,
  history,
}: EmulatorContext): InitialState {
  const values = cells.snapshot()
  return {
    cells: values,
    receivers: new Map(receivers),
    lastEntryNumber: journal.lastNumber(),
    history: historyFrom({ history, cells: values }, catalog),
  }
}

/** The history that begins with a state. */
export const historyFrom = (
  { history, cells }: { readonly history: History; readonly cells: CellValues },
  { schema }: Catalog,
): History => historyAfter(history, (table, id) => hasRow(cells, schema, { table, id }))
