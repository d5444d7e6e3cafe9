/** The kinds of entries that the journal holds, each with what it tells of. */

export const journalKinds = {
  request: 'a call to the API, and how it was answered',
  change: 'what became of a record',
  event: 'what was announced',
  attempt: 'a delivery that began',
  answer: 'what a receiver said',
  'no answer': 'a receiver that said nothing in time',
  'late answer': 'what a receiver said when nobody listened any more',
  drop: 'a notification that is not sent: the backlog is full, or a fault has it dropped',
  redeliver: 'a notification that somebody sent once more',
  fault: 'a rule by which a request or a delivery went wrong',
  outage: 'a time for which the API or the endpoints are out of service',
  act: 'what an administrator did',
  date: 'a day that began, with what it brought',
  clock: 'a move of the clock',
  flags: 'feature flags that were switched',
  scopes: 'a token that was given other scopes',
  restore: 'a return to a snapshot',
  step: 'what a scenario does next',
} as const

/** The kind of a journal entry. @useDeclaredType */
export type JournalKind = keyof typeof journalKinds
