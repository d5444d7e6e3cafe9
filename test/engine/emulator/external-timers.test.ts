/** Fake timers that share the time of an emulator. */
import { mock } from 'node:test'
import { runInNewContext } from 'node:vm'
import { install } from '@sinonjs/fake-timers'
import { createEmulator, type Emulator, EmulatorError } from 'course-admin-emulator'
import { array, asyncProperty, constantFrom, integer, nat, record } from 'fast-check'
import { ModernFakeTimers } from '@jest/fake-timers'
import { describe, expect, test, vi } from 'vitest'
import {
  cleanUpAfterEach,
  cleanups,
  freshEmulator,
  realNow,
  secondsIn,
  startMs,
  wait,
} from './shared-time.ts'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { stateLines } from '../../../src/engine/emulator/reports/expectations.ts'
import { assertProperty } from '../../support/property-runs.ts'

cleanUpAfterEach()

/** The fake timers behind the `jest` object, as a test file of Jest uses them. */
function createJest() {
  const timers = new ModernFakeTimers({ config: { fakeTimers: {} } as never, global: globalThis })
  cleanups.push(() => timers.useRealTimers())
  return {
    useFakeTimers: (config?: object) => timers.useFakeTimers(config),
    useRealTimers: () => timers.useRealTimers(),
    advanceTimersByTime: (ms: number) => timers.advanceTimersByTime(ms),
    advanceTimersByTimeAsync: (ms: number) => timers.advanceTimersByTimeAsync(ms),
  }
}

/** Ways to share time, each with its method that advances the time. */
const ways = {
  vi(emulator: Emulator) {
    emulator.shareTime(vi)
    return (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
  },
  'fake timers that were there before'(emulator: Emulator) {
    vi.useFakeTimers()
    cleanups.push(() => vi.useRealTimers())
    emulator.shareTime(vi)
    return (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
  },
  '@sinonjs/fake-timers'(emulator: Emulator) {
    const clock = install({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'Date'] })
    cleanups.push(() => void clock.uninstall())
    emulator.shareTime(clock)
    return (ms: number): Promise<unknown> => clock.tickAsync(ms)
  },
  'timers whose list belongs to another realm, as in a test file of Jest'(emulator: Emulator) {
    const clock = install({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'Date'] })
    cleanups.push(() => void clock.uninstall())
    clock.clearTimeout(clock.setTimeout(() => undefined, 1))
    const { timers } = clock as unknown as { timers: object }
    Object.setPrototypeOf(timers, runInNewContext('Map.prototype') as object)
    expect(timers).not.toBeInstanceOf(Map)
    emulator.shareTime(clock)
    return (ms: number): Promise<unknown> => clock.tickAsync(ms)
  },
  jest(emulator: Emulator) {
    const jest = createJest()
    emulator.shareTime(jest)
    return (ms: number): Promise<unknown> => jest.advanceTimersByTimeAsync(ms)
  },
  'jest, whose fake timers were there before'(emulator: Emulator) {
    const jest = createJest()
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] })
    emulator.shareTime(jest)
    return (ms: number): Promise<unknown> => jest.advanceTimersByTimeAsync(ms)
  },
  'mock.timers of node:test'(emulator: Emulator) {
    emulator.shareTime(mock.timers)
    cleanups.push(() => mock.timers.reset())
    // Note: `tick` is synchronous, so promises settle between two calls only.
    return async (ms: number): Promise<void> => {
      const end = Date.now() + ms
      while (Date.now() < end) {
        mock.timers.tick(Math.min(50_000, end - Date.now()))
        await emulator.settle()
      }
    }
  },
}

describe.each(Object.entries(ways))('time shared with %s', (_, share) => {
  test('advances both clocks in order, whichever side advances', async () => {
    const emulator = freshEmulator()
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
    const emulator = freshEmulator()
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
    const emulator = freshEmulator()
    share(emulator)
    emulator.close()
    await emulator.advance('1m')
    expect(Date.now()).not.toBe(emulator.now().getTime())
  })
})

describe('the timer methods of Vitest', () => {
  test('that advance synchronously run due tasks on the way', () => {
    const emulator = freshEmulator()
    emulator.shareTime(vi)
    const log: number[] = []
    setTimeout(() => log.push(secondsIn(emulator)), 2_000)
    vi.advanceTimersByTime(1_000)
    vi.advanceTimersToNextTimer()
    expect(log).toEqual([2])
    expect(secondsIn(emulator)).toBe(2)
  })

  test('vi.waitFor advances the time until its callback succeeds', async () => {
    const emulator = freshEmulator()
    emulator.shareTime(vi)
    await vi.waitFor(() => expect(secondsIn(emulator)).toBe(0.15), { interval: 50 })
  })

  test('that run all timers stop at the last one, and throw if there is none', async () => {
    const emulator = freshEmulator()
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
    const emulator = freshEmulator()
    emulator.shareTime(vi)
    await emulator.advance('1m')
    setTimeout(() => expect.unreachable(), 1_000)
    vi.clearAllTimers()
    await emulator.advance('1m')
    expect(secondsIn(emulator)).toBe(120)
  })

  test('useRealTimers ends time sharing', async () => {
    const emulator = freshEmulator()
    emulator.shareTime(vi)
    vi.useRealTimers()
    expect(Date.now).toBe(realNow)
    await emulator.advance('1m')
    expect(emulator.now().getTime()).toBe(startMs + 60_000)
  })
})

