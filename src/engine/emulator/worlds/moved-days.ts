/**
 * Moves a world to another start: each workday becomes the workday at the same distance from the start, so that nothing
 * falls on a weekend or a public holiday that did not before. The order of all days and moments stays.
 */
import { dayNumber, dayText } from '../../clock/calendar-days.ts'
import type { Calendar } from '../../model/calendar.ts'

export interface MoveOptions {
  /** The start of the world and its new start, in milliseconds since 1970. */
  readonly fromMs: number
  readonly toMs: number
  readonly zone: string
  readonly calendar: Calendar
  isWorkday(day: string): boolean
}

/** A day and a moment in a text, such as `2026-01-05` and `2026-01-05T09:00:00.000Z`. */
const dates = /\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d\.\d{3}Z)?/g

/** Returns a function that moves each day and moment of a text. */
export function createMove({
  fromMs,
  toMs,
  zone,
  calendar,
  isWorkday,
}: MoveOptions): (text: string) => string {
  const dayOf = (ms: number): number => dayNumber(calendar.dayAt(ms, zone))
  const startOf = (day: number): number => calendar.startOfDay(dayText(day), zone)

  /** Returns the last workday on or before a day; with a step of 1, the first on or after it. */
  function workday(day: number, step: 1 | -1 = -1): number {
    while (!isWorkday(dayText(day))) day += step
    return day
  }

  /** Consecutive workdays, ascending, each with the workday that it becomes. */
  const workdays = [[workday(dayOf(fromMs)), workday(dayOf(toMs))] as const]
  type Pair = (typeof workdays)[number]
  const next = ([from, to]: Pair): Pair => [workday(from + 1, 1), workday(to + 1, 1)]
  const previous = ([from, to]: Pair): Pair => [workday(from - 1), workday(to - 1)]

  /** Finds the last workday up to a day, and what becomes of it and of the workday after it. */
  function surrounding(day: number): { from: number; to: number; end: number } {
    while (workdays[0]![0] > day) workdays.unshift(previous(workdays[0]!))
    while (workdays.at(-1)![0] <= day) workdays.push(next(workdays.at(-1)!))
    const at = workdays.findLastIndex(([from]) => from <= day)
    const [from, to] = workdays[at]!
    return { from, to, end: workdays[at + 1]![1] }
  }

  // Note: days between two workdays keep their distance to the first, but never pass the second.
  function movedDay(day: number): number {
    const { from, to, end } = surrounding(day)
    return Math.min(to + day - from, end)
  }

  function movedMs(ms: number): number {
    const day = dayOf(ms)
    const { from, to, end } = surrounding(day)
    const moved = Math.min(startOf(to + day - from) + ms - startOf(day), startOf(end))
    return ms <= fromMs ? Math.min(moved, toMs) : moved
  }

  const known = new Map<string, string>()
  function move(date: string): string {
    let moved = known.get(date)
    if (moved === undefined) {
      moved =
        date.length === 10
          ? dayText(movedDay(dayNumber(date)))
          : new Date(movedMs(Date.parse(date))).toISOString()
      known.set(date, moved)
    }
    return moved
  }
  return (text) => text.replaceAll(dates, move)
}
