/** An advance of the clock. */
import { stringifyDuration } from '../../clock/duration.ts'
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'
import { formatUtcTime } from '../sentence-parts.ts'

/** An advance of the clock. */
export interface ClockEntry extends JournalEntryBase {
  readonly kind: 'clock'
  /** The time before the advance, in milliseconds since 1970. */
  readonly from: number
  /** The time after the advance, in milliseconds since 1970. */
  readonly to: number
  /** Emulated seconds per second, if the inspector played the clock. */
  readonly rate?: number
}

export const clockKind = entryKind<ClockEntry>({
  name: 'clock',
  summary: 'an advance of the clock',
  track: 'clock',
  sentence: ({ from, to }) => `advanced by ${stringifyDuration(to - from)} to ${formatUtcTime(to)}`,
  title({ from, to, rate }) {
    const verb = rate === undefined ? 'moved' : `played at ×${rate}`
    return `clock ${verb}: ${formatUtcTime(from)} → ${formatUtcTime(to)}`
  },
})