test('a clock of `@sinonjs/fake-timers` advances by seconds, minutes and hours in a text', async () => {
  const clock = install({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'Date'] })
  cleanups.push(() => void clock.uninstall())
  const emulator = freshEmulator()
  emulator.shareTime(clock)
  clock.tick('10')
  expect(secondsIn(emulator)).toBe(10)
  clock.tick('01:30')
  expect(secondsIn(emulator)).toBe(100)
  await clock.tickAsync('01:00:00')
  expect(secondsIn(emulator)).toBe(3_700)
})

test('a clock of `@sinonjs/fake-timers` advances by whole milliseconds from 0', async () => {
  const clock = install({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'Date'] })
  cleanups.push(() => void clock.uninstall())
  const emulator = freshEmulator()
  emulator.shareTime(clock)
  for (const wrong of [-1, -0.5, NaN, 'soon', '-1'])
    expect(() => clock.tick(wrong)).toThrow(`"${wrong}" is not a valid duration`)
  clock.tick(0)
  await clock.tickAsync('0')
  expect(emulator.now().getTime()).toBe(startMs)
  clock.tick(1.9)
  expect(emulator.now().getTime()).toBe(startMs + 1)
})

test('a `clock` that other code keeps on the real timers is not a clock of fake timers', async () => {
  const { setTimeout: real } = globalThis
  Object.assign(real, { clock: { now: 0 } })
  cleanups.push(() => void Reflect.deleteProperty(real, 'clock'))
  const emulator = freshEmulator()
  emulator.shareTime(vi)
  await emulator.advance('1m')
  expect(secondsIn(emulator)).toBe(60)
})

describe('invalid uses are rejected', () => {
  test.each([
    undefined,
    null,
    7,
    'vi',
    {},
    { useFakeTimers: true },
    { useFakeTimers: () => undefined, useRealTimers: () => undefined, isFakeTimers: () => false },
    { now: 0, tick: () => 0 },
    mock,
  ])('%o, which leaves the emulator and the timers as they were', async (timers) => {
    const emulator = freshEmulator()
    expect(() => emulator.shareTime(timers as never)).toThrow(EmulatorError)
    expect(Date.now).toBe(realNow)
    emulator.shareTime(vi)
    await emulator.advance('1m')
    expect(secondsIn(emulator)).toBe(60)
  })
  test('a second share of one emulator', () => {
    const emulator = freshEmulator()
    emulator.shareTime(vi)
    expect(() => emulator.shareTime(mock.timers)).toThrow('the emulator already shares its time')
    expect(secondsIn(emulator)).toBe(0)
  })
  test('a running clock', () => {
    expect(() => freshEmulator({ clock: 'system' }).shareTime(vi)).toThrow(
      'the clock runs with real time',
    )
  })
  test('timers that another emulator shares', () => {
    freshEmulator().shareTime(vi)
    const other = freshEmulator()
    expect(() => other.shareTime(vi)).toThrow(
      'the timers already share the time of another emulator. Dispose the first share. Tests that run at the same time have one set of fake timers',
    )
    expect(stateLines(contextOf(other)).join()).not.toContain('timers')
  })
  test('setting the time manually', () => {
    freshEmulator().shareTime(vi)
    expect(() => vi.setSystemTime(0)).toThrow(
      'the emulator owns the time. Use `emulator.advance({ to })`, or the option `start`.',
    )
  })
  test('an invalid duration', () => {
    freshEmulator().shareTime(vi)
    expect(() => vi.advanceTimersByTime(-1)).toThrow('is not a valid duration')
  })
  test('a timer that keeps rescheduling itself at the same time', async () => {
    const emulator = freshEmulator()
    emulator.shareTime(vi)
    async function spin(): Promise<void> {
      for (;;) await wait(0)
    }
    void spin()
    await expect(emulator.advance('1s')).rejects.toThrow(
      '"setTimeout of 0s" keeps rescheduling itself',
    )
  })
})

test('forks and other emulators have separate times', async () => {
  const [emulator, other] = [freshEmulator(), freshEmulator()]
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
  await assertProperty(
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
        else void emulator.sleep({ ms: atMs }).then(() => note(atMs))
      }
      for (const { ms, by } of passing) {
        await (by === 'us' ? emulator.advance({ ms }) : vi.advanceTimersByTimeAsync(ms))
      }
      await emulator.advance({ ms: 500 })
      emulator.close()
      expect(seen).toEqual(planned.map(({ atMs }) => atMs).sort((a, b) => a - b))
    }),
    { numRuns: 40 },
  )
})
