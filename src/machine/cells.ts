/**
 * Holds all state of one emulator as values in named cells.
 *
 * A cell's value is never changed in place: it is replaced. That makes a snapshot one shallow copy, a
 * fork the same copy in another machine, and everything that is not in a cell wiring, which neither
 * `reset` nor `restore` touches.
 */
import { unknownNameError } from './errors.ts'
import { type Codec, jsonCodec } from './codecs.ts'

export interface Cell<T> {
  value: T
}

export type CellValues = Readonly<Record<string, unknown>>

export interface Cells {
  /** A value that is no plain JSON says in which form it stands in a file. */
  cell<T>(name: string, initial: T, codec?: Codec<T>): Cell<T>
  snapshot(): CellValues
  restore(values: CellValues): void
  /** All values as plain JSON. */
  toJson(): Readonly<Record<string, unknown>>
  /** The values that `write` gave, to be loaded; a cell that was not written keeps its first value. */
  fromJson(json: Readonly<Record<string, unknown>>): CellValues
}

export function createCells(initialValues?: CellValues): Cells {
  const cells: Record<string, Cell<unknown>> = {}
  const codecs: Record<string, Codec<unknown>> = {}
  const initials: Record<string, unknown> = {}
  return {
    cell<T>(name: string, initial: T, codec = jsonCodec as Codec<T>): Cell<T> {
      if (cells[name]) throw new Error(`there are two cells named "${name}"`)
      const cell = {
        value: initialValues && name in initialValues ? (initialValues[name] as T) : initial,
      }
      cells[name] = cell
      codecs[name] = codec as Codec<unknown>
      initials[name] = initial
      return cell
    },
    snapshot() {
      const values: Record<string, unknown> = {}
      for (const name in cells) values[name] = (cells[name] as Cell<unknown>).value
      return values
    },
    restore(values) {
      for (const name in cells) (cells[name] as Cell<unknown>).value = values[name]
    },
    toJson() {
      const written: Record<string, unknown> = {}
      for (const name in cells) written[name] = codecs[name]?.encode(cells[name]?.value)
      return written
    },
    fromJson(json) {
      for (const name of Object.keys(json)) {
        if (!(name in cells)) throw unknownNameError('part', name, Object.keys(cells), loadAction)
      }
      const values: Record<string, unknown> = {}
      for (const name in cells) {
        values[name] = name in json ? codecs[name]?.decode(json[name]) : initials[name]
      }
      return values
    },
  }
}

const loadAction = 'load the saved world'
