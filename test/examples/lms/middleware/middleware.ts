/** Keeps a learning system in step with a course administration. */
import { type Config, settingsFrom } from './config.ts'
import { createEditions } from './editions.ts'
import { handlersFor } from './handlers.ts'
import { createInbox, type Inbox } from './inbox.ts'
import { createLmsApi } from './lms-api.ts'
import { createMemory, type Memory } from './memory.ts'
import { createMerge } from './merges.ts'
import { createPeople } from './people.ts'
import { createQueue } from './queue.ts'
import { createResync } from './resync.ts'
import { createService } from './administration.ts'

export interface Middleware {
  /** The endpoint for webhooks; give it to any server that speaks fetch. */
  fetch: Inbox
  /** Reads everything: when it starts, and after it was away for long. */
  resync(): Promise<void>
  /** The events to subscribe to. */
  readonly events: string[]
  readonly memory: Memory
}

/** The parts that it is made of. A test may put one in place of another. */
export function partsFrom(config: Config) {
  const settings = settingsFrom(config)
  const service = createService(settings)
  const lms = createLmsApi(settings)
  return { settings, service, lms, memory: createMemory(), handlersFor }
}

export type Parts = ReturnType<typeof partsFrom>

export function createMiddleware(config: Config, parts: Parts = partsFrom(config)): Middleware {
  const { settings, service, lms, memory } = parts
  const people = createPeople(service, lms, memory)
  const editions = createEditions(service, lms, people, settings.keyPrefix)
  const merge = createMerge(settings, service, lms, memory, people, editions)
  const resync = createResync(settings, service, memory, people, editions)
  const handlers = parts.handlersFor({ people, editions, merge, resync })
  const queue = createQueue(settings, memory, async ({ event, data }) => handlers[event]?.(data))
  return {
    fetch: createInbox(settings, memory, queue),
    resync: () => queue({ id: 'resync', event: 'resync', data: {} }),
    events: Object.keys(handlers).filter((event) => event !== 'resync'),
    memory,
  }
}
