/** Narrows journal entries to requests. */
import type { StoredJournalEntry } from '../../journal/kind-table.ts'
import type { StoredRequest } from '../../serve/call.ts'

export const isRequest = (entry: StoredJournalEntry): entry is StoredRequest =>
  entry.kind === 'request'

/** True for a request that matches no operation: its entry lists the closest ones. */
export const isUnhandled = (entry: StoredJournalEntry): entry is StoredRequest =>
  isRequest(entry) && entry.nearest !== undefined

/** True for a request that an exception inside the emulator interrupted. */
export const isInternalError = (entry: StoredJournalEntry): entry is StoredRequest =>
  isRequest(entry) && entry.internalError !== undefined
