/** A queue that takes items with a new signature first, and those of a signature that was taken least often next. */
import type { RandomStream } from '../../../engine/store/random.ts'

export class NoveltyQueue<T> {
  readonly #stream: RandomStream
  readonly #groups = new Map<string, { taken: number; readonly items: T[] }>()
  #size = 0

  constructor(stream: RandomStream) {
    this.#stream = stream
  }

  /** The number of items that wait. */
  get size(): number {
    return this.#size
  }

  add(signature: string, item: T): void {
    const group = this.#groups.get(signature) ?? { taken: 0, items: [] }
    this.#groups.set(signature, group)
    group.items.push(item)
    this.#size += 1
  }

  /** Takes an item; undefined if none waits. The seed chooses between items with one signature. */
  take(): T | undefined {
    const waiting = [...this.#groups.values()].filter(({ items }) => items.length > 0)
    const [first] = waiting.sort((a, b) => a.taken - b.taken)
    if (!first) return undefined
    first.taken += 1
    this.#size -= 1
    return first.items.splice(this.#stream.integer(0, first.items.length - 1), 1)[0]
  }
}
