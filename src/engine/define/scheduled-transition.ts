/** State transitions that a date field triggers. */

export interface ScheduledTransition {
  /** The field that holds the state. */
  readonly field: string
  readonly from: string
  readonly to: string
  /** The field that holds the day. */
  readonly dateField: string
  /** Limits the transition to rows with these values. */
  readonly where?: Readonly<Record<string, unknown>>
  /** Whether the day's begin or its end triggers the transition, in the tenant's time zone. */
  readonly at: 'begin' | 'end'
}

/** Returns the name of the index of the rows with a pending transition, sorted by day. */
export const transitionIndexName = ({ field, from, to }: ScheduledTransition): string =>
  `move:${field}:${from}:${to}`
