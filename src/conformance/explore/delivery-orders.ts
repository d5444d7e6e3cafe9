/**
 * Enumerates the orders of steps and deliveries, depth first: each run follows a prefix of an earlier one and
 * then takes another option.
 *
 * Sleep sets leave out orders that differ only in deliveries that commute as the integration declares.
 */
import type { Integration } from '../scenario/integration.ts'
import type { PickNext, OrderOption } from '../run/delivery-order.ts'

type Commute = NonNullable<Integration['commute']>

/** A point of the current run at which several things can happen next. */
interface OrderNode {
  readonly options: readonly OrderOption[]
  /** The options that need no run at this point. */
  readonly asleep: ReadonlySet<string>
  /** The options that were run. */
  readonly done: Set<string>
  chosen: string
}

export class DeliveryOrders {
  readonly #nodes: OrderNode[] = []
  readonly #declared: Commute | undefined
  #prefixLength = 0
  #depth = 0

  /** @param commute whether two deliveries commute. Default: none do. */
  constructor(commute?: Commute) {
    this.#declared = commute
  }

  /** Starts a run. */
  start(): PickNext {
    this.#depth = 0
    return (options) => {
      const depth = this.#depth
      this.#depth += 1
      const known = this.#nodes[depth]
      return depth < this.#prefixLength ? known?.chosen : this.#enter(options)
    }
  }

  /** Prepares the next order. Returns false after the last one. */
  advance(): boolean {
    for (;;) {
      const node = this.#nodes.at(-1)
      if (!node) return false
      const next = nextOption(node)
      if (next !== undefined) {
        node.chosen = next
        node.done.add(next)
        this.#prefixLength = this.#nodes.length
        return true
      }
      this.#nodes.pop()
    }
  }

  /** Enters a new point. Returns undefined if each of its options leads to an order that was run. */
  #enter(options: readonly OrderOption[]): string | undefined {
    const asleep = this.#asleepAfter(this.#nodes.at(-1))
    const node: OrderNode = { options, asleep, done: new Set(), chosen: '' }
    const first = nextOption(node)
    if (first === undefined) return undefined
    node.chosen = first
    node.done.add(first)
    this.#nodes.push(node)
    return first
  }

  /** The options that stay asleep after the chosen one: those that commute with it. */
  #asleepAfter(node: OrderNode | undefined): ReadonlySet<string> {
    if (!node) return new Set()
    const { options, asleep, done, chosen } = node
    const chosenOption = options.find(({ id }) => id === chosen)
    const candidates = options.filter(({ id }) => id !== chosen && (asleep.has(id) || done.has(id)))
    return new Set(
      candidates.filter((each) => this.#isIndependent(each, chosenOption)).map(({ id }) => id),
    )
  }

  #isIndependent(
    { delivery: a }: OrderOption,
    { delivery: b }: Partial<OrderOption> = {},
  ): boolean {
    return a !== undefined && b !== undefined && this.#declared?.(a, b) === true
  }
}

const nextOption = ({ options, asleep, done }: OrderNode): string | undefined =>
  options.find(({ id }) => !asleep.has(id) && !done.has(id))?.id

/**
 * The number of orders of steps and deliveries in which each delivery comes after its step. One delivery for
 * each of n steps has (2n−1)!! orders.
 */
export function countOrders(stepCount: number, stepsOfDeliveries: readonly number[]): number {
  const latestFirst = stepsOfDeliveries.toSorted((a, b) => b - a)
  return latestFirst.reduce((product, step, i) => product * (stepCount - step + i + 1), 1)
}
