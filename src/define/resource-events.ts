/** Says which events the changes of a resource's rows announce. */
import type { Shape } from './fields.ts'

export interface ResourceEvents {
  readonly created?: string
  readonly updated?: string
  readonly deleted?: string
  /** Events for moves that have a name of their own, such as `order.approved`. */
  readonly additional?: readonly string[]
  /** What such an event carries, where that is not the record. */
  readonly payloads?: Readonly<Record<string, Shape>>
}

/** `x.created`, `x.updated` and `x.deleted`, and the named moves of `x` besides. */
export function lifecycleEvents(entity: string, ...additional: string[]): ResourceEvents {
  return {
    created: `${entity}.created`,
    updated: `${entity}.updated`,
    deleted: `${entity}.deleted`,
    additional: additional.map((move) => `${entity}.${move}`),
  }
}

export const eventNamesOf = ({
  created,
  updated,
  deleted,
  additional = [],
}: ResourceEvents): string[] =>
  [created, updated, deleted, ...additional].filter((name) => name !== undefined)
