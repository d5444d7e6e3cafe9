/** The durations of demo courses, which their planned courses and meetings follow. */
import type { DemoLocale } from './demo-texts.ts'
import { allTexts, fill, textsIn } from './demo-texts.ts'

/** Days by weight; 0 is half a day. */
const demoDays = [0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6]

/** The most days of a demo course. */
export const demoDaysMax = 6

/** Lists the texts of durations by weight: from half a day to six days. */
export function demoDurations(locale: DemoLocale | undefined): string[] {
  const { halfDay, day, days } = textsIn(locale).durations
  return demoDays.map((n) => (n === 0 ? halfDay : n === 1 ? day : fill(days, { n })))
}

const halfDays = new Set(allTexts.map(({ durations }) => durations.halfDay))

export const isHalfDay = ({ duration }: { readonly duration?: string | null }): boolean =>
  halfDays.has(duration ?? '')

const daysPattern = new RegExp(
  `^(\\d+) (?:${allTexts
    .flatMap(({ durations: { day, days } }) => [day, days].map((text) => text.split(' ')[1]))
    .join('|')})$`,
)

/** Returns the number of days with meetings. Returns 1 if the text has another form. */
export const durationDays = ({ duration }: { readonly duration?: string | null }): number =>
  Number(daysPattern.exec(duration ?? '')?.[1] ?? 1)
