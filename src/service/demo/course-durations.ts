/** The durations of demo courses, which their planned courses and meetings follow. */

const halfDay = 'Half a day'

/** Durations by weight: from half a day to six days. */
export const demoDurations = [
  halfDay,
  '1 day',
  '1 day',
  '1 day',
  '2 days',
  '2 days',
  '2 days',
  '3 days',
  '3 days',
  '4 days',
  '5 days',
  '6 days',
]

/** The most days of a demo course. */
export const demoDaysMax = 6

export const isHalfDay = ({ duration }: { readonly duration?: string | null }): boolean =>
  duration === halfDay

/** Returns the number of days with meetings. Returns 1 if the text has another form. */
export const durationDays = ({ duration }: { readonly duration?: string | null }): number =>
  Number(/^(\d+) days?$/.exec(duration ?? '')?.[1] ?? 1)
