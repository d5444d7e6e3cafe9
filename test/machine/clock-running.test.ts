/** Running clocks, on timers of the test's own, so that no test waits. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { createClock as create } from '../../src/machine/clock.ts'
import type { ClockMode } from '../../src/machine/clock-mode.ts'
import type { ClockFixture } from './clock-fixture.ts'

const minuteMs = 60_000
let createClock: typeof create
let createStand: (given: object) => ClockFixture
/** How far ahead timers were set. */
const delaysMs: number[] = []
let putBack: () => void

// Note: the machine takes the timers when it is loaded, so it is loaded after they were replaced.
beforeAll(async () => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_000_000 })
  const fake = globalThis.setTimeout
  const noting = (run: () => void, ms = 0): unknown => (delaysMs.push(ms), fake(run, ms))
  globalThis.setTimeout = noting as typeof setTimeout
  putBack = () => void (globalThis.setTimeout = fake)
  ;({ createClock } = await import('../../src/machine/clock.ts'))
  ;({ createClockFixture: createStand } = await import('./clock-fixture.ts'))
})
// Note: a spy would be taken back once more at the end of the file, when these timers are gone.
afterAll(() => {
  putBack()
  vi.useRealTimers().resetModules()
})

const running = (mode: ClockMode, startMs = 0): ClockFixture =>
  createStand({ mode, startMs, createClock })
const realTime = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

test('a system clock runs with real time, from its own start', async () => {
  const { clock } = running('system', 5_000)
  expect(clock.now()).toBe(5_000)
  await realTime(250)
  expect(clock.now()).toBe(5_250)
})

test('a scaled clock runs so many times as fast', async () => {
  const { clock } = running({ scale: 60 }, 5_000)
  await realTime(1_000)
  expect(clock.now()).toBe(5_000 + minuteMs)
})

test('a running clock wakes for each task when it is due', async () => {
  const { clock, log, scheduleNote } = running('system')
  scheduleNote(300, 'b')
  scheduleNote(100, 'a')
  await realTime(99)
  expect(log).toEqual([])
  await realTime(1)
  expect(log).toEqual(['100 a'])
  await realTime(200)
  expect(log).toEqual(['100 a', '300 b'])
  clock.stop()
})

test('a scaled clock wakes when the task is due on its own time', async () => {
  const { log, scheduleNote } = running({ scale: 60 })
  scheduleNote(minuteMs, 'a')
  await realTime(999)
  expect(log).toEqual([])
  await realTime(1)
  expect(log).toEqual(['60000 a'])
})

test('a task that a task schedules wakes a running clock too', async () => {
  const { clock, log, scheduleNote } = running('system')
  clock.registerHandler('chain', () => void scheduleNote(clock.now() + 50, 'later'))
  clock.schedule({ at: 100, kind: 'chain', payload: null })
  await realTime(150)
  expect(log).toEqual(['150 later'])
})

test('advance moves a running clock ahead, each task at its own hour', async () => {
  const { clock, log, scheduleNote } = running('system')
  scheduleNote(minuteMs, 'a')
  scheduleNote(2 * minuteMs, 'b')
  await realTime(10)
  expect(await clock.advance(2 * minuteMs)).toEqual({ now: 2 * minuteMs + 10, ran: 2 })
  expect(log).toEqual(['60000 a', '120000 b'])
  await realTime(5)
  expect(clock.now()).toBe(2 * minuteMs + 15)
})

test('advanceToNext brings a running clock to the next task at once', async () => {
  const { clock, log, scheduleNote } = running('system')
  scheduleNote(minuteMs, 'a')
  expect(await clock.advanceToNext()).toEqual({ now: minuteMs, ran: 1 })
  expect(log).toEqual(['60000 a'])
})

test('after it was set ahead, a running clock wakes earlier for what is left', async () => {
  const { clock, log, scheduleNote } = running('system')
  scheduleNote(10 * minuteMs, 'a')
  await clock.advance(9 * minuteMs)
  await realTime(minuteMs - 1)
  expect(log).toEqual([])
  await realTime(1)
  expect(log).toEqual(['600000 a'])
})

test('a task that is too far away for a timer is waited for all the same', async () => {
  const { log, scheduleNote } = running('system')
  const longestMs = 2 ** 31 - 1
  const farMs = longestMs + 1_000
  scheduleNote(farMs, 'far')
  await realTime(farMs - 1)
  expect(log).toEqual([])
  await realTime(1)
  expect(log).toEqual([`${farMs} far`])
  expect(Math.max(...delaysMs)).toBe(longestMs)
})

test('a clock that was stopped does not wake', async () => {
  const { clock, log, scheduleNote } = running('system')
  scheduleNote(100, 'a')
  clock.stop()
  await realTime(200)
  expect(log).toEqual([])
})

test('a clock that was stopped does not wake for a later task either', async () => {
  const { clock, log, scheduleNote } = running('system')
  clock.stop()
  scheduleNote(clock.now() + 100, 'a')
  await realTime(200)
  expect(log).toEqual([])
})

test('a virtual clock needs no waking: real time changes nothing', async () => {
  const { clock, log, scheduleNote } = running('virtual')
  scheduleNote(100, 'a')
  await realTime(1_000)
  expect([clock.now(), log]).toEqual([0, []])
})
