/** The webhook endpoint: verifies, stores and acknowledges a notification. A queue processes it later. */
import type { Settings } from './config.ts'
import type { Job, Memory } from './memory.ts'
import type { Queue } from './queue.ts'
import { isGenuine } from './signature.ts'

/** A platform that can keep work running after the response. */
export interface Platform {
  waitUntil?(work: Promise<unknown>): void
}

export type Inbox = (request: Request, platform?: Platform) => Promise<Response>

export function createInbox({ secret, now }: Settings, memory: Memory, queue: Queue): Inbox {
  return async (request, platform) => {
    const body = await request.text()
    if (!isGenuine(request.headers, body, secret, now())) {
      memory.noteRefusal()
      return new Response(null, { status: 401 })
    }
    const id = request.headers.get('webhook-id') as string
    const { event, event_data: data } = JSON.parse(body) as {
      event: string
      event_data: Job['data']
    }
    // Note: a write that failed can have stored the job, and nothing processes it.
    const isLeft = memory.isUnfinished(id) && !queue.has(id)
    if (memory.isNew(id) || isLeft) {
      const job = { id, event, data }
      memory.accept(job)
      const work = queue.add(job)
      platform?.waitUntil?.(work)
    }
    return new Response(null, { status: 202 })
  }
}
