/** How dates of demo rows follow from the state that they are to be in. */

const dayMs = 86_400_000

/** The day so many days after another. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
