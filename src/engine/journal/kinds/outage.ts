/** An outage that was set. */
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'
import { formatIsoTime } from '../sentence-parts.ts'

/** An outage that was set. */
export interface OutageEntry extends JournalEntryBase {
  readonly kind: 'outage'
  /** The id of the outage: `outage-1`. */
  readonly outage: string
  /** What is out of service. */
  readonly of: OutageTarget
  /** The start of the outage, in ISO 8601. */
  readonly from: string
  /** The end of the outage, in ISO 8601. Absent if the outage lasts until `end()`. */
  readonly until?: string
}

const targetNames = { all: 'API and endpoints', api: 'API', webhooks: 'endpoints' } as const

/** The API, the endpoints of webhooks, or both. */
type OutageTarget = keyof typeof targetNames

export const outageKind = entryKind<OutageEntry>({
  name: 'outage',
  summary: 'a period in which the API or the endpoints are out of service',
  track: 'faults',
  roles: ['service'],
  severity: () => 'fault',
  sentence({ of, from, until }) {
    const end = until === undefined ? 'it is ended' : formatIsoTime(until)
    return `of ${targetNames[of]}, from ${formatIsoTime(from)} until ${end}`
  },
})
