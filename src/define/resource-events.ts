/** Says which events the changes of a resource's rows announce. */
import type { Shape } from './fields.ts'

export interface Events {
  readonly created?: string
  readonly updated?: string
  readonly deleted?: string
  /** Events for moves that have a name of their own, such as `order.approved`. */
  readonly named?: readonly string[]
  /** What such an event carries, where that is not the record. */
  readonly data?: Readonly<Record<string, Shape>>
}

/** `x.created`, `x.updated` and `x.deleted`, and the named moves of `x` besides. */
export function lifecycle(entity: string, ...named: string[]): Events {
  return {
    created: `${entity}.created`,
    updated: `${entity}.updated`,
    deleted: `${entity}.deleted`,
    named: named.map((move) => `${entity}.${move}`),
  }
}

export const eventNames = ({ created, updated, deleted, named = [] }: Events): string[] =>
  [created, updated, deleted, ...named].filter((name) => name !== undefined)
