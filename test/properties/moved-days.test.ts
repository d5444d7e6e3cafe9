/** A world that moves to another start keeps the order of its times, its workdays and its hours. */
import { constantFrom, integer, property, record, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEmulator } from 'course-admin-emulator'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import { createMove } from '../../src/engine/emulator/worlds/moved-days.ts'
import { createCalendar } from '../../src/engine/model/calendar.ts'
import { isWorkday } from '../../src/service/demo/workdays.ts'
import { assertProperty } from '../support/property-runs.ts'
import { worldStarts } from '../support/world-starts.ts'

const calendar = createCalendar()
const dayMs = 86_400_000
const zones = ['Europe/Amsterdam', 'America/New_York', 'UTC', 'Pacific/Auckland'] as const
const moments = integer({ min: Date.UTC(2020), max: Date.UTC(2032) })
const spans = integer({ min: -900 * dayMs, max: 500 * dayMs })
const moves = record({ fromMs: moments, toMs: moments, zone: constantFrom(...zones) })

const textOf = (ms: number): string => new Date(ms).toISOString()
const localDay = (text: string, zone: string): string => calendar.dayAt(Date.parse(text), zone)
const localTime = (text: string, zone: string): number =>
  Date.parse(text) - calendar.startOfDay(localDay(text, zone), zone)

/** Counts the workdays from the earlier of two days until the later. */
function workdaysBetween(...days: [string, string]): number {
  const [from = '', to = ''] = days.toSorted()
  let count = 0
  for (let day = Date.parse(from); day < Date.parse(to); day += dayMs)
    if (isWorkday(textOf(day).slice(0, 10))) count += 1
  return count
}

describe('the days of a world that moves', () => {
  test('times and days keep their order', () => {
    const pairs = tuple(moves, spans, spans)
    assertProperty(
      property(pairs, ([options, ...between]) => {
        const move = createMove({ ...options, calendar, isWorkday })
        const [a, b] = between.sort((x, y) => x - y).map((ms) => textOf(options.fromMs + ms))
        const [movedA, movedB] = [move(a!), move(b!)]
        expect(movedA <= movedB).toBe(true)
        expect(move(a!.slice(0, 10)) <= move(b!.slice(0, 10))).toBe(true)
      }),
    )
  })

  test('a workday becomes a workday, at the same distance from the start, with the same local times', () => {
    assertProperty(
      property(moves, spans, (options, ms) => {
        const { fromMs, toMs, zone } = options
        const move = createMove({ ...options, calendar, isWorkday })
        const before = textOf(fromMs + ms)
        const [from, day] = [localDay(textOf(fromMs), zone), localDay(before, zone)]
        if (!isWorkday(day) || !isWorkday(from) || day === from) return
        const after = move(before)
        const [to, moved] = [localDay(textOf(toMs), zone), localDay(after, zone)]
        expect(isWorkday(moved)).toBe(true)
        expect(move(day)).toBe(moved)
        if (isWorkday(to)) expect(workdaysBetween(to, moved)).toBe(workdaysBetween(from, day))
        // Note: the clocks change at night, so that a time of the night can be an hour off.
        const hours = Math.abs(localTime(after, zone) - localTime(before, zone)) / 3_600_000
        expect([0, 1]).toContain(hours)
      }),
    )
  })

  test('what has happened before the start has happened before the new start', () => {
    assertProperty(
      property(moves, integer({ min: -30 * dayMs, max: 0 }), (options, ms) => {
        const move = createMove({ ...options, calendar, isWorkday })
        expect(Date.parse(move(textOf(options.fromMs + ms)))).toBeLessThanOrEqual(options.toMs)
      }),
    )
  })
})

test.each(worldStarts)(
  'all dates of the shipped world move to %s, in texts and nested values too',
  (start) => {
    const datesOf = (emulator: ReturnType<typeof createEmulator>): string[] => {
      const { catalog, store } = contextOf(emulator)
      const rows = [...catalog.resources.keys()].map((table) => [...store.scan(table)])
      return JSON.stringify(rows).match(/\d{4}-\d\d-\d\d(T[\d:.]{12}Z)?/g) ?? []
    }
    const [shipped, moved] = [datesOf(createEmulator()), datesOf(createEmulator({ start }))]
    expect(moved.length).toBe(shipped.length)
    const pairs = [...new Set(shipped.map((date, i) => `${date} ${moved[i]}`))].sort()
    const inOrder = (length: number): string[] =>
      pairs
        .map((pair) => pair.split(' '))
        .filter(([date]) => date?.length === length)
        .map(([, to]) => to as string)
    for (const length of [10, 24]) expect(inOrder(length)).toEqual(inOrder(length).toSorted())
    expect(new Set(pairs.map((pair) => pair.split(' ')[0])).size).toBe(pairs.length)
  },
)
