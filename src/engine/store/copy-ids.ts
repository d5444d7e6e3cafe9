/**
 * The ids of the copies of a table. The rows that were created at about the same time are a group. A group has its copies
 * of one block after the other, before the next group, so that the ids of all blocks ascend with the time of creation.
 */
import type { Row, Table } from './table.ts'

/** A block, and the id that a copy has in the template. */
export interface CopyPlace {
  readonly block: number
  readonly id: number
}

export class CopyIds {
  readonly lastId: number
  /** Whether each id has a row. */
  readonly isComplete: boolean
  readonly #blocks: number
  /** The rows of the template, by id. */
  readonly #rows: readonly (Row | undefined)[]
  /** The first id of the group of each id, and the first id of the group after it. */
  readonly #starts: Uint32Array
  readonly #ends: Uint32Array

  /** `groupOf` returns an equal value for rows of a group, which are neighbours. */
  constructor(template: Table, blocks: number, groupOf: (row: Row) => unknown) {
    const { lastId } = template
    const rows: (Row | undefined)[] = Array.from({ length: lastId + 1 })
    for (const row of template.rows.values()) rows[row.id as number] = row
    this.#starts = new Uint32Array(lastId + 1)
    this.#ends = new Uint32Array(lastId + 1)
    let start = 1
    let group: unknown
    const end = (next: number): void => void this.#ends.fill(next, start, next)
    for (let id = 1; id <= lastId; id += 1) {
      const row = rows[id]
      const own = row ? groupOf(row) : group
      if (own !== group) {
        end(id)
        start = id
        group = own
      }
      this.#starts[id] = start
    }
    end(lastId + 1)
    this.lastId = lastId * blocks
    this.isComplete = template.rows.size === lastId
    this.#blocks = blocks
    this.#rows = rows
  }

  /** Returns the row of the template with an id. */
  row = (id: number): Row | undefined => this.#rows[id]

  /** Returns the id of a copy. */
  idOf(id: number, block: number): number {
    const start = this.#starts[id] as number
    const size = (this.#ends[id] as number) - start
    return (start - 1) * this.#blocks + block * size + (id - start) + 1
  }

  /** Returns the block of a copy and the id of its row; undefined if no copy has the id. */
  placeOf(id: number): CopyPlace | undefined {
    if (!(id >= 1 && id <= this.lastId) || !Number.isInteger(id)) return undefined
    const member = Math.floor((id - 1) / this.#blocks) + 1
    const start = this.#starts[member] as number
    const size = (this.#ends[member] as number) - start
    const offset = id - 1 - (start - 1) * this.#blocks
    return { block: Math.floor(offset / size), id: start + (offset % size) }
  }

  /** Returns the copies of rows, which are in the order of their ids, in the order of the ids of the copies. */
  *inOrder(rows: Iterable<Row>, isReverse: boolean): Iterable<readonly [row: Row, block: number]> {
    let group: Row[] = []
    let start: number | undefined
    for (const row of rows) {
      const own = this.#starts[row.id as number]
      if (own !== start) yield* this.#copies(group, isReverse)
      if (own !== start) group = []
      start = own
      group.push(row)
    }
    yield* this.#copies(group, isReverse)
  }

  *#copies(
    group: readonly Row[],
    isReverse: boolean,
  ): Iterable<readonly [row: Row, block: number]> {
    for (let i = 0; i < this.#blocks; i += 1) {
      const block = isReverse ? this.#blocks - 1 - i : i
      for (const row of group) yield [row, block]
    }
  }
}
