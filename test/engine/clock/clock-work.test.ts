import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { createClockFixture } from './clock-fixture.ts'

const never = (): Promise<never> => new Promise(() => undefined)
const turns = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('advance waits for tracked work before, between and after its tasks', async () => {
  const { clock, quiet, log } = createClockFixture()
  const work = (name: string) => async (): Promise<void> => {
    await turns(4)
    log.push(`${clock.now()} ${name} done`)
  }
  clock.registerHandler('work', (name: string) => void quiet.track(work(name)))
  void quiet.track(work('before'))
  clock.schedule({ at: 10, kind: 'work', payload: 'first' })
  clock.schedule({ at: 20, kind: 'work', payload: 'second' })
  await clock.advance(30)
  expect(log).toEqual(['0 before done', '10 first done', '20 second done'])
})

test('a task that tracked work schedules runs within the same advance', async () => {
  const { clock, quiet, log, scheduleNote } = createClockFixture()
  clock.registerHandler('work', () => {
    void quiet.track(async () => {
      await turns(2)
      scheduleNote(clock.now() + 5, 'follow-up')
    })
  })
  clock.schedule({ at: 10, kind: 'work', payload: null })
  expect(await clock.advance(15)).toEqual({ now: 15, ran: 2 })
  expect(log).toEqual(['15 follow-up'])
})

test('sleep ends at its due time and not earlier', async () => {
  const { clock, log } = createClockFixture()
  void clock.sleep(10).then(() => log.push(`${clock.now()} awake`))
  await clock.advance(9)
  expect(log).toEqual([])
  await clock.advance(1)
  expect(log).toEqual(['10 awake'])
})

test('tracked work that sleeps does not block its clock', async () => {
  const { clock, quiet, log, scheduleNote } = createClockFixture()
  void quiet.track(async () => {
    for (let round = 1; round <= 3; round += 1) {
      await clock.sleep(10)
      await turns(2)
      log.push(`${clock.now()} round ${round}`)
    }
  })
  scheduleNote(25, 'task')
  await clock.advance(40)
  expect(log).toEqual(['10 round 1', '20 round 2', '25 task', '30 round 3'])
})

test('work that sleeps for hours again and again takes no real time', async () => {
  const { clock, quiet } = createClockFixture()
  const hour = 3_600_000
  let rounds = 0
  void quiet.track(async () => {
    for (; rounds < 100; rounds += 1) await clock.sleep(hour)
  })
  await clock.advance(100 * hour)
  expect(rounds).toBe(100)
})

test('sleepers with the same due time wake in the order of their calls', async () => {
  const { clock, log } = createClockFixture()
  for (const name of ['a', 'b', 'c']) void clock.sleep(10).then(() => log.push(name))
  await clock.advanceToNext()
  expect(log).toEqual(['a', 'b', 'c'])
})

test('work that advances the clock runs its advance after the current one', async () => {
  const { clock, quiet, log } = createClockFixture()
  clock.registerHandler('work', () => {
    void quiet.track(async () => {
      const { now } = await clock.advance(100)
      log.push(`came to ${now}`)
    })
  })
  clock.schedule({ at: 10, kind: 'work', payload: null })
  expect(await clock.advance(20)).toEqual({ now: 20, ran: 1 })
  await clock.advance(0)
  expect(log).toEqual(['came to 120'])
})

test('work that never settles does not block an advance', async () => {
  const { clock, quiet, scheduleNote } = createClockFixture()
  void quiet.track(never)
  scheduleNote(10, 'a')
  expect(await clock.advance(20)).toEqual({ now: 20, ran: 1 })
})

/** The real time of an advance over due times beside work that never settles, in milliseconds. */
async function timeOfDueTimes(count: number): Promise<number> {
  const { clock, quiet, scheduleNote } = createClockFixture()
  void quiet.track(never)
  for (let at = 1; at <= count; at += 1) scheduleNote(at, 'a')
  const began = performance.now()
  expect(await clock.advance(count)).toEqual({ now: count, ran: count })
  return performance.now() - began
}

test('with work that never settles, many due times take little more time than one', async () => {
  const least = { one: Infinity, many: Infinity }
  // Note: other work of the machine can only add time.
  for (let round = 0; round < 5; round += 1) {
    least.one = Math.min(least.one, await timeOfDueTimes(1))
    least.many = Math.min(least.many, await timeOfDueTimes(40))
  }
  expect(least.many / least.one).toBeLessThan(8)
})

test('a sleeper that a clock reset left behind does not block the clock', async () => {
  const { clock, cells, quiet, log, scheduleNote } = createClockFixture()
  const saved = cells.snapshot()
  void quiet.track(() => clock.sleep(10))
  cells.restore(saved)
  scheduleNote(15, 'a')
  expect(await clock.advance(20)).toEqual({ now: 20, ran: 1 })
  expect(log).toEqual(['15 a'])
})

test('after a clock reset that left a sleeper behind, the clock still waits for file reads', async () => {
  const { clock, cells, quiet } = createClockFixture()
  const saved = cells.snapshot()
  void clock.sleep(10)
  cells.restore(saved)
  let read = 0
  void quiet.track(async () => {
    for (; read < 5; read += 1) await readFile(import.meta.filename)
  })
  await clock.advance(0)
  expect(read).toBe(5)
})

test('a rejection of tracked work does not stop the clock', async () => {
  const { clock, quiet, log, scheduleNote } = createClockFixture()
  quiet.track(() => Promise.reject(new Error('boom'))).catch(() => log.push('caught'))
  scheduleNote(10, 'a')
  await clock.advance(10)
  expect(log).toEqual(['caught', '10 a'])
})

test('sleep ends early when its signal aborts and leaves no task behind', async () => {
  const { clock, log } = createClockFixture()
  const controller = new AbortController()
  void clock.sleep(10, controller.signal).then(() => log.push(`${clock.now()} cut`))
  void clock.sleep(20, controller.signal).then(() => log.push(`${clock.now()} cut too`))
  await clock.advance(4)
  controller.abort()
  await clock.advance(0)
  expect(log).toEqual(['4 cut', '4 cut too'])
  expect(clock.pending()).toEqual([])
  await clock.sleep(5, controller.signal)
  expect(clock.pending()).toEqual([])
})

test('a task inherited from a parent does not wake a sleeper', async () => {
  const parent = createClockFixture()
  void parent.clock.sleep(5)
  const { clock, log } = createClockFixture({ saved: parent.cells.snapshot() })
  void clock.sleep(10).then(() => log.push(`${clock.now()} awake`))
  await clock.advance(5)
  expect(log).toEqual([])
  await clock.advance(5)
  expect(log).toEqual(['10 awake'])
})

test('a sleep that would end after the last timestamp throws', () => {
  const { clock } = createClockFixture()
  expect(() => clock.sleep(Number.MAX_SAFE_INTEGER)).toThrow('Could not sleep: the new time')
})

test('an automatic clock rests after its due tasks', async () => {
  const { clock, quiet, log, scheduleNote } = createClockFixture({ mode: 'auto' })
  const waits = vi.spyOn(quiet, 'whenIdle')
  clock.start()
  for (const name of ['a', 'b']) {
    scheduleNote(0, name)
    await turns(100)
  }
  expect(log).toEqual(['0 a', '0 b'])
  const { length } = waits.mock.calls
  await turns(100)
  expect(waits.mock.calls).toHaveLength(length)
})
