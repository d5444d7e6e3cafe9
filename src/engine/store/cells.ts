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
  /** Returns all values: the object of the last snapshot, or the initial values, if no value is another one. */
  snapshot(): CellValues
  restore(values: CellValues): void
  /** Returns all values as plain JSON. */
  toJson(): Readonly<Record<string, unknown>>
  /** Decodes the result of `toJson`. A cell that it omits gets its initial value. */
  fromJson(json: Readonly<Record<string, unknown>>): CellValues
}

/** A cell with what saving it needs. */
interface StoredCell extends Cell<unknown> {
  readonly initial: unknown
  readonly codec: Codec<unknown>
}

export function createCells(initialValues: CellValues = {}): Cells {
  const cells = new Map<string, StoredCell>()
  let last = initialValues

  function hasChanged(): boolean {
    for (const [name, { value }] of cells) if (last[name] !== value || !(name in last)) return true
    return false
  }

  return {
    cell<T>(name: string, initial: T, codec = jsonCodec as Codec<T>): Cell<T> {
      if (cells.has(name)) throw new Error(`there are two cells named "${name}"`)
      const value = name in initialValues ? initialValues[name] : initial
      const cell: StoredCell = { value, initial, codec: codec as Codec<unknown> }
      cells.set(name, cell)
      return cell as Cell<T>
    },
    snapshot() {
      if (!hasChanged()) return last
      const values: Record<string, unknown> = {}
      for (const [name, { value }] of cells) values[name] = value
      return (last = values)
    },
    restore(values) {
      for (const [name, cell] of cells) cell.value = values[name]
    },
    toJson() {
      const json: Record<string, unknown> = {}
      for (const [name, { codec, value }] of cells) json[name] = codec.encode(value)
      return json
    },
    fromJson(json) {
      for (const name of Object.keys(json)) {
        if (!cells.has(name)) throw unknownNameError('part', name, cells.keys(), loadAction)
      }
      const values: Record<string, unknown> = {}
      for (const [name, { codec, initial }] of cells) {
        values[name] = name in json ? codec.decode(json[name]) : initial
      }
      return values
    },
  }
}
