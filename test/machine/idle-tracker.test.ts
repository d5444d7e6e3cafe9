import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createQuiet } from '../../src/machine/idle-tracker.ts'

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
  await createQuiet().reached(() => (asked += 1) > 0)
  expect(asked).toBe(0)
})

test('tracked work gives what it gives, and a rejection is its owner to handle', async () => {
  const quiet = createQuiet()
  expect(await quiet.track(() => Promise.resolve(7))).toBe(7)
  await expect(quiet.track(() => Promise.reject(new Error('boom')))).rejects.toThrow('boom')
  await expect(quiet.during(() => Promise.reject(new Error('boom')))).rejects.toThrow('boom')
  expect(await quiet.during(() => Promise.resolve(8))).toBe(8)
  expect(await reachedSoon(quiet.reached(nobodySleeps), 1)).toBe(true)
})

test('quiet waits for tracked work that takes many turns', async () => {
  const quiet = createQuiet()
  let done = false
  void quiet.track(async () => {
    await turns(10)
    done = true
  })
  await quiet.reached(nobodySleeps)
  expect(done).toBe(true)
})

test('quiet waits for a chain of works of which each starts the next', async () => {
  const quiet = createQuiet()
  let links = 0
  const link = async (): Promise<void> => {
    await turns(2)
    links += 1
    if (links < 20) void quiet.track(link)
  }
  void quiet.track(link)
  await quiet.reached(nobodySleeps)
  expect(links).toBe(20)
})

test('quiet waits for work that reads files, however many turns that takes', async () => {
  const quiet = createQuiet()
  let read = 0
  void quiet.track(async () => {
    for (; read < 600; read += 1) await readFile(import.meta.filename)
  })
  await quiet.reached(nobodySleeps)
  expect(read).toBe(600)
})

test('quiet waits for short work such as a request', async () => {
  const quiet = createQuiet()
  let answered = false
  void quiet.during(async () => {
    await turns(3)
    answered = true
  })
  await quiet.reached(nobodySleeps)
  expect(answered).toBe(true)
})

test('work that never settles is taken to wait for ever after some turns without a stir', async () => {
  const quiet = createQuiet({ idleTurnsMax: 2, patienceMs: 10_000 })
  void quiet.track(never)
  await expect(quiet.reached(nobodySleeps)).resolves.toBeUndefined()
})

test('work that waits on the clock is not waited for', async () => {
  const quiet = createQuiet({ idleTurnsMax: 2, patienceMs: 10_000 })
  void quiet.track(never)
  expect(await reachedSoon(quiet.reached(() => true))).toBe(true)
})

test('a stir makes quiet wait on, even where work waits on the clock', async () => {
  const quiet = createQuiet({ idleTurnsMax: 4, patienceMs: 10_000 })
  void quiet.track(never)
  let stirring = true
  const reached = quiet.reached(() => true)
  void (async () => {
    for (; stirring; quiet.stir()) await turns(1)
  })()
  expect(await reachedSoon(reached, 30)).toBe(false)
  stirring = false
  expect(await reachedSoon(reached, 30)).toBe(true)
})

test('where the process shows signs of life, patience ends the wait', async () => {
  const quiet = createQuiet({ idleTurnsMax: 1, patienceMs: 0 })
  const timers: ReturnType<typeof setTimeout>[] = []
  void quiet.track(() => {
    // Note: more than a test runner may have had open a moment ago, and closed since.
    for (let i = 0; i < 20; i += 1) timers.push(setTimeout(() => undefined, 2 ** 31 - 1))
    return never()
  })
  await expect(quiet.reached(nobodySleeps)).resolves.toBeUndefined()
  for (const timer of timers) clearTimeout(timer)
})
