/** External timers: code under test runs on the emulator's clock without knowing it. */
import { install } from '@sinonjs/fake-timers'
import { createEmulator, type Emulator, type EmulatorOptions } from 'course-admin-emulator'
import { setupEmulator } from 'course-admin-emulator/node'
import { array, assert, asyncProperty, constantFrom, integer, nat, record } from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, test, vi } from 'vitest'

const startMs = Date.parse('2026-01-05T09:00:00.000Z')
const realNow = Date.now
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  if (Date.now !== realNow) throw new Error('the timers of the process are still fake')
})

function fresh(options: EmulatorOptions = {}): Emulator {
  const emulator = createEmulator({ world: 'empty', ...options })
  ends.push(() => emulator.close())
  return emulator
}

/** Waits as code under test does, with the timers of the process, which are fake here. */
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Simulates other asynchronous work of the code under test. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Ways to share time, each with its method that advances the time. */
const ways = {
  vi(emulator: Emulator) {
    emulator.shareTime(vi)
    return (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
  },
  'fake timers that were there before'(emulator: Emulator) {
    vi.useFakeTimers()
    ends.push(() => vi.useRealTimers())
    emulator.shareTime(vi)
    return (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
  },
  '@sinonjs/fake-timers'(emulator: Emulator) {
    const clock = install({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'Date'] })
    ends.push(() => void clock.uninstall())
    emulator.shareTime(clock)
    return (ms: number): Promise<unknown> => clock.tickAsync(ms)
  },
}

/** Seconds since the start on the process clock; the emulator's clock must agree. */
function secondsIn(emulator: Emulator): number {
  expect(emulator.now().getTime()).toBe(Date.now())
  return (Date.now() - startMs) / 1_000
}

describe.each(Object.entries(ways))('time shared with %s', (_, share) => {
  test('advances both clocks in order, whichever side advances', async () => {
    const emulator = fresh()
    const pass = share(emulator)
    const log: string[] = []
    const note = (what: string): void => void log.push(`${secondsIn(emulator)} ${what}`)
    emulator.receiver({ url: 'https://app.test/hooks', answer: () => (note('attempt'), 503) })
    emulator.act.deleteUser({ user: emulator.given('users') })
    setTimeout(() => note('timer'), 299_000)
    setInterval(() => note('interval'), 200_000)
    void emulator.sleep('450s').then(() => note('sleeper'))

    await emulator.advance('5m')
    expect(log).toEqual(['0 attempt', '200 interval', '299 timer', '300 attempt'])
    await pass(300_000)
    expect(log.slice(4)).toEqual(['400 interval', '450 sleeper', '600 interval', '600 attempt'])
    expect(secondsIn(emulator)).toBe(600)
  })

  test('is restored with a snapshot, and timers keep their remaining delays', async () => {
    const emulator = fresh()
    const pass = share(emulator)
    const before = emulator.snapshot()
    await pass(60_000)
    let fired = 0
    setTimeout(() => (fired = secondsIn(emulator)), 5_000)
    emulator.restore(before)
    expect(secondsIn(emulator)).toBe(0)
    await emulator.advance('10s')
    expect(fired).toBe(5)
  })

  test('ends with the emulator', async () => {
    const emulator = fresh()
    share(emulator)
    emulator.close()
    await emulator.advance('1m')
    expect(Date.now()).not.toBe(emulator.now().getTime())
  })
})

describe('code under test', () => {
  /** Retries a rejected request after the delay that the service requests. */
  async function patientFetch(url: string, init: RequestInit): Promise<Response> {
    for (;;) {
      const response = await fetch(url, init)
      if (response.status !== 429) return response
      const seconds = Number(response.headers.get('retry-after'))
      await wait(seconds * 1_000)
    }
  }

  test('that backs off with setTimeout succeeds over the MSW network', async () => {
    using emulator = setupEmulator({
      world: 'empty',
      rateLimit: { requestsPerWindowMax: 2, windowMs: 300_000 },
    }).listen()
    emulator.shareTime(vi)
    const moments: number[] = []
    async function work(): Promise<void> {
      for (let i = 0; i < 5; i += 1) {
        await patientFetch(`${emulator.baseUrl}/users`, { headers: emulator.headers })
        moments.push(secondsIn(emulator))
      }
    }
    const done = work()
    await emulator.advance('1h')
    await done
    expect(moments).toEqual([0, 0, 300, 300, 600])
    expect(
      emulator.entries({ kind: 'request' }).filter(({ status }) => status === 429),
    ).toHaveLength(2)
  })

  test('that works for long after a wait does all of it at that time', async () => {
    using emulator = setupEmulator({ world: 'empty' }).listen()
    emulator.shareTime(vi)
    const moments = new Set<number>()
    async function work(): Promise<void> {
      await wait(60_000)
      for (let i = 0; i < 60; i += 1) {
        await fetch(`${emulator.baseUrl}/users`, { headers: emulator.headers })
        await turn()
        moments.add(secondsIn(emulator))
      }
    }
    const done = work()
    await emulator.advance('1h')
    await done
    expect([...moments]).toEqual([60])
  })

  test('that checks timestamps with its own library succeeds on the third attempt', async () => {
    const emulator = fresh()
    emulator.shareTime(vi)
    let calls = 0
    const hook = emulator.receiver({
      url: 'https://app.test/hooks',
      async answer(request) {
        calls += 1
        if (calls < 3) return 503
        const library = new Webhook(hook.secret as string)
        library.verify(await request.text(), Object.fromEntries(request.headers))
        return 204
      },
    })
    emulator.act.deleteUser({ user: emulator.given('users') })
    await emulator.advance('10m')
    expect(hook.transcript.map((line) => line.split('  ').at(-1))).toEqual(['503', '503', '204'])
  })

  test('that aborts with AbortSignal.timeout does so in the emulator’s time', async () => {
    const { timeout } = AbortSignal
    const emulator = fresh()
    emulator.shareTime(vi)
    const signal = AbortSignal.timeout(10_000)
    await emulator.advance('9999ms')
    expect(signal.aborted).toBe(false)
    await emulator.advance('1ms')
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
    emulator.close()
    expect(AbortSignal.timeout).toBe(timeout)
  })

  test('that waits with setTimeout is a slow receiver', async () => {
    const emulator = fresh()
    emulator.shareTime(vi)
    const served: number[] = []
    const hook = emulator.receiver({
      url: 'https://app.test/hooks',
      async answer() {
        await wait(12_000)
        served.push(secondsIn(emulator))
        return 200
      },
    })
    emulator.act.deleteUser({ user: emulator.given('users') })
    await emulator.advance('1m')
    expect(served).toEqual([12])
    expect(hook.transcript).toEqual(['09:00:00  user.deleted  attempt 1  no answer in 10 s'])
  })
})

describe('the timer methods of Vitest', () => {
  test('that advance synchronously run due tasks on the way', () => {
    const emulator = fresh()
    emulator.shareTime(vi)
    const log: number[] = []
    setTimeout(() => log.push(secondsIn(emulator)), 2_000)
    vi.advanceTimersByTime(1_000)
    vi.advanceTimersToNextTimer()
    expect(log).toEqual([2])
    expect(secondsIn(emulator)).toBe(2)
  })

  test('vi.waitFor advances the time until its callback succeeds', async () => {
    const emulator = fresh()
    emulator.shareTime(vi)
    await vi.waitFor(() => expect(secondsIn(emulator)).toBe(0.15), { interval: 50 })
  })

  test('that run all timers stop at the last one, and throw if there is none', async () => {
    const emulator = fresh()
    emulator.shareTime(vi)
    setTimeout(() => setTimeout(() => undefined, 60_000), 60_000)
    await vi.runAllTimersAsync()
    expect(secondsIn(emulator)).toBe(120)
    setInterval(() => undefined, 1_000)
    await vi.advanceTimersToNextTimerAsync()
    expect(secondsIn(emulator)).toBe(121)
    await expect(vi.runAllTimersAsync()).rejects.toThrow('Could not run all timers')
  })

  test('that clear all timers do not change the time', async () => {
    const emulator = fresh()
    emulator.shareTime(vi)
    await emulator.advance('1m')
    setTimeout(() => expect.unreachable(), 1_000)
    vi.clearAllTimers()
    await emulator.advance('1m')
    expect(secondsIn(emulator)).toBe(120)
  })

  test('useRealTimers ends time sharing', async () => {
    const emulator = fresh()
    emulator.shareTime(vi)
    vi.useRealTimers()
    expect(Date.now).toBe(realNow)
    await emulator.advance('1m')
    expect(emulator.now().getTime()).toBe(startMs + 60_000)
  })
})

describe('invalid uses are rejected', () => {
  test('a running clock', () => {
    expect(() => fresh({ clock: 'system' }).shareTime(vi)).toThrow('the clock runs with real time')
  })
  test('timers that another emulator shares', () => {
    fresh().shareTime(vi)
    expect(() => fresh().shareTime(vi)).toThrow('the timers are already shared')
  })
  test('setting the time manually', () => {
    fresh().shareTime(vi)
    expect(() => vi.setSystemTime(0)).toThrow('the emulator owns the time')
  })
  test('an invalid duration', () => {
    fresh().shareTime(vi)
    expect(() => vi.advanceTimersByTime(-1)).toThrow('is not a valid duration')
  })
  test('a timer that keeps rescheduling itself at the same time', async () => {
    const emulator = fresh()
    emulator.shareTime(vi)
    async function spin(): Promise<void> {
      for (;;) await wait(0)
    }
    void spin()
    await expect(emulator.advance('1s')).rejects.toThrow('"timer" keeps rescheduling itself')
  })
})

test('forks and other emulators have separate times', async () => {
  const [emulator, other] = [fresh(), fresh()]
  emulator.shareTime(vi)
  const fork = emulator.fork()
  let fired = false
  setTimeout(() => (fired = true), 1_000)
  await Promise.all([fork.advance('1h'), other.advance('1d')])
  expect([fired, secondsIn(emulator)]).toEqual([false, 0])
  expect(fork.now().getTime()).toBe(startMs + 3_600_000)
})

test('timers and due tasks run in time order, however the time is advanced', async () => {
  const plans = array(record({ atMs: nat(500), who: constantFrom('timer', 'sleeper') }), {
    maxLength: 20,
  })
  const steps = array(record({ ms: integer({ min: 0, max: 200 }), by: constantFrom('vi', 'us') }))
  await assert(
    asyncProperty(plans, steps, async (planned, passing) => {
      const emulator = createEmulator({ world: 'empty' })
      emulator.shareTime(vi)
      const seen: number[] = []
      const note = (atMs: number): void => {
        expect(secondsIn(emulator)).toBe(atMs / 1_000)
        seen.push(atMs)
      }
      for (const { atMs, who } of planned) {
        if (who === 'timer') setTimeout(() => note(atMs), atMs)
        else void emulator.sleep(atMs).then(() => note(atMs))
      }
      for (const { ms, by } of passing) {
        await (by === 'us' ? emulator.advance(ms) : vi.advanceTimersByTimeAsync(ms))
      }
      await emulator.advance(500)
      emulator.close()
      expect(seen).toEqual(planned.map(({ atMs }) => atMs).sort((a, b) => a - b))
    }),
    { numRuns: 40 },
  )
})
