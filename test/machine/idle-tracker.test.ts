import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createIdleTracker } from '../../src/machine/idle-tracker.ts'

const nobodySleeps = (): boolean => false
const never = (): Promise<never> => new Promise(() => undefined)
const turns = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Whether quiet is reached within a few turns of the event loop. */
async function reachedSoon(reached: Promise<void>, count = 5): Promise<boolean> {
  let done = false
  void reached.then(() => (done = true))
  await turns(count)
  return done
}

test('where nothing is under way it is quiet at once', async () => {
  let asked = 0
  await createIdleTracker().whenIdle(() => (asked += 1) > 0)
  expect(asked).toBe(0)
})

test('tracked work gives what it gives, and a rejection is its owner to handle', async () => {
  const quiet = createIdleTracker()
  expect(await quiet.track(() => Promise.resolve(7))).toBe(7)
  await expect(quiet.track(() => Promise.reject(new Error('boom')))).rejects.toThrow('boom')
  await expect(quiet.trackShort(() => Promise.reject(new Error('boom')))).rejects.toThrow('boom')
  expect(await quiet.trackShort(() => Promise.resolve(8))).toBe(8)
  expect(await reachedSoon(quiet.whenIdle(nobodySleeps), 1)).toBe(true)
})

test('quiet waits for tracked work that takes many turns', async () => {
  const quiet = createIdleTracker()
  let done = false
  void quiet.track(async () => {
    await turns(10)
    done = true
  })
  await quiet.whenIdle(nobodySleeps)
  expect(done).toBe(true)
})

test('quiet waits for a chain of works of which each starts the next', async () => {
  const quiet = createIdleTracker()
  let links = 0
  const link = async (): Promise<void> => {
    await turns(2)
    links += 1
    if (links < 20) void quiet.track(link)
  }
  void quiet.track(link)
  await quiet.whenIdle(nobodySleeps)
  expect(links).toBe(20)
})

test('quiet waits for work that reads files, however many turns that takes', async () => {
  const quiet = createIdleTracker()
  let read = 0
  void quiet.track(async () => {
    for (; read < 600; read += 1) await readFile(import.meta.filename)
  })
  await quiet.whenIdle(nobodySleeps)
  expect(read).toBe(600)
})

test('quiet waits for short work such as a request', async () => {
  const quiet = createIdleTracker()
  let answered = false
  void quiet.trackShort(async () => {
    await turns(3)
    answered = true
  })
  await quiet.whenIdle(nobodySleeps)
  expect(answered).toBe(true)
})

test('work that never settles is taken to wait for ever after some turns without a stir', async () => {
  const quiet = createIdleTracker({ idleTurnsMax: 2, realWaitMsMax: 10_000 })
  void quiet.track(never)
  await expect(quiet.whenIdle(nobodySleeps)).resolves.toBeUndefined()
})

test('work that waits on the clock is not waited for', async () => {
  const quiet = createIdleTracker({ idleTurnsMax: 2, realWaitMsMax: 10_000 })
  void quiet.track(never)
  expect(await reachedSoon(quiet.whenIdle(() => true))).toBe(true)
})

test('a stir makes quiet wait on, even where work waits on the clock', async () => {
  const quiet = createIdleTracker({ idleTurnsMax: 4, realWaitMsMax: 10_000 })
  void quiet.track(never)
  let stirring = true
  const reached = quiet.whenIdle(() => true)
  void (async () => {
    for (; stirring; quiet.markActivity()) await turns(1)
  })()
  expect(await reachedSoon(reached, 30)).toBe(false)
  stirring = false
  expect(await reachedSoon(reached, 30)).toBe(true)
})

test('where the process shows signs of life, patience ends the wait', async () => {
  const quiet = createIdleTracker({ idleTurnsMax: 1, realWaitMsMax: 0 })
  const timers: ReturnType<typeof setTimeout>[] = []
  void quiet.track(() => {
    // Note: more than a test runner may have had open a moment ago, and closed since.
    for (let i = 0; i < 20; i += 1) timers.push(setTimeout(() => undefined, 2 ** 31 - 1))
    return never()
  })
  await expect(quiet.whenIdle(nobodySleeps)).resolves.toBeUndefined()
  for (const timer of timers) clearTimeout(timer)
})
