/** Works on what was accepted: one piece at a time, again and later where it fails. */
import type { Settings } from './config.ts'
import type { Job, Memory } from './memory.ts'

/** Before the second try, and at the most before a later one; it doubles in between. */
const firstWaitMs = 30_000
const longestWaitMs = 1_800_000

export type Queue = (job: Job) => Promise<void>

/** Gives a function that takes a job, and resolves when it is done or laid aside. */
export function createQueue(
  { sleep, attemptsMax }: Settings,
  memory: Memory,
  work: (job: Job) => Promise<void>,
): Queue {
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const turn = last.then(task)
    last = turn.catch(() => undefined)
    return turn
  }

  return async (job) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await inTurn(() => work(job))
      } catch (error) {
        if (attempt >= attemptsMax) {
          memory.laidAside.push({ job, because: String(error) })
          return
        }
        await sleep(Math.min(firstWaitMs * 2 ** (attempt - 1), longestWaitMs))
      }
    }
  }
}
