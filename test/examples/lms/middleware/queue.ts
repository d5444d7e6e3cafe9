/** Processes accepted jobs one at a time, and retries failed jobs later. */
import type { Settings } from './config.ts'
import { CallFailed } from './http.ts'
import type { Job, Memory } from './memory.ts'

/** The delay before the second attempt, and the longest delay. The delay doubles in between. */
const firstDelayMs = 30_000
const maxDelayMs = 1_800_000

/** A write that is answered 409 or 422 is refused again, unless another change was on its way. */
const refusedAttemptsMax = 4
const isRefused = (error: unknown): boolean =>
  error instanceof CallFailed && [409, 422].includes(error.status)

export interface Queue {
  /** Queues a job. Resolves when the job is done or is a dead letter. */
  add(job: Job): Promise<void>
  /** Whether a job waits or is processed. */
  has(id: string): boolean
}

export function createQueue(
  { sleep, attemptsMax }: Settings,
  memory: Memory,
  work: (job: Job) => Promise<void>,
): Queue {
  const ids = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()

  function serialize<T>(task: () => Promise<T>): Promise<T> {
    const turn = last.then(task)
    last = turn.catch(() => undefined)
    return turn
  }

  async function process(job: Job): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await serialize(() => work(job))
        return memory.finish(job.id)
      } catch (error) {
        if (attempt >= (isRefused(error) ? refusedAttemptsMax : attemptsMax)) {
          memory.layAside(job, String(error))
          return memory.finish(job.id)
        }
        await sleep(Math.min(firstDelayMs * 2 ** (attempt - 1), maxDelayMs))
      }
    }
  }

  return {
    async add(job) {
      ids.add(job.id)
      await process(job)
      ids.delete(job.id)
    },
    has: (id) => ids.has(id),
  }
}
