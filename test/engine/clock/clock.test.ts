import { expect, test } from 'vitest'
import { createClockFixture } from './clock-fixture.ts'

test('a virtual clock stays at its start until it is advanced', async () => {
  const { clock } = createClockFixture({ startMs: 500 })
  expect(clock.now()).toBe(500)
  expect(await clock.advance(250)).toEqual({ now: 750, ran: 0 })
  expect(clock.now()).toBe(750)
})

test('tasks run at their due times, in time order, regardless of the scheduling order', async () => {
  const { clock, log, scheduleNote } = createClockFixture()
  scheduleNote(30, 'third')
  scheduleNote(10, 'first')
  scheduleNote(20, 'second')
  scheduleNote(41, 'later')
  expect(await clock.advance(40)).toEqual({ now: 40, ran: 3 })
  expect(log).toEqual(['10 first', '20 second', '30 third'])
})

test('tasks with the same due time run in the order of scheduling', async () => {
  const { clock, log, scheduleNote } = createClockFixture()
  for (const name of ['a', 'b', 'c']) scheduleNote(10, name)
  await clock.advance(10)
  expect(log).toEqual(['10 a', '10 b', '10 c'])
})

test('tasks that are due now or overdue run without advancing the time', async () => {
  const { clock, log, scheduleNote } = createClockFixture({ startMs: 100 })
  scheduleNote(100, 'now')
  scheduleNote(40, 'overdue')
  expect(await clock.advance(0)).toEqual({ now: 100, ran: 2 })
  expect(log).toEqual(['100 overdue', '100 now'])
})

test('a task that another task schedules runs in order, also at the same time', async () => {
  const { clock, log, scheduleNote } = createClockFixture()
  clock.registerHandler('fork', (name: string) => {
    log.push(`${clock.now()} ${name}`)
    scheduleNote(clock.now(), `${name} at once`)
    scheduleNote(clock.now() + 15, `${name} later`)
    scheduleNote(clock.now() + 100, `${name} too late`)
  })
  clock.schedule({ at: 10, kind: 'fork', payload: 'fork' })
  scheduleNote(20, 'between')
  await clock.advance(50)
  expect(log).toEqual(['10 fork', '10 fork at once', '20 between', '25 fork later'])
})

test('a canceled task does not run, and a second cancel has no effect', async () => {
  const { clock, log, scheduleNote } = createClockFixture()
  const ticket = scheduleNote(10, 'canceled')
  scheduleNote(10, 'kept')
  clock.cancel(ticket)
  clock.cancel(ticket)
  await clock.advance(20)
  clock.cancel(ticket)
  expect(log).toEqual(['10 kept'])
})

test('a task can cancel another task with the same due time', async () => {
  const { clock, log, scheduleNote } = createClockFixture()
  clock.registerHandler('cancel', () => clock.cancel(victim))
  clock.schedule({ at: 10, kind: 'cancel', payload: undefined })
  const victim = scheduleNote(10, 'victim')
  await clock.advance(20)
  expect(log).toEqual([])
})

test('pending tasks are listed soonest first', () => {
  const { clock, scheduleNote } = createClockFixture()
  scheduleNote(30, 'b')
  scheduleNote(10, 'a')
  clock.addSource({ kind: 'date', next: () => 20, run: () => undefined })
  clock.addSource({ kind: 'never', next: () => undefined, run: () => undefined })
  expect(clock.pending().map(({ at, kind }) => [at, kind])).toEqual([
    [10, 'note'],
    [20, 'date'],
    [30, 'note'],
  ])
})

test('advanceToNext moves to the next due time and runs all tasks that are due then', async () => {
  const { clock, log, scheduleNote } = createClockFixture()
  scheduleNote(10, 'a')
  scheduleNote(10, 'b')
  scheduleNote(30, 'c')
  expect(await clock.advanceToNext()).toEqual({ now: 10, ran: 2 })
  expect(await clock.advanceToNext()).toEqual({ now: 30, ran: 1 })
  expect(await clock.advanceToNext()).toEqual({ now: 30, ran: 0 })
  expect(log).toEqual(['10 a', '10 b', '30 c'])
})

