/**
 * Holds all state of one emulator as values in named cells.
 *
 * A cell's value is never changed in place: it is replaced. That makes a snapshot one shallow copy, a
 * fork the same copy in another machine, and everything that is not in a cell wiring, which neither
 * `reset` nor `restore` touches.
 */
import { unknownName } from './errors.ts'
import { type Form, plainForm } from './codecs.ts'

export interface Cell<T> {
  value: T
}

export type SavedCells = Readonly<Record<string, unknown>>

export interface Cells {
  /** A value that is no plain JSON says in which form it stands in a file. */
  cell<T>(name: string, initial: T, form?: Form<T>): Cell<T>
  save(): SavedCells
  load(saved: SavedCells): void
  /** All values as plain JSON. */
  write(): Readonly<Record<string, unknown>>
  /** The values that `write` gave, to be loaded; a cell that was not written keeps its first value. */
  read(json: Readonly<Record<string, unknown>>): SavedCells
}

export function createCells(saved?: SavedCells): Cells {
  const cells: Record<string, Cell<unknown>> = {}
  const forms: Record<string, Form<unknown>> = {}
  const initials: Record<string, unknown> = {}
  return {
    cell<T>(name: string, initial: T, form = plainForm as Form<T>): Cell<T> {
      if (cells[name]) throw new Error(`there are two cells named "${name}"`)
      const cell = { value: saved && name in saved ? (saved[name] as T) : initial }
      cells[name] = cell
      forms[name] = form as Form<unknown>
      initials[name] = initial
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
    write() {
      const written: Record<string, unknown> = {}
      for (const name in cells) written[name] = forms[name]?.write(cells[name]?.value)
      return written
    },
    read(json) {
      for (const name of Object.keys(json)) {
        if (!(name in cells)) throw unknownName('part', name, Object.keys(cells), loading)
      }
      const values: Record<string, unknown> = {}
      for (const name in cells) {
        values[name] = name in json ? forms[name]?.read(json[name]) : initials[name]
      }
      return values
    },
  }
}

const loading = 'load the saved world'
