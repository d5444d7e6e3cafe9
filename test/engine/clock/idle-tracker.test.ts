import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { createIdleTracker, watchWebCrypto } from '../../../src/engine/clock/idle-tracker.ts'

const nobodySleeps = (): boolean => false
const never = (): Promise<never> => new Promise(() => undefined)
const turns = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Whether the tracker is idle within a few turns of the event loop. */
async function reachedSoon(reached: Promise<void>, count = 5): Promise<boolean> {
  let done = false
  void reached.then(() => (done = true))
  await turns(count)
  return done
}

/** Computes digests in turn. No list of resources shows them. */
async function digests(count: number): Promise<number> {
  for (let i = 0; i < count; i += 1) await crypto.subtle.digest('SHA-256', new Uint8Array(8))
  return count
}

test('the tracker waits for operations of crypto.subtle, also if other work waits on the clock', async () => {
  const quiet = createIdleTracker()
  void quiet.track(never)
  let done = 0
  void quiet.track(async () => (done = await digests(50)))
  await quiet.whenIdle(() => true)
  expect(done).toBe(50)
})

test('a wait for untracked work includes operations of crypto.subtle, also of those that fail', async () => {
  const settled: unknown[] = []
  void digests(50).then((count) => settled.push(count))
  const key = crypto.subtle.importKey('raw', new Uint8Array(1), 'AES-GCM', false, ['encrypt'])
  key.catch(() => settled.push('refused'))
  await createIdleTracker().drain()
  expect(settled).toEqual(['refused', 50])
  expect(watchWebCrypto().running).toBe(0)
})

test('all trackers count the same operations, and the methods keep their names and results', async () => {
  const { digest } = crypto.subtle
  const jobs = watchWebCrypto()
  const { ended } = jobs
  expect(watchWebCrypto()).toBe(jobs)
  expect(crypto.subtle.digest).toBe(digest)
  expect(digest.name).toBe('digest')
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array())
  expect(Buffer.from(hash).toString('hex')).toMatch(/^e3b0c442/)
  expect(jobs).toEqual({ running: 0, ended: ended + 1 })
  await expect(digest.call({} as SubtleCrypto, 'SHA-256', new Uint8Array())).rejects.toThrow(
    'SubtleCrypto',
  )
})

test('only methods are counted, and each other property of crypto.subtle stays', async () => {
  class Subtle {
    get size(): number {
      return 8
    }
    sign(text: string): Promise<string> {
      return Promise.resolve(`${text}, signed`)
    }
    verify(text: string): boolean {
      return text.endsWith('signed')
    }
  }
  Object.defineProperty(Subtle.prototype, 'limit', { value: 9 })
  const subtle = new Subtle()
  vi.stubGlobal('crypto', { subtle })
  try {
    const jobs = watchWebCrypto()
    expect([subtle.size, Reflect.get(subtle, 'limit'), subtle.constructor]).toEqual([8, 9, Subtle])
    expect(subtle.verify('signed')).toBe(true)
    expect(jobs).toEqual({ running: 0, ended: 0 })
    const signed = subtle.sign('a')
    expect(jobs).toEqual({ running: 1, ended: 0 })
    expect(await signed).toBe('a, signed')
    expect(jobs).toEqual({ running: 0, ended: 1 })
  } finally {
    vi.unstubAllGlobals()
  }
})

test('a host without crypto.subtle has no operations', async () => {
  vi.stubGlobal('crypto', undefined)
  try {
    expect(watchWebCrypto()).toEqual({ running: 0, ended: 0 })
    await expect(createIdleTracker().drain()).resolves.toBeUndefined()
  } finally {
    vi.unstubAllGlobals()
  }
})

test('a tracker without work is idle at once', async () => {
  let asked = 0
  await createIdleTracker().whenIdle(() => (asked += 1) > 0)
  expect(asked).toBe(0)
})

test('tracked work returns its result, and its caller handles a rejection', async () => {
  const quiet = createIdleTracker()
  expect(await quiet.track(() => Promise.resolve(7))).toBe(7)
  await expect(quiet.track(() => Promise.reject(new Error('boom')))).rejects.toThrow('boom')
  await expect(quiet.trackShort(() => Promise.reject(new Error('boom')))).rejects.toThrow('boom')
  expect(await quiet.trackShort(() => Promise.resolve(8))).toBe(8)
  expect(await reachedSoon(quiet.whenIdle(nobodySleeps), 1)).toBe(true)
})

