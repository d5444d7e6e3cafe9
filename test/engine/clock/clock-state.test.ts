import { expect, test } from 'vitest'
import { createClockFixture } from './clock-fixture.ts'

test('a source reports its due times and runs at them', async () => {
  const { clock, log, scheduleNote } = createClockFixture()
  const dates = [10, 10, 30]
  clock.addSource({
    kind: 'date',
    next: () => dates[0],
    run: (at) => void log.push(`${clock.now()} date ${dates.shift() === at}`),
  })
  scheduleNote(20, 'task')
  expect(await clock.advance(40)).toEqual({ now: 40, ran: 4 })
  expect(log).toEqual(['10 date true', '10 date true', '20 task', '30 date true'])
})

test('tasks run before date transitions of the same time', async () => {
  const { clock, log, scheduleNote } = createClockFixture()
  const dates = [10]
  clock.addSource({
    kind: 'date',
    next: () => dates[0],
    run: () => void log.push(`${clock.now()} date ${dates.shift()}`),
  })
  scheduleNote(10, 'task')
  await clock.advance(10)
  expect(log).toEqual(['10 task', '10 date 10'])
})

test('overdue tasks and date transitions run in the order of their due times', async () => {
  const { clock, log, scheduleNote } = createClockFixture({ startMs: 100 })
  const dates = [50]
  clock.addSource({
    kind: 'date',
    next: () => dates[0],
    run: () => void log.push(`${clock.now()} date ${dates.shift()}`),
  })
  scheduleNote(80, 'task')
  await clock.advance(0)
  expect(log).toEqual(['100 date 50', '100 task'])
})

test('a source that stays due throws an error with its name', async () => {
  const { clock } = createClockFixture()
  clock.addSource({ kind: 'stuck', next: () => 0, run: () => undefined })
  await expect(clock.advance(1)).rejects.toThrow('"stuck" keeps rescheduling itself')
})

test('a source may schedule tasks', async () => {
  const { clock, log, scheduleNote } = createClockFixture()
  const dates = [10, 20]
  clock.addSource({
    kind: 'date',
    next: () => dates[0],
    run: (at) => void (dates.shift(), scheduleNote(at, `after ${at}`)),
  })
  await clock.advance(30)
  expect(log).toEqual(['10 after 10', '20 after 20'])
})

test('time and due tasks are state: another machine continues from the saved state', async () => {
  const first = createClockFixture()
  first.scheduleNote(10, 'a')
  await first.clock.advance(4)
  const second = createClockFixture({ saved: first.cells.snapshot() })
  first.scheduleNote(6, 'only in the first')

  await second.clock.advance(10)
  expect(second.log).toEqual(['10 a'])
  expect(second.clock.now()).toBe(14)
  expect(first.clock.now()).toBe(4)
  await first.clock.advance(10)
  expect(first.log).toEqual(['6 only in the first', '10 a'])
})

test('a ticket cancels its task only in the other machine', async () => {
  const first = createClockFixture()
  const ticket = first.scheduleNote(10, 'a')
  const second = createClockFixture({ saved: first.cells.snapshot() })
  second.clock.cancel(ticket)
  await Promise.all([first.clock.advance(10), second.clock.advance(10)])
  expect([first.log, second.log]).toEqual([['10 a'], []])
})

test('a clock that is set back runs the pending tasks again', async () => {
  const { clock, cells, log, scheduleNote } = createClockFixture()
  scheduleNote(10, 'a')
  const saved = cells.snapshot()
  await clock.advance(20)
  cells.restore(saved)
  expect(clock.now()).toBe(0)
  await clock.advance(20)
  expect(log).toEqual(['10 a', '10 a'])
})
