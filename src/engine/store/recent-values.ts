/** A cache of the values that were added last. */

interface Values<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): unknown
}

export class RecentValues<K, V> {
  readonly #min: number
  readonly #createMap: () => Values<K, V>
  #recent: Values<K, V>
  #older: Values<K, V>
  #added = 0

  /** Keeps at least `min` values, and at most twice as many. */
  constructor(min: number, createMap: () => Values<K, V>) {
    this.#min = min
    this.#createMap = createMap
    this.#recent = createMap()
    this.#older = createMap()
  }

  get(key: K): V | undefined {
    return this.#recent.get(key) ?? this.#older.get(key)
  }

  set(key: K, value: V): void {
    if (this.#added === this.#min) {
      this.#older = this.#recent
      this.#recent = this.#createMap()
      this.#added = 0
    }
    this.#added += 1
    this.#recent.set(key, value)
  }
}