test('advanceTo moves to a time and does not move back to a past time', async () => {
  const { clock, log, scheduleNote } = createClockFixture()
  scheduleNote(10, 'a')
  expect(await clock.advanceTo(10)).toEqual({ now: 10, ran: 1 })
  expect(await clock.advanceTo(5)).toEqual({ now: 10, ran: 0 })
  expect(log).toEqual(['10 a'])
})

test('a task that keeps rescheduling itself at the same time throws an error with its name', async () => {
  const { clock, log, scheduleNote } = createClockFixture()
  const again = (): void => void clock.schedule({ at: clock.now(), kind: 'loop', payload: null })
  clock.registerHandler('loop', again)
  again()
  await expect(clock.advance(1)).rejects.toMatchObject({
    code: 'runaway_task',
    message: expect.stringContaining('"loop" keeps rescheduling itself'),
  })

  clock.registerHandler('loop', () => undefined)
  scheduleNote(1, 'after')
  await clock.advance(1)
  expect(log).toEqual(['1 after'])
})

test('thousands of tasks with the same due time are not a runaway loop', async () => {
  const { clock, log, scheduleNote } = createClockFixture()
  for (let i = 0; i < 5_000; i += 1) scheduleNote(1, 'a')
  expect(await clock.advance(1)).toEqual({ now: 1, ran: 5_000 })
  expect(log).toHaveLength(5_000)
})

test('a task that reschedules itself later is not a runaway loop', async () => {
  const { clock } = createClockFixture()
  let ran = 0
  clock.registerHandler('tick', () => {
    ran += 1
    clock.schedule({ at: clock.now() + 1, kind: 'tick', payload: null })
  })
  clock.schedule({ at: 1, kind: 'tick', payload: null })
  expect(await clock.advance(2_000)).toEqual({ now: 2_000, ran: 2_000 })
  expect(ran).toBe(2_000)
})

test('a task kind without a runner throws an error with its name', async () => {
  const { clock } = createClockFixture()
  clock.schedule({ at: 0, kind: 'mystery', payload: null })
  await expect(clock.advance(0)).rejects.toThrow('there is no handler for tasks of kind "mystery"')
})

test('each requested clock change is reported, except one that changes nothing', async () => {
  const { clock, moves } = createClockFixture()
  await clock.advance(10)
  await clock.advance(0)
  await clock.advanceTo(25)
  await clock.advanceToNext()
  expect(moves).toEqual([
    [0, 10],
    [10, 25],
  ])
})

test('concurrent advances run one after the other', async () => {
  const { clock, log, moves, scheduleNote } = createClockFixture()
  scheduleNote(5, 'a')
  scheduleNote(15, 'b')
  const both = await Promise.all([clock.advance(10), clock.advance(10)])
  expect(both).toEqual([
    { now: 10, ran: 1 },
    { now: 20, ran: 1 },
  ])
  expect(log).toEqual(['5 a', '15 b'])
  expect(moves).toEqual([
    [0, 10],
    [10, 20],
  ])
})

test('an advance runs after a failed one', async () => {
  const { clock, log, scheduleNote } = createClockFixture()
  clock.registerHandler('mystery', () => {
    throw new Error('boom')
  })
  clock.schedule({ at: 5, kind: 'mystery', payload: null })
  scheduleNote(7, 'a')
  const [failed, next] = await Promise.allSettled([clock.advance(10), clock.advance(10)])
  expect(failed).toMatchObject({ status: 'rejected' })
  expect(next).toMatchObject({ status: 'fulfilled' })
  expect(log).toEqual(['7 a'])
})

test('advanceSync runs due tasks at once and reports each change of the time', () => {
  const { clock, log, moves, scheduleNote } = createClockFixture({ startMs: 5 })
  scheduleNote(8, 'a')
  scheduleNote(12, 'b')
  for (const durationMs of [5, 0, 10]) clock.advanceSync(durationMs)
  expect(log).toEqual(['8 a', '12 b'])
  expect(moves).toEqual([
    [5, 10],
    [10, 20],
  ])
})
