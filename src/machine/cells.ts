/**
 * Holds all state of one emulator as values in named cells.
 *
 * A cell's value is never changed in place: it is replaced. That makes a snapshot one shallow copy, a
 * fork the same copy in another machine, and everything that is not in a cell wiring, which neither
 * `reset` nor `restore` touches.
 */

export interface Cell<T> {
  value: T
}

export type SavedCells = Readonly<Record<string, unknown>>

export interface Cells {
  cell<T>(name: string, initial: T): Cell<T>
  save(): SavedCells
  load(saved: SavedCells): void
}

export function createCells(saved?: SavedCells): Cells {
  const cells: Record<string, Cell<unknown>> = {}
  return {
    cell<T>(name: string, initial: T): Cell<T> {
      if (cells[name]) throw new Error(`there are two cells named "${name}"`)
      const cell = { value: saved && name in saved ? (saved[name] as T) : initial }
      cells[name] = cell
      return cell
    },
    save() {
      const values: Record<string, unknown> = {}
      for (const name in cells) values[name] = (cells[name] as Cell<unknown>).value
      return values
    },
    load(values) {
      for (const name in cells) (cells[name] as Cell<unknown>).value = values[name]
    },
  }
}
