/** Prints the names of all events that webhooks can receive. */
import type { Resource } from '../../src/engine/define/resource.ts'
import { eventsOf } from './row-types.ts'

export const printEventNames = (resources: readonly Resource[]): string =>
  `export const eventNames = ${JSON.stringify(eventsOf(resources))} as const`
