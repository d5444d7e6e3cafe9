/** Says which states a date changes by itself, when its day begins or has ended. */

export interface ScheduledTransition {
  /** The field that holds the state. */
  readonly field: string
  readonly from: string
  readonly to: string
  /** The field that holds the day. */
  readonly dateField: string
  /** Only rows with these values move. */
  readonly where?: Readonly<Record<string, unknown>>
  /** The move happens when the day begins, or when it is over; in the tenant's time zone. */
  readonly at: 'begin' | 'end'
}

/** The index in which the rows stand that a move is still to happen to, by its day. */
export const transitionIndexName = ({ field, from, to }: ScheduledTransition): string =>
  `move:${field}:${from}:${to}`
