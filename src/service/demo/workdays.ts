/** Workdays in the country of the demo data, the Netherlands: no weekends and no Dutch public holidays. */
import * as d from '../../engine/define/define.ts'
import { addDays } from '../fields/dates.ts'

/** Returns the number of the day of Easter: the Sunday after the paschal full moon, after Gauss. */
function easterOf(year: number): number {
  const century = Math.floor(year / 100)
  const shift = 15 + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)
  const moon = (19 * (year % 19) + shift) % 30
  const isLate = moon === 29 || (moon === 28 && year % 19 > 10)
  const dayAfter = d.dayNumber(`${String(year).padStart(4, '0')}-03-22`) + moon - (isLate ? 1 : 0)
  return dayAfter + ((7 - d.weekdayOf(dayAfter)) % 7)
}

/** Good Friday, Easter, Ascension Day and Pentecost, in days from Easter Sunday. */
const daysFromEaster = [-2, 0, 1, 39, 49, 50]

/** New Year's Day, Liberation Day and Christmas. */
const fixedDays = ['01-01', '05-05', '12-25', '12-26']

const holidaysByYear = new Map<string, ReadonlySet<string>>()

function holidaysOf(year: string): ReadonlySet<string> {
  let holidays = holidaysByYear.get(year)
  if (!holidays) {
    const easter = easterOf(Number(year))
    const kingsDay = d.dayNumber(`${year}-04-27`)
    holidays = new Set([
      ...fixedDays.map((day) => `${year}-${day}`),
      ...daysFromEaster.map((days) => d.dayText(easter + days)),
      d.dayText(d.weekdayOf(kingsDay) === 0 ? kingsDay - 1 : kingsDay),
    ])
    holidaysByYear.set(year, holidays)
  }
  return holidays
}

export function isWorkday(day: string): boolean {
  const weekday = d.weekdayOf(d.dayNumber(day))
  return weekday !== 0 && weekday !== 6 && !holidaysOf(day.slice(0, 4)).has(day)
}

/** Returns the day if it is a workday, or else the next workday; with a step of -1, the previous one. */
export const nearestWorkday = (day: string, step: 1 | -1 = 1): string =>
  isWorkday(day) ? day : nearestWorkday(addDays(day, step), step)

/** Adds workdays to the first workday on or after the day. */
export function addWorkdays(day: string, count: number): string {
  let last = nearestWorkday(day)
  for (let i = 0; i < count; i += 1) last = nearestWorkday(addDays(last, 1))
  return last
}
