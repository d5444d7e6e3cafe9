/** Tests of running clocks, with fake timers so that no test waits. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { createClock as create } from '../../../src/engine/clock/clock.ts'
import type { ClockMode } from '../../../src/engine/clock/clock-mode.ts'
import type { ClockFixture } from './clock-fixture.ts'

const minuteMs = 60_000
let createClock: typeof create
let createStand: (given: object) => ClockFixture
/** The delays of the timers that were set. */
const delaysMs: number[] = []
let putBack: () => void

// Note: the machine reads the timers when it is loaded, so it is loaded after they are replaced.
beforeAll(async () => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_000_000 })
  const fake = globalThis.setTimeout
  const noting = (run: () => void, ms = 0): unknown => (delaysMs.push(ms), fake(run, ms))
  globalThis.setTimeout = noting as typeof setTimeout
  putBack = () => void (globalThis.setTimeout = fake)
  ;({ createClock } = await import('../../../src/engine/clock/clock.ts'))
  ;({ createClockFixture: createStand } = await import('./clock-fixture.ts'))
})
// Note: a spy would be restored a second time at the end of the file, when these timers no longer exist.
afterAll(() => {
  putBack()
  vi.useRealTimers().resetModules()
})

const running = (mode: ClockMode, startMs = 0): ClockFixture =>
  createStand({ mode, startMs, createClock })
const realTime = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

test('a system clock runs in real time from its own start', async () => {
  const { clock } = running('system', 5_000)
  expect(clock.now()).toBe(5_000)
  await realTime(250)
  expect(clock.now()).toBe(5_250)
})

test('a scaled clock runs faster by its factor', async () => {
  const { clock } = running({ scale: 60 }, 5_000)
  await realTime(1_000)
  expect(clock.now()).toBe(5_000 + minuteMs)
})

test('a running clock runs each task when it is due', async () => {
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

test('a scaled clock runs a task when it is due in scaled time', async () => {
  const { log, scheduleNote } = running({ scale: 60 })
  scheduleNote(minuteMs, 'a')
  await realTime(999)
  expect(log).toEqual([])
  await realTime(1)
  expect(log).toEqual(['60000 a'])
})

test('a running clock runs a task that another task scheduled', async () => {
  const { clock, log, scheduleNote } = running('system')
  clock.registerHandler('chain', () => void scheduleNote(clock.now() + 50, 'later'))
  clock.schedule({ at: 100, kind: 'chain', payload: null })
  await realTime(150)
  expect(log).toEqual(['150 later'])
})

test('advance moves a running clock forward and runs each task at its due time', async () => {
  const { clock, log, scheduleNote } = running('system')
  scheduleNote(minuteMs, 'a')
  scheduleNote(2 * minuteMs, 'b')
  await realTime(10)
  expect(await clock.advance(2 * minuteMs)).toEqual({ now: 2 * minuteMs + 10, ran: 2 })
  expect(log).toEqual(['60000 a', '120000 b'])
  await realTime(5)
  expect(clock.now()).toBe(2 * minuteMs + 15)
})

test('advanceToNext moves a running clock to the next task at once', async () => {
  const { clock, log, scheduleNote } = running('system')
  scheduleNote(minuteMs, 'a')
  expect(await clock.advanceToNext()).toEqual({ now: minuteMs, ran: 1 })
  expect(log).toEqual(['60000 a'])
})

test('a running clock that was advanced runs the remaining tasks earlier', async () => {
  const { clock, log, scheduleNote } = running('system')
  scheduleNote(10 * minuteMs, 'a')
  await clock.advance(9 * minuteMs)
  await realTime(minuteMs - 1)
  expect(log).toEqual([])
  await realTime(1)
  expect(log).toEqual(['600000 a'])
})

test('a task that is due later than a timer can wait still runs', async () => {
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

test('a stopped clock runs no task', async () => {
  const { clock, log, scheduleNote } = running('system')
  scheduleNote(100, 'a')
  clock.stop()
  await realTime(200)
  expect(log).toEqual([])
})

test('a stopped clock does not run a later task either', async () => {
  const { clock, log, scheduleNote } = running('system')
  clock.stop()
  scheduleNote(clock.now() + 100, 'a')
  await realTime(200)
  expect(log).toEqual([])
})

test.each(['system', { scale: 60 }] as const)(
  'a saved running clock continues from the time at which it was saved: %j',
  async (mode) => {
    const first = running(mode, 5_000)
    await realTime(2_000)
    const savedMs = first.clock.now()
    const saved = first.cells.toJson()
    expect(saved['clock.base']).toBe(savedMs)

    await realTime(90_000)
    const second = running(mode)
    second.cells.restore(second.cells.fromJson(saved))
    expect(second.clock.now()).toBe(savedMs)
    await realTime(1_000)
    expect(second.clock.now()).toBe(savedMs + (mode === 'system' ? 1_000 : minuteMs))
    const virtual = createStand({ mode: 'virtual', createClock })
    virtual.cells.restore(virtual.cells.fromJson(saved))
    expect(virtual.clock.now()).toBe(savedMs)
  },
)

test('real time does not change a virtual clock', async () => {
  const { clock, log, scheduleNote } = running('virtual')
  scheduleNote(100, 'a')
  await realTime(1_000)
  expect([clock.now(), log]).toEqual([0, []])
})
