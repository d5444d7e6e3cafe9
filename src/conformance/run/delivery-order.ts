/** The order of steps and deliveries in one run: each delivery comes at any time after its cause. */
import type { ComparedDelivery } from '../scenario/integration.ts'

/** Something that can happen next: the next step, or a delivery that was sent. */
export interface OrderOption {
  /** The identity of the choice point: `step 2`, or `user.updated id=3 #1`. */
  readonly id: string
  /** The delivery; undefined for a step. */
  readonly delivery?: ComparedDelivery & { readonly notification: string }
}

/** Returns the id of the option that happens next; undefined ends the run, because its rest is known. */
export type PickNext = (options: readonly OrderOption[]) => string | undefined

/** What separates the ids in the text of an order. */
const separator = ', '

/** The order that a run follows, and the order that it had. */
export class DeliveryOrder {
  /** The ids in the order in which they happened. */
  readonly order: string[] = []
  /** The deliveries that were sent and did not arrive yet, oldest first. */
  readonly #sent: OrderOption[] = []
  readonly #pick: PickNext
  /** Whether the run reached each id of the order when it was to happen. */
  isFollowed = true

  constructor(pick: PickNext) {
    this.#pick = pick
  }

  /** Adds a delivery that was sent. */
  add(option: OrderOption): void {
    this.#sent.push(option)
  }

  /** Decides what happens next. Returns undefined if nothing is left, and `end` if the rest of the run is known. */
  next(step: string | undefined): OrderOption | 'end' | undefined {
    const options = [...this.#sent, ...(step === undefined ? [] : [{ id: step }])]
    const [first] = options
    if (!first) return undefined
    const id = this.#pick(options)
    if (id === undefined) return 'end'
    const chosen = options.find((each) => each.id === id)
    if (!chosen) this.isFollowed = false
    const next = chosen ?? first
    const index = this.#sent.indexOf(next)
    if (index >= 0) this.#sent.splice(index, 1)
    this.order.push(next.id)
    return next
  }
}

/** Follows the text of an order. After its end, each delivery arrives before the next step. */
export function followOrder(text: string): PickNext {
  const planned = text.split(separator)
  let index = 0
  return (options) => {
    const id = planned[index] ?? options[0]?.id
    index += 1
    return id
  }
}

/** The text of an order, for the replay of its schedule. */
export const formatOrder = (order: readonly string[]): string => order.join(separator)