test('the tracker waits for tracked work that takes many turns', async () => {
  const quiet = createIdleTracker()
  let done = false
  void quiet.track(async () => {
    await turns(10)
    done = true
  })
  await quiet.whenIdle(nobodySleeps)
  expect(done).toBe(true)
})

test('the tracker waits for a chain of tracked work', async () => {
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

test('the tracker waits for work that reads files, regardless of the number of turns', async () => {
  const quiet = createIdleTracker({ idleTurnsMax: 24, realWaitMsMax: Infinity })
  let read = 0
  void quiet.track(async () => {
    for (; read < 600; read += 1) await readFile(import.meta.filename)
  })
  await quiet.whenIdle(nobodySleeps)
  expect(read).toBe(600)
})

test('the tracker waits for short work such as a request', async () => {
  const quiet = createIdleTracker()
  let answered = false
  void quiet.trackShort(async () => {
    await turns(3)
    answered = true
  })
  await quiet.whenIdle(nobodySleeps)
  expect(answered).toBe(true)
})

test('work that never settles counts as idle after some turns without activity', async () => {
  const quiet = createIdleTracker({ idleTurnsMax: 2, realWaitMsMax: 10_000 })
  void quiet.track(never)
  await expect(quiet.whenIdle(nobodySleeps)).resolves.toBeUndefined()
})

test('a timer that was open before the work does not prolong the wait', async () => {
  const timer = setTimeout(() => undefined, 2 ** 31 - 1)
  const quiet = createIdleTracker({ idleTurnsMax: 2, realWaitMsMax: Infinity })
  void quiet.track(never)
  await expect(quiet.whenIdle(nobodySleeps)).resolves.toBeUndefined()
  clearTimeout(timer)
})

test('the tracker does not wait for work that waits on the clock', async () => {
  const quiet = createIdleTracker({ idleTurnsMax: 2, realWaitMsMax: 10_000 })
  void quiet.track(never)
  expect(await reachedSoon(quiet.whenIdle(() => true))).toBe(true)
})

test('network work that has ended does not prolong the wait', async () => {
  const quiet = createIdleTracker({ idleTurnsMax: 2, realWaitMsMax: Infinity })
  await quiet.trackExternal(() => Promise.resolve())
  void quiet.track(never)
  expect(await reachedSoon(quiet.whenIdle(() => true))).toBe(true)
})

test('activity makes the tracker wait longer, even if work waits on the clock', async () => {
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

test('a timeout ends the wait if the process stays active', async () => {
  const quiet = createIdleTracker({ idleTurnsMax: 1, realWaitMsMax: 0 })
  const timers: ReturnType<typeof setTimeout>[] = []
  void quiet.track(() => {
    // Note: more handles than a test runner may have had open before, and closed since.
    for (let i = 0; i < 20; i += 1) timers.push(setTimeout(() => undefined, 2 ** 31 - 1))
    return never()
  })
  await expect(quiet.whenIdle(nobodySleeps)).resolves.toBeUndefined()
  for (const timer of timers) clearTimeout(timer)
})

test.each([
  ['ends after the first turns if the event loop is empty', [], 1],
  ['ends after the first turns if the event loop has only timers', ['Timeout', 'TTYWrap'], 1],
  ['takes all turns beside an immediate', ['Immediate'], 11],
  ['takes all turns beside a file', ['FSReqCallback'], 11],
  ['takes all turns beside a resource of an unknown kind', ['Timeout', 'ConnectWrap'], 11],
])('a wait for untracked work %s', async (_, resources, count) => {
  const info = vi.spyOn(process, 'getActiveResourcesInfo').mockReturnValue(resources)
  try {
    await createIdleTracker({ idleTurnsMax: 24, realWaitMsMax: Infinity }).drain()
    expect(info).toHaveBeenCalledTimes(count)
  } finally {
    info.mockRestore()
  }
})

test('a wait for untracked work ends in a host that does not list its resources', async () => {
  vi.stubGlobal('process', { versions: process.versions })
  try {
    await expect(createIdleTracker().drain()).resolves.toBeUndefined()
  } finally {
    vi.unstubAllGlobals()
  }
})
