/** Shared timers: those of `node:test`, on an automatic clock, and in the list of pending tasks. */
import { mock } from 'node:test'
import { setTimeout as nodeWait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import {
  cleanUpAfterEach,
  cleanups,
  freshEmulator,
  realNow,
  secondsIn,
  wait,
} from './shared-time.ts'

cleanUpAfterEach()

/** Whether a real timer of Node has been cleared. */
const isDestroyed = (timer: NodeJS.Timeout): unknown => Reflect.get(timer, '_destroyed')

describe('mock.timers of node:test', () => {
  test('fakes every way to wait, and reset restores them', async () => {
    const real = { setTimeout, clearInterval, nodeWait }
    const emulator = freshEmulator()
    emulator.shareTime(mock.timers)
    const log: string[] = []
    const note = (name: string) => () => void log.push(`${secondsIn(emulator)} ${name}`)
    const interval = setInterval(note('interval'), 2_000)
    void promisify(setTimeout)(1_000).then(note('promisify'))
    void nodeWait(3_000).then(note('timers/promises'))
    const aborted = nodeWait(3_000, undefined, { signal: AbortSignal.timeout(500) })
    aborted.catch(note('aborted'))
    setTimeout(note('timeout'), 5_000, 'argument')
    clearTimeout(setTimeout(note('cleared'), 1_000))
    await emulator.advance('4s')
    clearInterval(interval)
    mock.timers.runAll()
    expect(log).toEqual([
      '0.5 aborted',
      '1 promisify',
      '2 interval',
      '3 timers/promises',
      '4 interval',
      '5 timeout',
    ])
    mock.timers.reset()
    expect({ setTimeout, clearInterval, nodeWait }).toEqual(real)
    expect(Date.now).toBe(realNow)
  })

  test.each([undefined, 0, -5, 2 ** 31])('a delay of %s is 1 ms', async (delay) => {
    cleanups.push(() => mock.timers.reset())
    const emulator = freshEmulator()
    emulator.shareTime(mock.timers)
    const due: number[] = []
    setTimeout(() => due.push(secondsIn(emulator)), delay)
    await emulator.advance('1s')
    expect(due).toEqual([0.001])
  })

  test('refuse setTime, because the emulator owns the time', () => {
    cleanups.push(() => mock.timers.reset())
    const emulator = freshEmulator()
    emulator.shareTime(mock.timers)
    const moment = Date.now() + 60_000
    expect(() => mock.timers.setTime(moment)).toThrow(
      'Use `emulator.advance({ to })`, or the option `start`',
    )
    expect(secondsIn(emulator)).toBe(0)
  })

  test('reject an aborted wait as Node does', async () => {
    const reason = new Error('enough')
    async function abortError() {
      const controller = new AbortController()
      const waiting = nodeWait(1_000, undefined, { signal: controller.signal })
      controller.abort(reason)
      const error: unknown = await waiting.catch((each: unknown) => each)
      const { name, message, code, cause } = error as NodeJS.ErrnoException
      return { isError: error instanceof Error, name, message, code, cause }
    }
    const expected = await abortError()
    cleanups.push(() => mock.timers.reset())
    freshEmulator().shareTime(mock.timers)
    expect(await abortError()).toEqual(expected)
    expect(expected).toMatchObject({ name: 'AbortError', cause: reason })
  })

  test('clear only the timers of the clock; a real timer is cleared for real', async () => {
    const real = [
      setTimeout(() => undefined, 60_000),
      setInterval(() => undefined, 60_000),
    ] as const
    cleanups.push(
      () => real.forEach(clearTimeout),
      () => mock.timers.reset(),
    )
    const emulator = freshEmulator()
    emulator.shareTime(mock.timers)
    const fired: number[] = []
    for (let i = 0; i < 10; i += 1) setTimeout(() => fired.push(i), 1_000)
    // Note: a timer of Node becomes its id as a number, and the first ids of a process are small.
    for (let i = 0; i <= 10; i += 1) clearTimeout({ [Symbol.toPrimitive]: () => i } as never)
    clearTimeout(real[0])
    clearInterval(real[1])
    clearTimeout(undefined)
    clearTimeout(Number(setTimeout(() => fired.push(-1), 1_000)))
    await emulator.advance('1s')
    expect(fired).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(real.map(isDestroyed)).toEqual([true, true])
  })

  test('have the methods of Timeout', async () => {
    const emulator = freshEmulator()
    emulator.shareTime(mock.timers)
    cleanups.push(() => mock.timers.reset())
    const log: string[] = []
    const note = (name: string) => () => void log.push(`${secondsIn(emulator)} ${name}`)
    const timer = setTimeout(note('refreshed'), 2_000)
    const cleared = setTimeout(note('cleared'), 2_000)
    expect([timer.hasRef(), timer.unref().hasRef(), timer.ref().hasRef()]).toEqual([
      true,
      false,
      true,
    ])
    await emulator.advance('1s')
    expect(timer.refresh()).toBe(timer)
    clearTimeout(cleared)
    cleared.refresh()
    await emulator.advance('3s')
    timer.refresh()
    await emulator.advance('3s')
    expect(log).toEqual(['3 refreshed', '6 refreshed'])
  })

  test('that are enabled already are refused', () => {
    mock.timers.enable({ apis: ['Date'] })
    cleanups.push(() => mock.timers.reset())
    expect(() => freshEmulator().shareTime(mock.timers)).toThrow(
      'Remove `mock.timers.enable`: `shareTime` enables the timers',
    )
  })
})

describe('an automatic clock', () => {
  test('moves shared timers', async () => {
    const emulator = freshEmulator({ clock: 'auto' })
    emulator.shareTime(vi)
    await wait(60_000)
    await emulator.sleep('1m')
    await wait(60_000)
    expect(secondsIn(emulator)).toBe(180)
  })

  test('does not move for a time limit that nothing waits for', async () => {
    const emulator = freshEmulator({ clock: 'auto' })
    emulator.shareTime(vi)
    const signal = AbortSignal.timeout(10_000)
    await emulator.fetch('/users', { headers: emulator.headers })
    await emulator.settle()
    expect([secondsIn(emulator), signal.aborted]).toEqual([0, false])
    await wait(11_000)
    expect(signal.aborted).toBe(true)
  })
})

test('pending lists shared timers', () => {
  const emulator = freshEmulator()
  emulator.shareTime(vi)
  void emulator.sleep('2s')
  setTimeout(() => undefined, 3_000)
  setInterval(() => undefined, 1_000)
  expect(emulator.pending()).toEqual([
    { at: '2026-01-05T09:00:01.000Z', kind: 'timer' },
    { at: '2026-01-05T09:00:02.000Z', kind: 'wake' },
    { at: '2026-01-05T09:00:03.000Z', kind: 'timer' },
  ])
})

test('a global with another kind of clock has no fake timers', () => {
  const before = globalThis.setTimeout
  cleanups.push(() => void (globalThis.setTimeout = before))
  const timed = (...input: Parameters<typeof setTimeout>): unknown => before(...input)
  globalThis.setTimeout = Object.assign(timed, { clock: 'a watch' }) as never
  const runner = { useFakeTimers() {}, useRealTimers() {}, isFakeTimers: () => false }
  expect(() => freshEmulator().shareTime(runner as never)).toThrow('installs no fake timers')
})

test.each([false, true])(
  'a runner that installs no fake timers gets its real ones back, also if it is a function: %s',
  (isFunction) => {
    const [useFakeTimers, useRealTimers] = [vi.fn<() => void>(), vi.fn<() => void>()]
    const methods = { useFakeTimers, useRealTimers, isFakeTimers: () => false }
    const runner = isFunction ? Object.assign(() => undefined, methods) : methods
    expect(() => freshEmulator().shareTime(runner as never)).toThrow('installs no fake timers')
    expect([useFakeTimers.mock.calls.length, useRealTimers.mock.calls.length]).toEqual([1, 1])
  },
)

test('legacy fake timers are refused', () => {
  const before = globalThis.setTimeout
  cleanups.push(() => void (globalThis.setTimeout = before))
  const legacy = (...input: Parameters<typeof setTimeout>): unknown => before(...input)
  globalThis.setTimeout = Object.assign(legacy, { _isMockFunction: true }) as never
  expect(() => freshEmulator().shareTime(vi)).toThrow('the timers are legacy fake timers')
})
