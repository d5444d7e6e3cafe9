/** A cache with one value for each of the rows that were added last. */
import type { AnyRow } from '../define/tx.ts'

/** The cache keeps at least so many values, and at most twice as many. */
const valuesMin = 2_000

export class RowCache<V> {
  #recent = new WeakMap<AnyRow, V>()
  #older = new WeakMap<AnyRow, V>()
  #added = 0

  get(row: AnyRow): V | undefined {
    return this.#recent.get(row) ?? this.#older.get(row)
  }

  set(row: AnyRow, value: V): void {
    if (this.#added === valuesMin) {
      this.#older = this.#recent
      this.#recent = new WeakMap()
      this.#added = 0
    }
    this.#added += 1
    this.#recent.set(row, value)
  }
}
