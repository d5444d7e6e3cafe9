/** Synchronizes an LMS with a course administration. */
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
  /** The webhook endpoint, as a fetch handler. */
  fetch: Inbox
  /** Synchronizes everything. Call it at the start and after a long outage. */
  resync(): Promise<void>
  /** The events to subscribe to. */
  readonly events: string[]
  readonly memory: Memory
}

/** Creates the parts of the middleware. A test can replace a part. */
export function partsFrom(config: Config) {
  const settings = settingsFrom(config)
  const service = createService(settings)
  const lms = createLmsApi(settings)
  return { settings, service, lms, memory: createMemory(settings.storage), handlersFor }
}

export type Parts = ReturnType<typeof partsFrom>

export function createMiddleware(config: Config, parts: Parts = partsFrom(config)): Middleware {
  const { settings, service, lms, memory } = parts
  const people = createPeople(service, lms, memory)
  const editions = createEditions(settings, service, lms, memory, people)
  const merge = createMerge(settings, service, lms, memory, people, editions)
  const resync = createResync(settings, service, memory, people, editions)
  const handlers = parts.handlersFor({ people, editions, merge, resync })
  const queue = createQueue(settings, memory, async ({ event, data }) => handlers[event]?.(data))
  // Note: jobs that a crashed process accepted and did not finish.
  for (const job of memory.unfinishedJobs()) void queue.add(job)
  return {
    fetch: createInbox(settings, memory, queue),
    async resync() {
      const job = { id: 'resync', event: 'resync', data: {} }
      memory.accept(job)
      await queue.add(job)
    },
    events: Object.keys(handlers).filter((event) => event !== 'resync'),
    memory,
  }
}
