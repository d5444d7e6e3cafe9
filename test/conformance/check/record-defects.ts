/** Mirrors of the records of three resources, and the checks that each of their defects fails. */
import type { ReportCard } from '../../../src/check.ts'
import type { RecordFlaw } from './correct/record-mirror.ts'

export const idsOf = ({ checks }: ReportCard, verdict: string): readonly string[] =>
  checks.filter((check) => check.verdict === verdict).map(({ id }) => id)

export const mirrors = {
  orders: { path: 'orders', event: 'order', fields: ['status', 'customer_comment'] },
  labels: { path: 'labels', event: 'label', fields: ['name'] },
} as const

/** The checks that fail for each defect, and no others. */
export const failing: Readonly<Record<RecordFlaw, readonly string[]>> = {
  'accepts any sender': ['signature', 'signature-age'],
  'applies bodies': ['late-creation', 'stale-event', 'early-deletion', 'events-during-resync'],
  'ignores updates': [
    'stale-event',
    'simultaneous-events',
    'resync-without-events',
    'update-after-creation',
  ],
  'reads the first page only': ['next-links'],
  'reads pages by number': ['changes-between-pages', 'deprecated-paging'],
  'removes what it may not read': ['refused-read'],
  'calls again at once': ['retry-after', 'closed-window', 'backoff', 'shared-window'],
  'keeps its queue in memory': ['acknowledged-events'],
}

export const defects = Object.keys(failing) as RecordFlaw[]
