/**
 * Holds all state of one emulator as values in named cells.
 *
 * A value is replaced and never changed in place. A snapshot is therefore a shallow copy, and a fork is
 * the same copy in another machine. Everything outside the cells is wiring; `reset` and `restore` do
 * not change it.
 */
import { unknownNameError } from '../errors/errors.ts'
import { type Codec, jsonCodec, loadAction } from './codecs.ts'

export interface Cell<T> {
  value: T
}

export type CellValues = Readonly<Record<string, unknown>>

export interface Cells {
  /** Creates a cell. A value that is not plain JSON needs a codec. */
  cell<T>(name: string, initial: T, codec?: Codec<T>): Cell<T>
  snapshot(): CellValues
  restore(values: CellValues): void
  /** Returns all values as plain JSON. */
  toJson(): Readonly<Record<string, unknown>>
  /** Decodes the result of `toJson`. A cell that it omits gets its initial value. */
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
      const json: Record<string, unknown> = {}
      for (const name in cells) json[name] = codecs[name]?.encode(cells[name]?.value)
      return json
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
