import { expect, test } from 'vitest'
import { createStand } from './clock-fixture.ts'

test('a source is asked for its due moments, and runs at them', async () => {
  const { clock, log, note } = createStand()
  const dates = [10, 10, 30]
  clock.source({
    kind: 'date',
    next: () => dates[0],
    run: (at) => void log.push(`${clock.now()} date ${dates.shift() === at}`),
  })
  note(20, 'task')
  expect(await clock.advance(40)).toEqual({ now: 40, ran: 4 })
  expect(log).toEqual(['10 date true', '10 date true', '20 task', '30 date true'])
})

test('at one instant tasks run before what follows from dates', async () => {
  const { clock, log, note } = createStand()
  const dates = [10]
  clock.source({
    kind: 'date',
    next: () => dates[0],
    run: () => void log.push(`${clock.now()} date ${dates.shift()}`),
  })
  note(10, 'task')
  await clock.advance(10)
  expect(log).toEqual(['10 task', '10 date 10'])
})

test('what is overdue runs in the order of its moments, whether a task or a date made it due', async () => {
  const { clock, log, note } = createStand({ startMs: 100 })
  const dates = [50]
  clock.source({
    kind: 'date',
    next: () => dates[0],
    run: () => void log.push(`${clock.now()} date ${dates.shift()}`),
  })
  note(80, 'task')
  await clock.advance(0)
  expect(log).toEqual(['100 date 50', '100 task'])
})

test('a source that stays due is an error with its name', async () => {
  const { clock } = createStand()
  clock.source({ kind: 'stuck', next: () => 0, run: () => undefined })
  await expect(clock.advance(1)).rejects.toThrow('"stuck" keeps rescheduling itself')
})

test('a source may schedule tasks', async () => {
  const { clock, log, note } = createStand()
  const dates = [10, 20]
  clock.source({
    kind: 'date',
    next: () => dates[0],
    run: (at) => void (dates.shift(), note(at, `after ${at}`)),
  })
  await clock.advance(30)
  expect(log).toEqual(['10 after 10', '20 after 20'])
})

test('time and due tasks are state: another machine goes on from where they were saved', async () => {
  const first = createStand()
  first.note(10, 'a')
  await first.clock.advance(4)
  const second = createStand({ saved: first.cells.save() })
  first.note(6, 'only in the first')

  await second.clock.advance(10)
  expect(second.log).toEqual(['10 a'])
  expect(second.clock.now()).toBe(14)
  expect(first.clock.now()).toBe(4)
  await first.clock.advance(10)
  expect(first.log).toEqual(['6 only in the first', '10 a'])
})

test('a ticket of a task cancels it in the other machine alone', async () => {
  const first = createStand()
  const ticket = first.note(10, 'a')
  const second = createStand({ saved: first.cells.save() })
  second.clock.cancel(ticket)
  await Promise.all([first.clock.advance(10), second.clock.advance(10)])
  expect([first.log, second.log]).toEqual([['10 a'], []])
})

test('a clock that is set back does again what was still to come', async () => {
  const { clock, cells, log, note } = createStand()
  note(10, 'a')
  const saved = cells.save()
  await clock.advance(20)
  cells.load(saved)
  expect(clock.now()).toBe(0)
  await clock.advance(20)
  expect(log).toEqual(['10 a', '10 a'])
})
