/** The behaviours of the service that a request, a delivery or an act relied on. */
import type { Behaviour } from './behaviour.ts'

/** Collects behaviours in the order of their first use. Adding is cheap; reading removes duplicates. */
export class BehaviourLog {
  readonly #items: (Behaviour | BehaviourLog)[]

  constructor(items: readonly (Behaviour | BehaviourLog)[] = []) {
    this.#items = [...items]
  }

  /** Adds a behaviour, or all behaviours of another log that is already complete. */
  add(item: Behaviour | BehaviourLog): void {
    this.#items.push(item)
  }

  /** The behaviours without duplicates, in the order of their first use. */
  behaviours(): ReadonlySet<Behaviour> {
    const found = new Set<Behaviour>()
    this.#collect(found)
    return found
  }

  /** The ids of the behaviours. */
  ids(): string[] {
    return [...this.behaviours()].map(({ id }) => id)
  }

  #collect(found: Set<Behaviour>): void {
    for (const item of this.#items) {
      if (item instanceof BehaviourLog) item.#collect(found)
      else found.add(item)
    }
  }
}
