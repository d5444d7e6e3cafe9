/** Tasks run in the order of time and number, regardless of how the clock is advanced. */
import { array, asyncProperty, integer, nat, record } from 'fast-check'
import { expect, test } from 'vitest'
import type { Clock } from '../../src/engine/clock/clock.ts'
import { createClockFixture, type ClockFixture } from '../engine/clock/clock-fixture.ts'
import { assertProperty } from '../support/property-runs.ts'

const endMs = 100

/** A task with the delays after which it schedules others. */
interface Planned {
  readonly at: number
  readonly children: readonly number[]
}

interface Ran {
  readonly at: number
  readonly number: number
  readonly due: number
}

const plans = array(record({ at: nat(endMs), children: array(nat(30), { maxLength: 3 }) }), {
  maxLength: 30,
})
const steps = array(integer({ min: 0, max: 40 }), { maxLength: 12 })

/** Schedules the tasks; each records its time, its number and its due time. */
function stage(planned: readonly Planned[]): ClockFixture & { ran: Ran[] } {
  const stand = createClockFixture()
  const { clock } = stand
  const ran: Ran[] = []
  let scheduled = 0
  const schedule = (due: number, children: readonly number[]): ReturnType<Clock['schedule']> => {
    scheduled += 1
    return clock.schedule({ at: due, kind: 'task', payload: { number: scheduled, due, children } })
  }
  clock.registerHandler(
    'task',
    ({ number, due, children }: { number: number; due: number } & Planned) => {
      ran.push({ at: clock.now(), number, due })
      for (const delay of children) schedule(clock.now() + delay, [])
    },
  )
  for (const { at, children } of planned) schedule(at, children)
  return { ...stand, ran }
}

const inOrder = (a: Ran, b: Ran): number => a.due - b.due || a.number - b.number

test('each task runs once, at its due time, in the order of times and then of numbers', async () => {
  await assertProperty(
    asyncProperty(plans, async (planned) => {
      const { clock, ran } = stage(planned)
      await clock.advance(endMs + 30)
      expect(ran).toHaveLength(planned.reduce((sum, { children }) => sum + 1 + children.length, 0))
      expect(ran).toEqual(ran.toSorted(inOrder))
      for (const { at, due } of ran) expect(at).toBe(due)
      expect(clock.pending()).toEqual([])
    }),
  )
})

test('the number of steps of an advance makes no difference', async () => {
  await assertProperty(
    asyncProperty(plans, steps, async (planned, durations) => {
      const [once, stepwise, leaping] = [stage(planned), stage(planned), stage(planned)]
      await once.clock.advance(endMs + 30)
      for (const duration of durations) {
        if (stepwise.clock.now() + duration <= endMs) await stepwise.clock.advance(duration)
      }
      await stepwise.clock.advanceTo(endMs + 30)
      while (leaping.clock.pending().length > 0) await leaping.clock.advanceToNext()

      expect(stepwise.ran).toEqual(once.ran)
      expect(leaping.ran).toEqual(once.ran)
      expect(stepwise.clock.now()).toBe(once.clock.now())
    }),
  )
})

test('pending tasks are listed in the order of execution', async () => {
  await assertProperty(
    asyncProperty(plans, nat(endMs), async (planned, untilMs) => {
      const { clock, ran } = stage(planned.map(({ at }) => ({ at, children: [] })))
      await clock.advance(untilMs)
      const told = clock.pending().map(({ at, payload }) => [at, (payload as Ran).number])
      const before = ran.length
      await clock.advance(endMs)
      expect(ran.slice(before).map(({ due, number }) => [due, number])).toEqual(told)
    }),
  )
})

test('a saved state continues like the original', async () => {
  await assertProperty(
    asyncProperty(plans, nat(endMs), async (planned, untilMs) => {
      const { clock, cells, ran } = stage(planned.map(({ at }) => ({ at, children: [] })))
      await clock.advance(untilMs)
      const saved = cells.snapshot()
      const before = ran.length
      await clock.advance(endMs)
      const first = ran.splice(before)
      cells.restore(saved)
      expect(clock.now()).toBe(untilMs)
      await clock.advance(endMs)
      expect(ran.slice(before)).toEqual(first)
    }),
  )
})
