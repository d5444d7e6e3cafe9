/** A fault rule that hit a request or a delivery. */
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'
import { truncate } from '../sentence-parts.ts'

/** A fault rule that hit a request or a delivery. */
export interface FaultEntry extends JournalEntryBase {
  readonly kind: 'fault'
  /** The ids of the faults, separated by commas. */
  readonly fault: string
  /** What the fault hits. */
  readonly target: 'request' | 'delivery'
  /** The combined effect of the faults, with the keys of `FaultEffect`. */
  readonly effect: Readonly<Record<string, unknown>>
  /** The event of a delivery that a fault dropped, delayed or reordered. */
  readonly event?: string
  /** The id of the webhook of such a delivery. */
  readonly webhook?: string
  /** The id of the notification of a delivery. */
  readonly notification?: string
  /** The number of the attempt that was hit, from 1. */
  readonly attempt?: number
}

export const faultKind = entryKind<FaultEntry>({
  name: 'fault',
  summary: 'a fault rule that hit a request or a delivery',
  track: 'faults',
  roles: ['service'],
  isSentenceTitle: true,
  severity: () => 'fault',
  subject: ({ event, webhook, notification }) => ({ event, webhook, notification }),
  sentence({ fault, target, effect }, { effectText }) {
    const text = effectText(target, effect)
    // Note: several faults are one text, such as `fault-1, fault-2`.
    const verb = fault.includes(', ') ? 'hit' : 'hits'
    return `${fault} ${verb} the ${target}${text && `: ${truncate(text)}`}`
  },
})
