/** The events that changes of a resource's rows emit. */
import { integer, type Shape } from './fields.ts'

export interface ResourceEvents {
  readonly created?: string
  readonly updated?: string
  readonly deleted?: string
  /** Events of named transitions, such as `order.approved`. */
  readonly additional?: readonly string[]
  /** The payloads of events that do not carry the record, by event. */
  readonly payloads?: Readonly<Record<string, Shape>>
}

/** Returns the events `x.created`, `x.updated`, `x.deleted` and the named transitions of `x`. */
export function lifecycleEvents(entity: string, ...additional: string[]): ResourceEvents {
  return {
    created: `${entity}.created`,
    updated: `${entity}.updated`,
    deleted: `${entity}.deleted`,
    additional: additional.map((name) => `${entity}.${name}`),
  }
}

export const eventNamesOf = ({
  created,
  updated,
  deleted,
  additional = [],
}: ResourceEvents): string[] =>
  [created, updated, deleted, ...additional].filter((name) => name !== undefined)

/** The fields in the data of an event: those of the record, unless the event carries others. */
export function eventDataShape(
  event: string,
  { events, shape }: { readonly events: ResourceEvents; readonly shape: Shape },
): Shape {
  if (event === events.deleted) return { id: shape['id'] ?? integer() }
  return events.payloads?.[event] ?? shape
}
