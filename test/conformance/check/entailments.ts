/** Why a defect fails further checks: one sentence for each pair in docs/report-card-table.md. */
import type { Entailments } from './entailment-table.ts'

export const entailments: Entailments = {
  'redelivered-id': {
    'crash-between-writes': 'After a crash, the repeated delivery sends its message again.',
  },
  'acknowledged-events': {
    signature: 'It answers before it looks at the signature.',
    'signature-age': 'It answers before it looks at the time of the signature.',
  },
  'event-during-read': {
    'simultaneous-events': 'It ignores the second of two events of one user at the same time.',
    'crash-between-writes': 'After a crash, it ignores the events that wait behind another one.',
  },
  'update-after-creation': {
    'early-merge': 'It creates the account from either user, and keeps the name of the first one.',
    'simultaneous-events': 'The account keeps the name that was the latest when it was created.',
    'resync-without-events':
      'A synchronization creates the account with another name than the events.',
  },
  'refused-writes': {
    'repeated-refusals': 'It repeats a refused write each hour, until it is accepted.',
  },
  'refused-call': {
    'refused-read': 'The final synchronization takes a refused user for a deleted one.',
  },
  'simultaneous-events': {
    'events-during-resync': 'An event and a synchronization write one record at the same time.',
    'closed-window': 'While one job waits for the window, the other jobs still call.',
    'parallel-calls': 'Each job of a class calls at the same time.',
  },
  'lost-events': {
    'deleted-users': 'A synchronization does not remove a user whose deletion was lost.',
    'long-outage':
      'A synchronization does not remove an enrollment that was canceled in the outage.',
  },
  'long-outage': {
    'lost-events': 'The synchronization after the lost event comes too early, and is skipped.',
    'resync-without-events':
      'The synchronization comes within an hour of the start, and is skipped.',
    'deleted-users': 'The synchronization after the deletion comes too early, and is skipped.',
  },
  'retry-after': {
    'closed-window': 'The time after which it calls again is shorter than Retry-After.',
    'shared-window': 'The time after which it calls again is shorter than Retry-After.',
  },
  'closed-window': {
    'parallel-calls': 'The records of a class are read as soon as its events arrive, all at once.',
  },
  'changes-between-pages': {
    'deprecated-paging': 'It walks lists with the deprecated parameter.',
  },
  'deleted-users': {
    'early-deletion': 'The account of a deleted user stays active until a synchronization.',
    'resync-without-events': 'A synchronization leaves the account of a deleted user.',
  },
}
